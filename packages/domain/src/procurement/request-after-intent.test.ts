import { expect, it } from 'vitest';
import type { StoredRequest } from './present-procurement.ts';
import { requestAfterIntent } from './request-after-intent.ts';

const at = new Date('2026-11-21T08:30:00.000Z');
const request = (changes: Partial<StoredRequest> = {}) =>
  ({ status: 'APPROVED', spentFen: null, endedAt: null, ...changes }) as StoredRequest;
const intent = {
  status: 'COMPLETED',
  orderId: 'A1',
  amountPaidFen: 95n,
  totalFen: 100n,
  orderStatus: 'PLACED',
  refundedFen: null,
  cancellationFeeFen: null,
  updatedAt: at,
} as const;

it.each([
  [
    'a completed purchase',
    request(),
    intent,
    { status: 'ORDERED', orderId: 'A1', spentFen: 95n, endedAt: at },
  ],
  [
    'one whose cost nobody knows',
    request(),
    { ...intent, amountPaidFen: null },
    { status: 'ORDERED', orderId: 'A1', spentFen: 100n, endedAt: at },
  ],
  [
    'one that turns out to cost more',
    request({ status: 'ORDERED', spentFen: 95n, endedAt: new Date(0) }),
    { ...intent, amountPaidFen: 99n },
    { status: 'ORDERED', orderId: 'A1', spentFen: 99n, endedAt: new Date(0) },
  ],
  [
    'a failed one',
    request(),
    { ...intent, status: 'FAILED' as const, amountPaidFen: null },
    { status: 'FAILED', orderId: 'A1', spentFen: null, endedAt: at },
  ],
  [
    'one whose order appeared after it had failed, and stands',
    request({ status: 'FAILED', endedAt: new Date(0) }),
    { ...intent, status: 'FAILED' as const },
    { status: 'FAILED', orderId: 'A1', spentFen: 95n, endedAt: new Date(0) },
  ],
])('a request follows %s', (_name, before, after, changes) => {
  expect(requestAfterIntent(before, after)).toEqual(changes);
});

it.each([
  ['is being bought', request(), { ...intent, status: 'PROCESSING' as const }],
  ['has ended as before', request({ status: 'ORDERED', spentFen: 95n }), intent],
  ['was withdrawn', request({ status: 'WITHDRAWN' }), intent],
  [
    'has failed already',
    request({ status: 'FAILED' }),
    { ...intent, status: 'FAILED' as const, amountPaidFen: null },
  ],
])('a request that %s stays as it is', (_name, before, after) => {
  expect(requestAfterIntent(before, after)).toBeNull();
});
