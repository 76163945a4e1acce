import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';

/** A listener for `node:http`, which is also a middleware of Express, from a handler of Fetch requests. */
export function nodeListener(
  handle: (request: Request) => Promise<Response>,
): (req: IncomingMessage, res: ServerResponse) => void {
  return (req, res) => {
    respond(handle, req, res).catch(() => res.destroy());
  };
}

async function respond(
  handle: (request: Request) => Promise<Response>,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  const request = toRequest(req);
  if (!request) {
    res.writeHead(400).end();
    return;
  }
  const response = await handle(request);
  res.writeHead(response.status, [...response.headers].flat());
  res.end(Buffer.from(await response.arrayBuffer()));
}

/** Null when path or method cannot be a request. */
function toRequest(req: IncomingMessage): Request | null {
  const headers = new Headers();
  for (const [name, value] of Object.entries(req.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  const method = req.method ?? 'GET';
  const hasBody = method !== 'GET' && method !== 'HEAD';
  try {
    return new Request(new URL(`http://gateway${req.url ?? '/'}`), {
      method,
      headers,
      ...(hasBody && { body: bodyOf(req), duplex: 'half' }),
    });
  } catch {
    return null;
  }
}

/** The body, also when a middleware such as `express.json` has read it already. */
function bodyOf(req: IncomingMessage): ReadableStream<Uint8Array> | string {
  const { body } = req as { body?: unknown };
  if (body !== undefined && req.readableEnded) return JSON.stringify(body);
  return Readable.toWeb(req) as ReadableStream<Uint8Array>;
}
