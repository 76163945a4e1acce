/** Escapes all but ASCII and common Chinese, so that no editor alters invisible characters. */
export function toPlainJson(value: unknown): string {
  const escape = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(value, null, 2).replaceAll(/[^\n\x20-\x7e\u3000-\u303f\u4e00-\u9fff]/g, escape);
}
