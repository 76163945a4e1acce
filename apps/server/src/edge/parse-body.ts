import type { Request } from 'express';
import { ApiError } from './api-error.ts';

const OPENING_BRACE = 0x7b;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Reads the one JSON object that a route with a body takes, or refuses a body where none belongs. The signature joins
 * path, timestamp and body without separators; that a body always begins with `{`, and nothing before it may hold one,
 * keeps bytes from being shifted between them.
 */
export function parseBody(req: Request, rawBody: Buffer, expected: 'json' | 'none'): unknown {
  if (expected === 'none') {
    if (rawBody.length > 0) throw new ApiError('BODY_MALFORMED');
    return undefined;
  }
  const encoding = req.get('content-encoding') ?? 'identity';
  if (!isJson(req.get('content-type')) || encoding !== 'identity')
    throw new ApiError('MEDIA_TYPE_UNSUPPORTED');
  if (rawBody[0] !== OPENING_BRACE) throw new ApiError('BODY_MALFORMED');
  try {
    return JSON.parse(utf8.decode(rawBody));
  } catch (cause) {
    throw new ApiError('BODY_MALFORMED', { cause });
  }
}

function isJson(contentType: string | undefined): boolean {
  return /^application\/json\s*(;\s*charset=("?)utf-8\2\s*)?$/i.test(contentType ?? '');
}
