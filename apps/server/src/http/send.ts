import { announcesBody } from './body/read-body.ts';
import type { Answer } from './handler.ts';
import type { RequestContext } from './request-context.ts';

// Time for a caller that sends its body first and reads its answer then. Who goes on sending is not listened to.
const DISCARD_MS = 1000;

/**
 * Sends the answer, unless another one has been sent before. Express's `json` looks at type, charset, entity tag and
 * encoding of every answer, which was 6 % of a create; so it sends only to callers who name an entity tag, and so 304.
 */
export function send({ req, res }: RequestContext, { status, headers = {}, body }: Answer): void {
  if (res.headersSent) return;
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
  res.statusCode = status;
  const isUnread = !req.complete && announcesBody(req);
  if (!isUnread && req.headers['if-none-match'] !== undefined) {
    res.json(body);
    return;
  }
  const text = JSON.stringify(body);
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.setHeader('Content-Length', Buffer.byteLength(text));
  if (isUnread) sendBeforeBody({ req, res }, text);
  else res.end(text);
}

/**
 * Answers a request whose body has not come whole, and ends the connection. A connection that is closed on bytes that
 * nobody has read is reset, and the caller could lose the answer; so what still comes is thrown away for a moment first.
 */
function sendBeforeBody({ req, res }: Pick<RequestContext, 'req' | 'res'>, text: string): void {
  res.setHeader('Connection', 'close');
  // The answer to a HEAD is its head.
  if (req.method === 'HEAD') {
    res.end();
    return;
  }
  res.write(text);
  const end = (): void => void res.end();
  const timer = setTimeout(end, DISCARD_MS);
  res.once('close', () => clearTimeout(timer));
  req.incomingBody.discard(end);
}
