import { AMOUNTS, UpdateIntentBody, type UpdateIntentInput } from '@procurement-intents/contract';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ValidationError } from '../errors.ts';
import { CONTENT_UPDATES, isContentUpdate, updatedFields, updateEvent } from './updated-fields.ts';

it('writes only the fields that were sent', () => {
  expect(updatedFields({ priceFen: 1050n }, { remarks: '', phone: undefined })).toEqual({ remarks: '' });
});

it('writes no labels as null, as they are stored', () => {
  expect(updatedFields({ priceFen: 1050n }, { labels: {} })).toEqual({ labels: null });
  expect(updatedFields({ priceFen: 1050n }, { labels: { batch: 'a' } })).toEqual({ labels: { batch: 'a' } });
});

function outcomeOf<Fields>(update: () => Fields): Fields | 'refused' {
  try {
    return update();
  } catch (error) {
    if (error instanceof ValidationError) return 'refused';
    throw error;
  }
}

it('computes the exact total of the new quantity, or refuses the quantity', () => {
  const price = fc.bigInt({ min: 1n, max: BigInt(Math.round(AMOUNTS.priceMax * 100)) });
  const pieces = fc.integer({ min: 1, max: AMOUNTS.quantityMax });
  const largest = BigInt(Math.round(AMOUNTS.totalMax * 100));
  fc.assert(
    fc.property(price, pieces, (priceFen, quantity) => {
      const total = priceFen * BigInt(quantity);
      const expected = total > largest ? 'refused' : { quantity, totalFen: total };
      expect(outcomeOf(() => updatedFields({ priceFen }, { quantity }))).toEqual(expected);
    }),
    { numRuns: 1000 },
  );
});

it('tells the timeline which fields were sent, in words that stored events have', () => {
  expect(updateEvent({ remarks: '', address: '北京市朝阳区建国路 88 号' }, 1)).toEqual({
    type: 'intent.updated',
    detail: 'address, remarks',
  });
  expect(CONTENT_UPDATES).toEqual({
    type: 'intent.updated',
    exceptDetails: ['labels', 'remarks', 'labels, remarks'],
  });
});

it('counts an update of any fields but labels and remarks as one that a platform may see', () => {
  const names = UpdateIntentBody.keyof().options;
  fc.assert(
    fc.property(fc.subarray(names, { minLength: 1 }), (sent) => {
      const body = Object.fromEntries(sent.map((name) => [name, ''])) as unknown as UpdateIntentInput;
      const { type, detail } = updateEvent(body, 1) ?? {};
      const isContent =
        type === CONTENT_UPDATES.type && !CONTENT_UPDATES.exceptDetails.includes(detail ?? '');
      expect(isContent).toBe(sent.some((name) => name !== 'remarks' && name !== 'labels'));
      expect(isContentUpdate(body)).toBe(isContent);
    }),
  );
});
