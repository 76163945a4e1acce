import { expect, it } from 'vitest';
import { type CancelState, checkCancel } from './check-cancel.ts';

const asked: CancelState = {
  status: 'PROCESSING',
  cancelRequestedAt: new Date('2026-11-21T08:30:00.000Z'),
  cancelRefusal: null,
};

it('is undecided while the platform has not answered', () => {
  expect(checkCancel(asked)).toBe('undecided');
});

it('is done once the intent is CANCELLED', () => {
  expect(checkCancel({ ...asked, status: 'CANCELLED', cancelRequestedAt: null })).toBe('cancelled');
});

it.each<[Partial<CancelState>, string]>([
  [{ cancelRequestedAt: null, cancelRefusal: 'already shipped' }, 'already shipped'],
  [{ cancelRequestedAt: null }, 'refused by the platform'],
  [{ status: 'COMPLETED', cancelRequestedAt: null }, 'already COMPLETED'],
  [{ status: 'FAILED' }, 'already FAILED'],
])('failed with %j', (changes, reason) => {
  const check = () => checkCancel({ ...asked, ...changes });
  expect(check).toThrow(expect.objectContaining({ errorName: 'CANCEL_FAILED', data: { reason } }) as Error);
});
