import { LIMITS } from '@procurement-intents/contract';
import { ApiError, ValidationError } from './errors.ts';

/** What the headers say about a body. */
export interface BodyHeaders {
  contentType: string | null | undefined;
  contentEncoding: string | null | undefined;
}

const OPENING_BRACE = 0x7b;
const OPENING_BRACKET = 0x5b;
const COMMA = 0x2c;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Parses the one JSON object that an operation with a body takes. The signature joins path, timestamp and body
 * without separators. A body always begins with `{`, and no part before it may contain one, so no byte can move
 * between the parts.
 *
 * @param decodeUtf8 - throws for bytes that are not UTF-8, and keeps a byte order mark.
 * @throws ApiError `MEDIA_TYPE_UNSUPPORTED` (41501), `BODY_MALFORMED` (40003); ValidationError (40001) for more than
 *   4,000 values.
 */
export function parseJsonBody(
  bytes: Uint8Array,
  { contentType, contentEncoding }: BodyHeaders,
  decodeUtf8: (bytes: Uint8Array) => string,
): unknown {
  if (!isJson(contentType ?? '') || (contentEncoding ?? 'identity') !== 'identity') {
    throw new ApiError('MEDIA_TYPE_UNSUPPORTED');
  }
  if (!beginsObject(bytes)) throw new ApiError('BODY_MALFORMED');
  // Checked before parsing: parsing half a million values and reporting each would take a third of a second.
  if (hasTooManyValues(bytes)) {
    throw new ValidationError([{ field: 'body', issue: { rule: 'tooManyValues', max: LIMITS.bodyValues } }]);
  }
  try {
    return JSON.parse(decodeUtf8(bytes));
  } catch (cause) {
    throw new ApiError('BODY_MALFORMED', { cause });
  }
}

/** Whether the first byte is that of a JSON object: no white space and no byte order mark stands before it. */
export const beginsObject = (bytes: Uint8Array): boolean => bytes[0] === OPENING_BRACE;

/** Whether a JSON text holds more than 4,000 values. Every value but the first of a list or object follows a comma. */
function hasTooManyValues(bytes: Uint8Array): boolean {
  if (bytes.length <= LIMITS.bodyValues) return false;
  let values = 0;
  let isText = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) isText = !isText;
    else if (isText) at += byte === BACKSLASH ? 1 : 0;
    else if (byte === COMMA || byte === OPENING_BRACE || byte === OPENING_BRACKET) {
      values += 1;
      if (values > LIMITS.bodyValues) return true;
    }
  }
  return false;
}

/**
 * Refuses a body on an operation without one: its bytes could have been taken from the signed path.
 *
 * @throws ApiError `BODY_MALFORMED` (40003).
 */
export function requireNoBody(bytes: Uint8Array): void {
  if (bytes.length > 0) throw new ApiError('BODY_MALFORMED');
}

function isJson(contentType: string): boolean {
  return /^application\/json\s*(;\s*charset=("?)utf-8\2\s*)?$/i.test(contentType);
}
