import { BASE62 } from '@procurement-intents/contract/bearer';

const BASE = 62n;

/** The bytes as a whole number in base62, with leading zeros up to `digits`; digits beyond them are dropped. */
export function toBase62(bytes: Uint8Array, digits: number): string {
  let value = 0n;
  for (const byte of bytes) value = (value << 8n) | BigInt(byte);
  return encode(value, digits);
}

/** A whole number in base62 with so many digits. */
export function encode(value: bigint, digits: number): string {
  let text = '';
  let rest = value;
  while (text.length < digits) {
    text = BASE62[Number(rest % BASE)] + text;
    rest /= BASE;
  }
  return text;
}
