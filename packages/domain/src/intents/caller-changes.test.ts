import { describe, expect, it } from 'vitest';
import { ApiError } from '../errors.ts';
import { archivingOf, submissionOf, unarchivingOf, updateOf } from './caller-changes.ts';

const NOW = new Date('2026-11-21T08:30:00.000Z');

describe('an update', () => {
  it('writes the fields that were sent and names them in its event', () => {
    const intent = { status: 'SUBMITTED' as const, priceFen: 1050n, version: 1 };
    expect(updateOf(intent, { remarks: '急', quantity: 2 }, NOW)).toEqual({
      fields: { status: 'SUBMITTED', remarks: '急', quantity: 2, totalFen: 2100n },
      event: { type: 'intent.updated', detail: 'quantity, remarks' },
      isVisible: true,
      renewsFence: true,
    });
  });

  it('adds at most a few events more to a timeline than the first hundred, however often it is made', () => {
    const reported = Array.from({ length: 10_000 }, (_, index) =>
      updateOf({ status: 'DRAFT', priceFen: 1050n, version: index + 1 }, { quantity: 2 }, NOW),
    ).flatMap(({ event }) => event ?? []);
    expect(reported).toHaveLength(106);
    expect(reported[100]).toEqual({ type: 'intent.updated', detail: 'quantity (change 200)' });
  });

  it.each([
    ['of content', { quantity: 2 }, true],
    ['of the remarks alone', { remarks: '急' }, undefined],
  ])('%s that no event reports is marked on the row if an order may differ by it', (_what, body, mark) => {
    const { fields, event } = updateOf({ status: 'DRAFT', priceFen: 1050n, version: 101 }, body, NOW);
    expect(event).toBeNull();
    expect(fields.mustCompareOrder).toBe(mark);
  });

  it('is refused once the intent is PROCESSING', () => {
    expect(() => updateOf({ status: 'PROCESSING', priceFen: 1050n, version: 1 }, {}, NOW)).toThrow(ApiError);
  });
});

describe('archiving and the way back', () => {
  it('add at most a few events more to a timeline than the first hundred, however often they are made', () => {
    const reported = Array.from({ length: 5000 }, (_, index) => {
      const ended = { status: 'CANCELLED' as const, version: 2 * index + 1 };
      return [
        archivingOf({ ...ended, archivedAt: null }, NOW),
        unarchivingOf({ ...ended, archivedAt: NOW, version: ended.version + 1 }, NOW),
      ];
    })
      .flat()
      .flatMap((change) => change?.event ?? []);
    expect(reported).toHaveLength(106);
    expect(reported.slice(98, 101).map(({ type }) => type)).toEqual([
      'intent.archived',
      'intent.unarchived',
      'intent.unarchived',
    ]);
  });

  it('change nothing that is so already', () => {
    expect(archivingOf({ status: 'CANCELLED', archivedAt: NOW, version: 1 }, NOW)).toBeNull();
    expect(unarchivingOf({ status: 'CANCELLED', archivedAt: null, version: 1 }, NOW)).toBeNull();
  });
});

describe('a submit', () => {
  it('moves a draft to SUBMITTED', () => {
    expect(submissionOf({ status: 'DRAFT' }, NOW, 5000)).toEqual({
      fields: { status: 'SUBMITTED', submittedAt: NOW },
      event: { type: 'intent.submitted', from: 'DRAFT', to: 'SUBMITTED' },
      isVisible: true,
      nextAttemptAt: new Date(NOW.getTime() + 5000),
    });
  });

  it('is refused for any other intent', () => {
    expect(() => submissionOf({ status: 'SUBMITTED' }, NOW, 5000)).toThrow(ApiError);
  });
});
