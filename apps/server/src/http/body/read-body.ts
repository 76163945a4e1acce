import type { IncomingMessage } from 'node:http';
import { LIMITS } from '@procurement-intents/contract';
import { ApiError } from '../../errors.ts';
import type { ApiRequest } from '../messages.ts';
import type { RequestContext } from '../request-context.ts';
import { NO_BODY } from './request-body.ts';

/** Whether the head of the request says that a body follows. */
export function announcesBody({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * Reads the body as raw bytes, at most 1 MB, and gives them as they came: the signature is over them.
 *
 * @throws ApiError as `RequestBody.read` does; `BODY_MALFORMED` where none belongs, which is never read.
 */
export async function readBody(
  { req, res }: Pick<RequestContext, 'req' | 'res'>,
  expected: 'json' | 'none',
): Promise<Buffer> {
  if (!announcesBody(req)) return NO_BODY;
  if (expected === 'none') {
    // Chunks may turn out to hold nothing.
    const isEmpty = req.headers['content-length'] === undefined && (await isEmptyBody(req));
    if (!isEmpty) throw new ApiError('BODY_MALFORMED');
    return NO_BODY;
  }
  if (!req.complete && awaitsContinue(req)) res.writeContinue();
  return req.incomingBody.read(LIMITS.bodyBytes);
}

const awaitsContinue = ({ httpVersion, headers }: ApiRequest): boolean =>
  httpVersion === '1.1' && /^100-continue$/i.test(headers.expect ?? '');

const isEmptyBody = (req: ApiRequest): Promise<boolean> =>
  req.incomingBody.read(0).then(
    () => true,
    () => false,
  );
