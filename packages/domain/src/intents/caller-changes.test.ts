import { describe, expect, it } from 'vitest';
import { ApiError } from '../errors.ts';
import { submissionOf, updateOf } from './caller-changes.ts';

const NOW = new Date('2026-11-21T08:30:00.000Z');

describe('an update', () => {
  it('writes the fields that were sent and names them in its event', () => {
    const intent = { status: 'SUBMITTED' as const, priceFen: 1050n };
    expect(updateOf(intent, { remarks: '急', quantity: 2 }, NOW)).toEqual({
      fields: { status: 'SUBMITTED', remarks: '急', quantity: 2, totalFen: 2100n },
      event: { type: 'intent.updated', detail: 'quantity, remarks' },
    });
  });

  it('is refused once the intent is PROCESSING', () => {
    expect(() => updateOf({ status: 'PROCESSING', priceFen: 1050n }, {}, NOW)).toThrow(ApiError);
  });
});

describe('a submit', () => {
  it('moves a draft to SUBMITTED', () => {
    expect(submissionOf({ status: 'DRAFT' }, NOW)).toEqual({
      fields: { status: 'SUBMITTED', submittedAt: NOW },
      event: { type: 'intent.submitted', from: 'DRAFT', to: 'SUBMITTED' },
    });
  });

  it('is refused for any other intent', () => {
    expect(() => submissionOf({ status: 'SUBMITTED' }, NOW)).toThrow(ApiError);
  });
});
