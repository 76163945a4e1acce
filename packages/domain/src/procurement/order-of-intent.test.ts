import { INTENT_STATUSES } from '@procurement-intents/contract';
import { expect, it } from 'vitest';
import { BearerError } from '../bearer/bearer-error.ts';
import { checkOrderCancel, isOrderOver } from './order-of-intent.ts';

it('the order of an intent is over unless it is being bought or is bought: before that it has none', () => {
  expect(INTENT_STATUSES.filter((each) => !isOrderOver(each))).toEqual(['PROCESSING', 'COMPLETED']);
});

it('the order of an intent can be cancelled while it is PROCESSING alone', () => {
  checkOrderCancel('PROCESSING');
  for (const status of INTENT_STATUSES.filter((each) => each !== 'PROCESSING'))
    expect(() => checkOrderCancel(status)).toThrow(BearerError);
});
