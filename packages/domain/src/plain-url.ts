// Parsers disagree about white space, control characters, backslashes, user info and missing slashes. Texts with them
// are refused before parsing, because whoever parses them next may find another host in them.
const PLAIN_HTTP_URL = /^https?:\/\/[^/?#@\\]+(?:[/?#]|$)/i;
const AMBIGUOUS = /[\p{Cc}\p{Cf}\p{Cs}\p{Z}\\]/u;

/** The parsed http(s) address; null when it is longer than `maxChars`, or when parsers may disagree about it. */
export function parsePlainUrl(text: string, maxChars: number): URL | null {
  if (text.length > maxChars || AMBIGUOUS.test(text) || !PLAIN_HTTP_URL.test(text)) return null;
  return URL.parse(text);
}
