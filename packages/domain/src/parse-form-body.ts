import { LIMITS, parseQuery } from '@procurement-intents/contract';
import { ApiError, ValidationError } from './errors.ts';
import type { BodyHeaders } from './parse-json-body.ts';

/**
 * Parses the fields of a form. A repeated field becomes an array, and one that is not UTF-8 a text that no schema accepts.
 *
 * @throws ApiError `MEDIA_TYPE_UNSUPPORTED` for a body that is no form; ValidationError for more than 100 fields.
 */
export function parseFormBody(
  bytes: Uint8Array,
  { contentType, contentEncoding }: BodyHeaders,
  decodeAscii: (bytes: Uint8Array) => string,
): Record<string, string | string[]> {
  if (!isForm(contentType ?? '') || (contentEncoding ?? 'identity') !== 'identity')
    throw new ApiError('MEDIA_TYPE_UNSUPPORTED');
  // Checked before parsing, as for JSON: 20,000 fields would take 30 ms.
  if (hasTooManyFields(bytes)) {
    throw new ValidationError([{ field: 'body', issue: { rule: 'tooManyValues', max: LIMITS.formFields } }]);
  }
  return parseQuery(decodeAscii(bytes));
}

const AMPERSAND = 0x26;

function hasTooManyFields(bytes: Uint8Array): boolean {
  let fields = 1;
  for (const byte of bytes) if (byte === AMPERSAND && (fields += 1) > LIMITS.formFields) return true;
  return false;
}

const isForm = (contentType: string): boolean =>
  /^application\/x-www-form-urlencoded\s*(;\s*charset=("?)utf-8\2\s*)?$/i.test(contentType);
