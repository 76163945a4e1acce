import { INTENT_STATUSES } from '@procurement-intents/contract';
import { expect, it } from 'vitest';
import { BearerError } from '../bearer/bearer-error.ts';
import { checkOrderCancel, isOrderOver } from './order-of-intent.ts';

it('the order of an intent that has failed or was cancelled is over', () => {
  expect(INTENT_STATUSES.filter(isOrderOver)).toEqual(['FAILED', 'CANCELLED']);
});

it('the order of an intent can be cancelled while it is PROCESSING alone', () => {
  checkOrderCancel('PROCESSING');
  for (const status of INTENT_STATUSES.filter((each) => each !== 'PROCESSING'))
    expect(() => checkOrderCancel(status)).toThrow(BearerError);
});
