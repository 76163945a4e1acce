import { yuanToFen } from '../money.ts';

const MAX_PRICE_TEXT = 40;
// Shops write 199, 199.00 or 1,299.00, with or without a currency sign or name.
const PRICE_TEXT =
  /^(?:CNY|RMB|[¥￥])?\s*(\d{1,12}|\d{1,3}(?:,\d{3}){1,3})(?:\.(\d{0,2})0*)?\s*(?:CNY|RMB|元)?$/i;

/** A price on a page, number or text, in fen; null when it is unreadable, finer than a fen, or not positive. */
export function readPriceFen(value: unknown): number | null {
  const fen =
    typeof value === 'number' ? yuanToFen(value) : typeof value === 'string' ? readText(value) : null;
  return fen !== null && fen > 0 ? fen : null;
}

function readText(text: string): number | null {
  const match = text.length <= MAX_PRICE_TEXT ? PRICE_TEXT.exec(text.trim()) : null;
  if (!match) return null;
  const [, yuan = '', hundredths = ''] = match;
  return Number(yuan.replaceAll(',', '')) * 100 + Number(hundredths.padEnd(2, '0'));
}
