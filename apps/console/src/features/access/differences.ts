type Values = Readonly<Record<string, unknown>>;

/** A field of an audit entry; undefined: it had no value, or the entry does not say. */
interface Difference {
  field: string;
  before: string | undefined;
  after: string | undefined;
}

const textOf = (value: unknown): string | undefined =>
  value === undefined || value === null
    ? undefined
    : typeof value === 'string'
      ? value
      : JSON.stringify(value);

/** What an entry says about each field that has changed, in the order in which the fields are named. */
export function differencesOf(before: Values = {}, after: Values = {}): Difference[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .map((field) => ({ field, before: textOf(before[field]), after: textOf(after[field]) }))
    .filter(({ before: was, after: is }) => was !== is);
}
