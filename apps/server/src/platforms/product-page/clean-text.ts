const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu;
const MOBILE_NUMBER = /(?<!\d)1[3-9]\d{9}(?!\d)/g;

/**
 * Foreign text made fit to store and show: well-formed, control and format characters and runs of white space
 * become one space, trimmed, at most `maxLength` UTF-16 units.
 */
export function cleanText(text: string, maxLength: number): string {
  // Cut first, so that a text of megabytes costs no more than one of kilobytes.
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

/** A platform's own words, at most 200 characters, without mobile numbers that it may repeat from the order. */
export function cleanReason(text: string): string {
  return cleanText(text.slice(0, 1000).replace(MOBILE_NUMBER, '***'), 200);
}
