import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  type McpServerFactory,
  originValidationResponse,
} from '@modelcontextprotocol/server';
import type { HttpOptions } from './options.ts';

const PATH = '/mcp';
// A draft with every field at its longest has 20 kB.
const BODY_MAX_BYTES = 64 * 1_024;

export interface HttpServing {
  /** Where the server listens. */
  url: string;
  close(): Promise<void>;
}

/** Serves the protocol at `/mcp`, statelessly. Every request needs the token, a known Host and no Origin but a known one. */
export async function serveHttp(
  factory: McpServerFactory,
  { host, port, allowedHosts }: HttpOptions,
  token: string,
  onError: (error: Error) => void,
): Promise<HttpServing> {
  const handler = createMcpHandler(factory, { maxRequestBodySize: BODY_MAX_BYTES, onerror: onError });
  const names = [...(allowedHosts ?? localhostAllowedHostnames())];
  const isKnown = tokenChecker(token);

  async function answer(request: Request): Promise<Response> {
    // Before the token: a page that guesses it must not learn whether it was right.
    const refused = hostHeaderValidationResponse(request, names) ?? originValidationResponse(request, names);
    if (refused) return refused;
    if (!isKnown(request.headers.get('authorization')))
      return new Response(null, { status: 401, headers: { 'www-authenticate': 'Bearer' } });
    if (new URL(request.url).pathname !== PATH) return new Response(null, { status: 404 });
    return handler.fetch(request);
  }

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const gone = new AbortController();
    outgoing.once('close', () => gone.abort());
    try {
      await send(await answer(toRequest(incoming, gone.signal)), outgoing);
    } catch (error) {
      if (!gone.signal.aborted) onError(error as Error);
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(400).end();
    }
  }

  const server = createServer((incoming, outgoing) => void serve(incoming, outgoing));
  server.listen(port, host);
  await once(server, 'listening');
  const { port: bound } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}${PATH}`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      await handler.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Compares digests of one length, so that time tells nothing about the token. */
function tokenChecker(token: string): (authorization: string | null) => boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const expected = digest(token);
  return (authorization) => {
    const [, given] = /^Bearer +(\S+)$/i.exec(authorization ?? '') ?? [];
    return given !== undefined && timingSafeEqual(digest(given), expected);
  };
}

function toRequest(incoming: IncomingMessage, signal: AbortSignal): Request {
  const { method = 'GET', url = '/', headers } = incoming;
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const sent = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    for (const each of [value ?? []].flat()) sent.append(name, each);
  }
  // A target can name a host of its own, which nothing has checked.
  if (!url.startsWith('/')) throw new Error('the target of a request is no path');
  return new Request(new URL(`http://localhost${url}`), {
    method,
    headers: sent,
    signal,
    ...(hasBody && { body: Readable.toWeb(incoming), duplex: 'half' }),
  });
}

async function send(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (!response.body) return void outgoing.end();
  await pipeline(Readable.fromWeb(response.body), outgoing);
}
