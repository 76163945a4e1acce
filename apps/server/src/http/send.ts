import { NO_STORE } from '@procurement-intents/domain';
import { announcesBody } from './body/read-body.ts';
import { connectionOf } from './connections/connection.ts';
import { type Answer, TextBody } from './handler.ts';
import type { RequestContext } from './request-context.ts';

// Time for a client that sends its whole body before it reads the response.
const DISCARD_MS = 1000;

/** A response as it is written. */
export interface EncodedAnswer {
  status: number;
  /** Names and values in turns. */
  headers: readonly string[];
  /**
   * The body in UTF-8, one character for each byte: Node writes such text as it is, in one piece with the headers. Text
   * that it must convert cost 2 us more, a `Buffer` a second write.
   */
  bytes: string;
}

const NO_CONTENT = 204;

/**
 * The response with its body, as JSON unless it is text. Nobody keeps it, unless its headers say how: it is for one
 * caller, at this time. No answer is a 304 either: an `ETag` is the version that `If-Match` compares, and says nothing of
 * the language, of a contract's sums or of how deliveries fare.
 */
export function encodeAnswer({ status, headers = {}, body }: Answer): EncodedAnswer {
  const kept = Object.entries({ ...NO_STORE, ...headers }).flat();
  if (body === undefined) {
    const length = status === NO_CONTENT ? [] : ['Content-Length', '0'];
    return { status, headers: [...kept, ...length], bytes: '' };
  }
  const isText = body instanceof TextBody;
  const bytes = Buffer.from(isText ? body.text : JSON.stringify(body));
  const mediaType = isText ? body.type : 'application/json; charset=utf-8';
  const type = ['Content-Type', mediaType, 'Content-Length', String(bytes.length)];
  return { status, headers: [...kept, ...type], bytes: bytes.toString('latin1') };
}

/** Sends the answer, unless one has been sent before. */
export const send = (request: RequestContext, answer: Answer): void =>
  sendEncoded(request, encodeAnswer(answer));

/** Sends the response, unless one has been sent before. */
export function sendEncoded(request: RequestContext, { status, headers, bytes }: EncodedAnswer): void {
  const { req, res } = request;
  if (res.headersSent) return;
  const mustClose = isUnread(req);
  const last = mustClose ? [...headers, 'Connection', 'close'] : headers;
  res.writeHead(status, request.headersWith(last));
  if (mustClose) {
    connectionOf(req.socket).closeAfter(res);
    sendBeforeBody(request, bytes);
  } else {
    res.end(bytes, 'latin1');
  }
}

const isUnread = (req: RequestContext['req']): boolean => !req.complete && announcesBody(req);

/** No client of these sends chunks. */
const WITHOUT_BODY = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Closes a connection on which the rest of a body may come that nobody reads, such as that of a page. Node would parse it,
 * however much it is, and parses what the same read held in any case.
 */
export function closeUnread({ req }: RequestContext): void {
  if (!isUnread(req)) return;
  const connection = connectionOf(req.socket);
  if (WITHOUT_BODY.has(req.method) && req.headers['transfer-encoding'] !== undefined)
    connection.countFlood('unread bodies');
  connection.closeWhenSent();
}

/**
 * Answers a request whose body has not arrived completely, and closes the connection. Closing it with unread bytes
 * would reset it, and the client could lose the response; so what still arrives is discarded for up to 1 s first.
 */
function sendBeforeBody({ req, res }: Pick<RequestContext, 'req' | 'res'>, bytes: string): void {
  // A response to HEAD has no body.
  if (req.method === 'HEAD') {
    res.end();
    return;
  }
  res.write(bytes, 'latin1');
  const end = (): void => void res.end();
  const timer = setTimeout(end, DISCARD_MS);
  res.once('close', () => clearTimeout(timer));
  req.incomingBody.discard(end);
}
