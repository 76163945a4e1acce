// Characters that mean the same with and without percent-encoding (RFC 3986, section 2.3).
const UNRESERVED = /^[A-Za-z0-9._~-]$/;
const HEX = /^[0-9A-Fa-f]{2}$/;
// A slash, a backslash or the end of a text for a server that decodes before it looks for the page.
const HIDDEN_SEPARATOR = /%(?:2F|5C|00)/;

// What a server may take for parameters of a segment (RFC 3986, section 3.3).
const PARAMETERS = /(?:;|%3B)[^/]*/g;

/**
 * The segments of a path as the most willing server reads it: decoded until nothing changes, since a server may decode
 * twice; repeated slashes are one, and `.` and `..` are followed after that. What stays encoded is in capitals. Null for a
 * path that hides a separator behind any number of encodings. Never throws.
 *
 * @param pathname - of a parsed URL, so that `%` begins whatever is not ASCII.
 * @param hasParameters - whether the server takes what follows `;` in a segment for parameters: `..;a` is `..` then.
 */
export function segmentsOf(pathname: string, hasParameters = false): string[] | null {
  const decoded = decodeUnreserved(pathname);
  const path = hasParameters ? decoded.replaceAll(PARAMETERS, '') : decoded;
  if (HIDDEN_SEPARATOR.test(path)) return null;
  const segments: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  return segments;
}

/**
 * Decodes every layer. From the end to the start: what a `%` has before it is decoded by then, so one pass is enough.
 */
function decodeUnreserved(path: string): string {
  if (!path.includes('%')) return path;
  // The decoded text from the end on.
  const decoded: string[] = [];
  for (let index = path.length - 1; index >= 0; index -= 1) {
    decoded.push(path.charAt(index));
    decodeLast(decoded);
  }
  return decoded
    .reverse()
    .join('')
    .replaceAll(/%[0-9a-f]{2}/gi, (escape) => escape.toUpperCase());
}

/** Decodes an escape at the end of a text that is written backwards, and one that this has made. */
function decodeLast(decoded: string[]): void {
  while (decoded.at(-1) === '%') {
    const digits = (decoded.at(-2) ?? '') + (decoded.at(-3) ?? '');
    if (!HEX.test(digits)) return;
    const character = String.fromCharCode(Number.parseInt(digits, 16));
    if (!UNRESERVED.test(character) && character !== '%') return;
    decoded.splice(-3, 3, character);
  }
}
