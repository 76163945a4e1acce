// No schema takes a lone surrogate, so what cannot be decoded is refused by name instead of guessed at.
const UNDECODABLE = '\uD800';

/**
 * Reads a query string into flat keys, exactly as named: `filter[status][in]` stays one key, so that no caller builds
 * an object. A repeated key becomes an array, which every schema refuses.
 *
 * @param text - what follows the `?`; nothing when there is none.
 */
export function parseQuery(text: string | null | undefined): Record<string, string | string[]> {
  const query = Object.create(null) as Record<string, string | string[]>;
  for (const part of (text ?? '').split('&')) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    const name = equals < 0 ? part : part.slice(0, equals);
    const decoded = decode(name);
    const key = decoded === UNDECODABLE ? name : decoded;
    const value = equals < 0 ? '' : decode(part.slice(equals + 1));
    const before = query[key];
    if (before === undefined) query[key] = value;
    else if (typeof before === 'string') query[key] = [before, value];
    else before.push(value);
  }
  return query;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return UNDECODABLE;
  }
}
