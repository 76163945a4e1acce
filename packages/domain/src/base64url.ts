const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/**
 * Bytes in base64url without padding (RFC 4648, section 5).
 *
 * @param bytes - text in which every character stands for one byte, such as ASCII.
 */
export function encodeBase64Url(bytes: string): string {
  let digits = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const bits = (byteAt(bytes, at) << 16) | (byteAt(bytes, at + 1) << 8) | byteAt(bytes, at + 2);
    digits += digitOf(bits >> 18) + digitOf(bits >> 12) + digitOf(bits >> 6) + digitOf(bits);
  }
  // A last group of one or two bytes has two or three digits.
  return digits.slice(0, Math.ceil((bytes.length * 4) / 3));
}

// Beyond the end it is NaN.
const byteAt = (bytes: string, at: number): number => bytes.charCodeAt(at) || 0;
const digitOf = (bits: number): string => DIGITS.charAt(bits & 63);

/** Decodes base64url digits to bytes, one character each. Trailing digits that make no whole byte are ignored. */
export function decodeBase64Url(digits: string): string {
  let bytes = '';
  let bits = 0;
  let count = 0;
  for (const digit of digits) {
    bits = ((bits << 6) | DIGITS.indexOf(digit)) & 0xffff;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes += String.fromCharCode((bits >> count) & 255);
  }
  return bytes;
}
