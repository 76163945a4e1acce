/** Yuan with two decimals, as pages print it: 19900 becomes `199.00`. */
export function printYuan(fen: number): string {
  return `${Math.floor(fen / 100)}.${String(fen % 100).padStart(2, '0')}`;
}

/** Fen of a printed price such as `199` or `199.00`; null unless it is within 0.01 to 99,999,999.99. */
export function parsePrice(text: string): number | null {
  const match = /^(\d{1,8})(?:\.(\d{1,2}))?$/.exec(text);
  if (!match) return null;
  const fen = Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
  return fen > 0 ? fen : null;
}

/** `fen` times `percent` / 100, rounded half up to a whole fen and never below one. */
export function scaleFen(fen: number, percent: number): number {
  return Math.max(1, Math.floor((fen * percent + 50) / 100));
}
