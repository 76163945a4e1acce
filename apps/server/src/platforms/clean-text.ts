const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu;
const MOBILE_NUMBER = /(?<!\d)1[3-9]\d{9}(?!\d)/g;

/**
 * Makes external text safe to store and show: well-formed, trimmed, at most `maxLength` UTF-16 units, with runs of
 * control characters, format characters and white space replaced by one space.
 */
export function cleanText(text: string, maxLength: number): string {
  // Cut first, to bound the cost of long texts.
  const visible = text
    .slice(0, maxLength * 8)
    .toWellFormed()
    .replace(INVISIBLE, ' ')
    .trim();
  return visible
    .slice(0, maxLength)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd();
}

/** A platform's own text, at most 200 characters, without mobile numbers, which it may repeat from the order. */
export function cleanReason(text: string): string {
  return cleanText(text.slice(0, 1000).replace(MOBILE_NUMBER, '***'), 200);
}
