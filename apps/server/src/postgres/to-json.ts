// JSON has no big integers. `json_to_recordset` reads them from text.
const asText = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);

/** The JSON of a parameter that a statement reads as rows, with bigint values as text. */
export const toJson = (value: object): string => JSON.stringify(value, asText);
