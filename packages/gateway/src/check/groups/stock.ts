import { expectKept, NotChecked } from '../broken-promise.ts';
import type { Check } from '../check.ts';
import type { Probe } from '../probe.ts';
import { expectRefused } from './money.ts';

const MOST_PIECES = 999_999;
/** The total pays for so many of them: an order of a part would be within it. */
const PAID_PIECES = 3;

async function refuseSoldOut(probe: Probe): Promise<void> {
  const { soldOut } = probe.settings;
  if (soldOut === undefined) throw new NotChecked('needs --sold-out: a product that is sold out');
  const answer = await probe.placeUntilClear(probe.newNumber(), { productUrl: soldOut });
  expectRefused(probe, answer, ['OUT_OF_STOCK']);
}

async function neverSellPart(probe: Probe): Promise<void> {
  const merchantOrderNo = probe.newNumber();
  const answer = await probe.placeUntilClear(merchantOrderNo, {
    quantity: MOST_PIECES,
    maxTotal: (probe.capFen * PAID_PIECES) / 100,
  });
  expectRefused(probe, answer, ['OUT_OF_STOCK', 'PRICE_CHANGED', 'LIMIT_EXCEEDED']);
  const order = await probe.findOrder(merchantOrderNo);
  expectKept(
    order === null || order.status === 'REJECTED',
    'a part of the quantity was sold',
    answer.exchange,
  );
}

export const STOCK: readonly Check[] = [
  {
    group: 'stock',
    name: 'sold-out',
    promise: 'A product that is sold out is refused as OUT_OF_STOCK and not paid.',
    mend: 'Map the shop’s stock errors to OUT_OF_STOCK, whichever step reports them.',
    pieces: () => 1,
    run: refuseSoldOut,
  },
  {
    group: 'stock',
    name: 'never-partly',
    promise: 'More pieces than there are or may cost are refused as a whole.',
    mend: 'Read the lines of the order back, and compare the quantity with the one asked for before the payment.',
    pieces: () => PAID_PIECES,
    run: neverSellPart,
  },
];
