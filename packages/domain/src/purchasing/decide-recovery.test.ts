import type { IntentStatus } from '@procurement-intents/contract';
import { describe, expect, it } from 'vitest';
import { decideRecovery } from './decide-recovery.ts';
import { order } from '../../test/test-purchase.ts';

describe('after a restore, an order', () => {
  const intent = (status: IntentStatus, orderId: string | null = null) => ({
    status,
    orderId,
    foundOrderId: null,
  });
  const shown = (status: IntentStatus, foundOrderId: string) => ({ ...intent(status), foundOrderId });

  it.each([
    ['of a number that is not ours', order('CONFIRMED'), false, null, 'report'],
    ['that the shop has cancelled', order('CANCELLED'), true, null, null],
    ['that the shop has rejected', order('REJECTED'), true, intent('FAILED'), null],
    ['that its intent knows', order('CONFIRMED'), true, intent('COMPLETED', 'ORD-1'), null],
    ['whose intent knows another one', order('CONFIRMED'), true, intent('PROCESSING', 'ORD-2'), 'report'],
    ['whose intent is COMPLETED without one', order('CONFIRMED'), true, intent('COMPLETED'), 'report'],
    [
      'that its intent has and FAILED all the same',
      order('CONFIRMED'),
      true,
      intent('FAILED', 'ORD-1'),
      'report',
    ],
    ['that its intent was shown', order('CONFIRMED'), true, shown('PROCESSING', 'ORD-1'), 'adopt'],
    ['whose intent was shown another one', order('CONFIRMED'), true, shown('PROCESSING', 'ORD-2'), 'report'],
    [
      'that was shown to an intent which FAILED',
      order('CONFIRMED'),
      true,
      shown('FAILED', 'ORD-1'),
      'report',
    ],
    ['whose intent does not exist', order('CONFIRMED'), true, null, 'cancel'],
    ['whose intent has FAILED', order('CONFIRMED'), true, intent('FAILED'), 'cancel'],
    ['whose intent is CANCELLED', order('CONFIRMED'), true, intent('CANCELLED'), 'cancel'],
    ['whose intent is a draft', order('CONFIRMED'), true, intent('DRAFT'), 'adopt'],
    ['whose intent is SUBMITTED', order('CONFIRMED'), true, intent('SUBMITTED'), 'adopt'],
    ['whose intent is PROCESSING', order('CONFIRMED'), true, intent('PROCESSING'), 'adopt'],
  ] as const)('%s', (_what, listed, isFromHere, known, step) => {
    expect(decideRecovery(listed, isFromHere, known)).toBe(step);
  });
});
