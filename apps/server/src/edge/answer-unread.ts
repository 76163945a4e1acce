import type { Response } from 'express';
import { bodyOf } from './express-messages.ts';
import { announcesBody } from './guard-size.ts';

// Time for a caller that sends its body first and reads its answer then. Who goes on sending is not listened to.
const DISCARD_MS = 1000;

/** Whether the answer comes before the body of its request has. */
export function isUnread({ req }: Response): boolean {
  return !req.complete && announcesBody(req);
}

/**
 * Sends `text` as the answer to a request whose body has not come whole, and ends the connection. A connection that is
 * closed on bytes that nobody has read is reset, and the caller could lose the answer; so what still comes is thrown away
 * for a moment first.
 *
 * @param res - its headers say how long `text` is.
 */
export function answerUnread(res: Response, text: string): Response {
  res.setHeader('Connection', 'close');
  // The answer to a HEAD is its head.
  if (res.req.method === 'HEAD') return res.end();
  res.write(text);
  const end = (): void => void res.end();
  const timer = setTimeout(end, DISCARD_MS);
  res.once('close', () => clearTimeout(timer));
  bodyOf(res.req).discard(end);
  return res;
}
