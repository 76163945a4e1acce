import type { IncomingMessage } from 'node:http';
import { LIMITS } from '@procurement-intents/contract';
import { ApiError } from '@procurement-intents/domain';
import type { ApiRequest } from '../messages.ts';
import type { RequestContext } from '../request-context.ts';
import { NO_BODY } from './request-body.ts';

/** Whether the request headers announce a body. */
export function announcesBody({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

const MAX_BYTES = { json: LIMITS.bodyBytes, form: LIMITS.formBytes, bytes: LIMITS.formBytes } as const;

/**
 * Reads the raw bytes of the body, at most 1 MB, or 64 KB of a form or of bytes. They stay unchanged because the signature covers them.
 *
 * @throws ApiError as `RequestBody.read` does; `BODY_MALFORMED`, without reading, when the operation takes no body.
 */
export async function readBody(
  { req, res }: Pick<RequestContext, 'req' | 'res'>,
  expected: 'json' | 'form' | 'bytes' | 'none',
): Promise<Buffer> {
  if (!announcesBody(req)) return NO_BODY;
  if (expected === 'none') {
    // A chunked body can still be empty.
    const isEmpty = req.headers['content-length'] === undefined && (await isEmptyBody(req));
    if (!isEmpty) throw new ApiError('BODY_MALFORMED');
    return NO_BODY;
  }
  if (!req.complete && awaitsContinue(req)) res.writeContinue();
  return req.incomingBody.read(MAX_BYTES[expected]);
}

const awaitsContinue = ({ httpVersion, headers }: ApiRequest): boolean =>
  httpVersion === '1.1' && /^100-continue$/i.test(headers.expect ?? '');

const isEmptyBody = (req: ApiRequest): Promise<boolean> =>
  req.incomingBody.read(0).then(
    () => true,
    () => false,
  );
