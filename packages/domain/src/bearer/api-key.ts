import {
  API_KEY_PATTERN,
  API_KEY_PREFIXES,
  CHECKSUM_DIGITS,
  type Environment,
} from '@procurement-intents/contract/bearer';
import { encode } from './base62.ts';

/** The API key with these random digits. */
export function apiKeyOf(environment: Environment, randomDigits: string): string {
  const key = API_KEY_PREFIXES[environment] + randomDigits;
  return key + checksumOf(key);
}

/**
 * Whether a text can be an API key of this environment: its prefix, its form and its checksum are right. A mistyped key is
 * found out without a query.
 */
export function isApiKey(text: string, environment: Environment): boolean {
  if (!API_KEY_PATTERN.test(text) || !text.startsWith(API_KEY_PREFIXES[environment])) return false;
  return text.endsWith(checksumOf(text.slice(0, -CHECKSUM_DIGITS)));
}

const POLYNOMIAL = 0xedb88320;
const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ POLYNOMIAL : value >>> 1;
  return value;
});

/** The CRC-32 of ASCII text, in base62. */
function checksumOf(text: string): string {
  let value = 0xffffffff;
  for (let at = 0; at < text.length; at += 1)
    value = (value >>> 8) ^ (TABLE[(value ^ text.charCodeAt(at)) & 0xff] ?? 0);
  return encode(BigInt((value ^ 0xffffffff) >>> 0), CHECKSUM_DIGITS);
}
