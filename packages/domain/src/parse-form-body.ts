import { parseQuery } from '@procurement-intents/contract';
import { ApiError } from './errors.ts';
import type { BodyHeaders } from './parse-json-body.ts';

/**
 * Parses the fields of a form. A repeated field becomes an array, and one that is not UTF-8 a text that no schema accepts.
 *
 * @throws ApiError `MEDIA_TYPE_UNSUPPORTED` for a body that is no form.
 */
export function parseFormBody(
  bytes: Uint8Array,
  { contentType, contentEncoding }: BodyHeaders,
  decodeAscii: (bytes: Uint8Array) => string,
): Record<string, string | string[]> {
  if (!isForm(contentType ?? '') || (contentEncoding ?? 'identity') !== 'identity')
    throw new ApiError('MEDIA_TYPE_UNSUPPORTED');
  return parseQuery(decodeAscii(bytes));
}

const isForm = (contentType: string): boolean =>
  /^application\/x-www-form-urlencoded\s*(;\s*charset=("?)utf-8\2\s*)?$/i.test(contentType);
