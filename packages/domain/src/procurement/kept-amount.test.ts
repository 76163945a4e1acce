import { expect, it } from 'vitest';
import { keptFenOf, type PaidIntent } from './kept-amount.ts';

const NOTHING = { amountPaidFen: null, refundedFen: null, cancellationFeeFen: null };

it.each<[string, Partial<PaidIntent>, bigint]>([
  [
    'is bought',
    { status: 'COMPLETED', orderStatus: 'CANCELLED', amountPaidFen: 398n, refundedFen: 300n },
    0n,
  ],
  ['ended without an order', { orderStatus: null }, 0n],
  ['has an order that appeared late and stands', { orderStatus: 'SHIPPED', amountPaidFen: 398n }, 398n],
  [
    'has one that stands and is paid back in part',
    { orderStatus: 'PLACED', amountPaidFen: 398n, refundedFen: 98n, cancellationFeeFen: 0n },
    300n,
  ],
  ['was cancelled for a fee', { status: 'CANCELLED', orderStatus: 'CANCELLED', cancellationFeeFen: 5n }, 5n],
  [
    'was withdrawn for a fee after it had cost too much',
    { orderStatus: 'CANCELLED', amountPaidFen: 900n, cancellationFeeFen: 5n },
    5n,
  ],
  [
    'had an order that the shop ended and paid back in part',
    { orderStatus: 'CANCELLED', amountPaidFen: 398n, refundedFen: 300n, cancellationFeeFen: 0n },
    98n,
  ],
  ['was paid back more than it cost', { orderStatus: 'CANCELLED', amountPaidFen: 1n, refundedFen: 2n }, 0n],
  ['had an order of which nothing is told', { orderStatus: 'CANCELLED', amountPaidFen: 398n }, 0n],
])('an intent that %s has cost as much', (_what, intent, fen) => {
  expect(keptFenOf({ status: 'FAILED', orderStatus: null, ...NOTHING, ...intent })).toBe(fen);
});
