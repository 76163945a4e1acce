// Stands for text that cannot be decoded. No schema accepts a lone surrogate, so validation refuses the parameter by
// name.
const UNDECODABLE = '\uD800';

/**
 * Parses a query string into flat keys: `filter[status][in]` stays one key, so a caller cannot build an object. A
 * repeated key becomes an array, which every schema refuses.
 *
 * @param text - the part after the `?`; null or undefined when there is none.
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
