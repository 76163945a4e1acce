import { LIMITS } from '@procurement-intents/contract';
import type { NextFunction, Request, Response } from 'express';
import { ApiError } from '../errors.ts';
import { bodyOf } from './express-messages.ts';
import { NO_BODY } from './request-body.ts';

/** Refuses a URL over the limit before anything looks at it. */
export function guardUrl(req: Request, _res: Response, next: NextFunction): void {
  if ((req.url?.length ?? 0) > LIMITS.urlChars) throw new ApiError('URL_TOO_LONG');
  next();
}

/** Refuses a body that is said to be over the limit, before it comes. */
export function guardLength(req: Request, _res: Response, next: NextFunction): void {
  if (Number(req.headers['content-length'] ?? 0) > LIMITS.bodyBytes) throw new ApiError('BODY_TOO_LARGE');
  next();
}

/** Whether the head of the request says that a body follows. */
export function announcesBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * Reads the body as raw bytes, at most 1 MB, and gives them as they came: the signature is over them.
 *
 * @throws ApiError as `RequestBody.read` does; `BODY_MALFORMED` where none belongs, which is never read.
 */
export async function readBody(req: Request, res: Response, expected: 'json' | 'none'): Promise<Buffer> {
  if (!announcesBody(req)) return NO_BODY;
  if (expected === 'none') {
    // Chunks may turn out to hold nothing.
    const isEmpty = req.headers['content-length'] === undefined && (await isEmptyBody(req));
    if (!isEmpty) throw new ApiError('BODY_MALFORMED');
    return NO_BODY;
  }
  if (!req.complete && awaitsContinue(req)) res.writeContinue();
  return bodyOf(req).read(LIMITS.bodyBytes);
}

const awaitsContinue = ({ httpVersion, headers }: Request): boolean =>
  httpVersion === '1.1' && /^100-continue$/i.test(headers.expect ?? '');

const isEmptyBody = (req: Request): Promise<boolean> =>
  bodyOf(req)
    .read(0)
    .then(
      () => true,
      () => false,
    );
