import { ApiError } from './errors.ts';

/** What is known of a body beside its bytes. */
export interface BodyHeaders {
  contentType: string | null | undefined;
  contentEncoding: string | null | undefined;
}

const OPENING_BRACE = 0x7b;

/**
 * Reads the one JSON object that an operation with a body takes. The signature joins path, timestamp and body without
 * separators; a body always begins with `{`, and nothing before it may hold one, so that no byte can be shifted between
 * them.
 *
 * @param decodeUtf8 - throws for bytes that are not UTF-8, and keeps a byte order mark.
 * @throws ApiError `MEDIA_TYPE_UNSUPPORTED` (41501), `BODY_MALFORMED` (40003).
 */
export function parseJsonBody(
  bytes: Uint8Array,
  { contentType, contentEncoding }: BodyHeaders,
  decodeUtf8: (bytes: Uint8Array) => string,
): unknown {
  if (!isJson(contentType ?? '') || (contentEncoding ?? 'identity') !== 'identity') {
    throw new ApiError('MEDIA_TYPE_UNSUPPORTED');
  }
  if (bytes[0] !== OPENING_BRACE) throw new ApiError('BODY_MALFORMED');
  try {
    return JSON.parse(decodeUtf8(bytes));
  } catch (cause) {
    throw new ApiError('BODY_MALFORMED', { cause });
  }
}

/** Refuses a body where none belongs: its bytes could be taken from the signed path. @throws ApiError `BODY_MALFORMED`. */
export function requireNoBody(bytes: Uint8Array): void {
  if (bytes.length > 0) throw new ApiError('BODY_MALFORMED');
}

function isJson(contentType: string): boolean {
  return /^application\/json\s*(;\s*charset=("?)utf-8\2\s*)?$/i.test(contentType);
}
