import { INTENT_STATUSES } from '@procurement-intents/contract';
import { expect, it } from 'vitest';
import { BearerError } from '../bearer/bearer-error.ts';
import { checkOrderCancel, isOrderOver } from './order-of-intent.ts';
import { presentOrder, type StoredOrder } from './present-order.ts';

it('the order of an intent is over unless it is being bought or is bought: before that it has none', () => {
  expect(INTENT_STATUSES.filter((each) => !isOrderOver(each))).toEqual(['PROCESSING', 'COMPLETED']);
});

it('the order of an intent can be cancelled while it is PROCESSING alone', () => {
  checkOrderCancel('PROCESSING');
  for (const status of INTENT_STATUSES.filter((each) => each !== 'PROCESSING'))
    expect(() => checkOrderCancel(status)).toThrow(BearerError);
});

it('an order tells that it can be cancelled exactly when a cancellation is not refused', () => {
  const order = { amountPaidFen: null, placedAt: new Date(), updatedAt: new Date() } as StoredOrder;
  const accepted = INTENT_STATUSES.filter((intentStatus) => {
    try {
      checkOrderCancel(intentStatus);
      return true;
    } catch {
      return false;
    }
  });
  const shown = INTENT_STATUSES.filter(
    (intentStatus) => presentOrder({ ...order, intentStatus }).isCancellable,
  );
  expect(shown).toEqual(accepted);
});
