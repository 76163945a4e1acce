import type { Request } from 'express';
import { ApiError } from './api-error.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Reads the one JSON object that a route with a body takes, or refuses a body where none belongs. */
export function parseBody(req: Request, rawBody: Buffer, expected: 'json' | 'none'): unknown {
  if (expected === 'none') {
    if (rawBody.length > 0) throw new ApiError('BODY_MALFORMED');
    return undefined;
  }
  const encoding = req.get('content-encoding') ?? 'identity';
  if (!isJson(req.get('content-type')) || encoding !== 'identity')
    throw new ApiError('MEDIA_TYPE_UNSUPPORTED');
  let value: unknown;
  try {
    value = JSON.parse(utf8.decode(rawBody));
  } catch (cause) {
    throw new ApiError('BODY_MALFORMED', { cause });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ApiError('BODY_MALFORMED');
  return value;
}

function isJson(contentType: string | undefined): boolean {
  return /^application\/json\s*(;\s*charset=("?)utf-8\2\s*)?$/i.test(contentType ?? '');
}
