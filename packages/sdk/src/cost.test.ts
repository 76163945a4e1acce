import { expect, expectTypeOf, it } from 'vitest';
import { type COST_FIELDS, type CostFields, costOf, type NeedsCostFields } from './cost.ts';
import type { Intent } from './index.ts';

it.each<[string, CostFields, number]>([
  ['a purchase that has not begun', { status: 'SUBMITTED' }, 0],
  ['one that failed without an order', { status: 'FAILED' }, 0],
  [
    'one whose order was cancelled for a fee',
    { status: 'FAILED', orderStatus: 'CANCELLED', cancellationFee: 5 },
    5,
  ],
  [
    'one that was cancelled for a fee',
    { status: 'CANCELLED', orderStatus: 'CANCELLED', cancellationFee: 5 },
    5,
  ],
  [
    'one whose order was cancelled after it had cost too much',
    { status: 'CANCELLED', orderStatus: 'CANCELLED', amountPaid: 900, cancellationFee: 5 },
    5,
  ],
  [
    'a failed one whose late order stands',
    { status: 'FAILED', orderStatus: 'SHIPPED', amountPaid: 390 },
    390,
  ],
  [
    'a cancelled one whose late order stands, in part refunded',
    { status: 'CANCELLED', orderStatus: 'PLACED', amountPaid: 390, refunded: 90.1 },
    299.9,
  ],
  [
    'a failed one whose late order the shop has withdrawn',
    { status: 'FAILED', orderStatus: 'CANCELLED', refunded: 398 },
    0,
  ],
  ['one whose order cost too much and was rejected', { status: 'FAILED', amountPaid: 900 }, 0],
  ['a completed one', { status: 'COMPLETED', orderStatus: 'DELIVERED', amountPaid: 1.1 }, 1.1],
  [
    'a completed one that the shop has withdrawn and not refunded yet',
    { status: 'COMPLETED', orderStatus: 'CANCELLED', amountPaid: 398 },
    398,
  ],
  [
    'a completed one that is refunded to the fen',
    { status: 'COMPLETED', orderStatus: 'CANCELLED', amountPaid: 1.2, refunded: 0.1 },
    1.1,
  ],
  [
    'one that is in progress and costs too much already',
    { status: 'PROCESSING', orderStatus: 'PLACED', amountPaid: 900 },
    900,
  ],
])('the cost of %s', (_what, intent, cost) => {
  expect(costOf(intent)).toBe(cost);
});

it('is asked of an intent that has every field of it alone', () => {
  type Asked<I extends CostFields> = Parameters<typeof costOf<I>>[0];
  expectTypeOf<Intent>().toExtend<Asked<Intent>>();
  type Lacking = NeedsCostFields<'orderStatus' | 'cancellationFee'>;
  type Listed = Pick<Intent, 'status' | 'amountPaid' | 'refunded'>;
  expectTypeOf<Asked<Listed>>().toEqualTypeOf<Lacking>();
  expectTypeOf<Listed>().not.toExtend<Lacking>();
  expectTypeOf<(typeof COST_FIELDS)[number]>().toEqualTypeOf<keyof CostFields>();
});
