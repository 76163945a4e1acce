const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/**
 * Bytes in base64url without padding (RFC 4648, section 5).
 *
 * @param bytes - text in which every character stands for one byte, such as ASCII.
 */
export function encodeBase64Url(bytes: string): string {
  let digits = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const [a = 0, b = 0, c = 0] = [0, 1, 2].map((step) => bytes.charCodeAt(at + step) || 0);
    const bits = (a << 16) | (b << 8) | c;
    const group = [18, 12, 6, 0].map((shift) => DIGITS.charAt((bits >> shift) & 63));
    digits += group.slice(0, Math.min(bytes.length - at, 3) + 1).join('');
  }
  return digits;
}

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
