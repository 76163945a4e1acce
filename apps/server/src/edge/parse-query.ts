/**
 * Reads a query string into flat keys, exactly as named: `filter[status][in]` stays one key, so that no caller builds
 * an object. A repeated key becomes an array, which every schema refuses.
 */
export function parseQuery(text: string | null | undefined): Record<string, string | string[]> {
  const query = Object.create(null) as Record<string, string | string[]>;
  for (const [key, value] of new URLSearchParams(text ?? '')) {
    const before = query[key];
    query[key] = before === undefined ? value : [before, value].flat();
  }
  return query;
}
