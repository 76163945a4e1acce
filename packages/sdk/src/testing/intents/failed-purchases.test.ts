import type { FailureCode } from '@procurement-intents/contract';
import { expect, it } from 'vitest';
import { costOf } from '../../index.ts';
import { createTestService } from '../index.ts';
import type { Failing } from '../types.ts';

it('purchases that fail may cost something: a fee, or an order that appears later and stands', async () => {
  const service = createTestService();
  const { intents } = service.client();
  service.purchases.fail({ userId: 'fee' }, 'PROCESSING_TIMEOUT', { afterMs: 1000, cancellationFee: 5 });
  const lateOrder = { afterMs: 60_000, amountPaid: 390 };
  service.purchases.fail({ userId: 'late' }, 'PLATFORM_UNAVAILABLE', { lateOrder });
  const withFee = await intents.createAndWait(service.order({ userId: 'fee' }));
  expect(withFee).toMatchObject({ status: 'FAILED', orderStatus: 'CANCELLED', cancellationFee: 5 });
  expect(costOf(withFee)).toBe(5);
  const failed = await intents.createAndWait(service.order({ userId: 'late' }));
  expect(failed).toMatchObject({ status: 'FAILED' });
  expect(costOf(failed)).toBe(0);
  service.clock.advance(60_000);
  const late = await intents.get(failed.id);
  expect(late).toMatchObject({ status: 'FAILED', orderStatus: 'PLACED', amountPaid: 390 });
  expect(costOf(late)).toBe(390);
  const { items } = await intents.events(failed.id);
  expect(items.at(-1)).toMatchObject({ type: 'order.late_stands' });
});

it.each<[FailureCode, Failing]>([
  ['OUT_OF_STOCK', { cancellationFee: 5 }],
  ['OUT_OF_STOCK', { lateOrder: {} }],
  ['PROCESSING_TIMEOUT', { lateOrder: {} }],
  ['PLATFORM_UNAVAILABLE', { lateOrder: {}, afterMs: 1000 }],
])('%s with %j is refused, because it could not happen', (code, how) => {
  expect(() => createTestService().purchases.fail({}, code, how)).toThrow(RangeError);
});
