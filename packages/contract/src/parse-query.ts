// Stands for text that cannot be decoded. No schema accepts a lone surrogate, so validation refuses the parameter by
// name.
const UNDECODABLE = '\uD800';
// An attempt that fails costs some 5 us. A query with so many is refused in any case.
const MAX_FAILURES = 50;

/** The values of a parameter that is given more than once. Lists of a JSON body are no such thing, and are told so. */
export class RepeatedValue extends Array<string> {}

/**
 * Parses a query string into flat keys: `filter[status][in]` stays one key, so a caller cannot build an object. A
 * repeated key becomes a {@link RepeatedValue}, which every schema refuses.
 *
 * @param text - the part after the `?`; null or undefined when there is none.
 */
export function parseQuery(text: string | null | undefined): Record<string, string | string[]> {
  const query = Object.create(null) as Record<string, string | string[]>;
  const decode = createDecoder();
  for (const part of (text ?? '').split('&')) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    const name = equals < 0 ? part : part.slice(0, equals);
    const decoded = decode(name);
    const key = decoded === UNDECODABLE ? name : decoded;
    const value = equals < 0 ? '' : decode(part.slice(equals + 1));
    const before = query[key];
    if (before === undefined) query[key] = value;
    else if (typeof before === 'string') query[key] = RepeatedValue.of(before, value);
    else before.push(value);
  }
  return query;
}

function createDecoder(): (text: string) => string {
  let failures = 0;
  return (text) => {
    const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
    if (!spaced.includes('%')) return spaced;
    if (failures >= MAX_FAILURES) return UNDECODABLE;
    try {
      return decodeURIComponent(spaced);
    } catch {
      failures += 1;
      return UNDECODABLE;
    }
  };
}
