import { expect, it } from 'vitest';
import { FAILURES } from '../intents/failures.ts';
import {
  CANCEL_REFUSALS,
  FAILURE_BY_REJECT_REASON,
  readCancelRefusal,
  readRejectReason,
  REJECT_REASONS,
} from './codes.ts';

it.each([
  ['OUT_OF_STOCK', 'OUT_OF_STOCK'],
  ['PRICE_CHANGED', 'PRICE_CHANGED'],
  ['ADDRESS_UNDELIVERABLE', 'ADDRESS_UNDELIVERABLE'],
  ['UNKNOWN_PRODUCT', 'PRODUCT_NOT_FOUND'],
  ['LIMIT_EXCEEDED', 'PLATFORM_REJECTED'],
  ['PAYMENT_FAILED', 'PLATFORM_REJECTED'],
  ['OTHER', 'PLATFORM_REJECTED'],
] as const)('an order refused for %s fails its intent with %s', (reason, failureCode) => {
  expect(FAILURE_BY_REJECT_REASON[reason]).toBe(failureCode);
  expect(FAILURES).toHaveProperty(failureCode);
});

it('reads every known reason as itself and any other as OTHER', () => {
  for (const reason of REJECT_REASONS) expect(readRejectReason(reason)).toBe(reason);
  for (const reason of CANCEL_REFUSALS) expect(readCancelRefusal(reason)).toBe(reason);
  for (const word of ['', 'SOLD_OUT', 'out_of_stock', 'toString']) {
    expect(readRejectReason(word)).toBe('OTHER');
    expect(readCancelRefusal(word)).toBe('OTHER');
  }
});
