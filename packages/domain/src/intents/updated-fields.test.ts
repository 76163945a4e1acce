import { AMOUNTS } from '@procurement-intents/contract';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ValidationError } from '../errors.ts';
import { describeUpdate, updatedFields } from './updated-fields.ts';

it('writes only the fields that were sent', () => {
  expect(updatedFields({ priceFen: 1050n }, { remarks: '', phone: undefined })).toEqual({ remarks: '' });
  expect(describeUpdate({ remarks: '', address: '北京市朝阳区建国路 88 号' })).toBe('address, remarks');
});

it('computes the exact total of the new quantity, or refuses the quantity', () => {
  const price = fc.bigInt({ min: 1n, max: BigInt(Math.round(AMOUNTS.priceMax * 100)) });
  const pieces = fc.integer({ min: 1, max: AMOUNTS.quantityMax });
  const largest = BigInt(Math.round(AMOUNTS.totalMax * 100));
  fc.assert(
    fc.property(price, pieces, (priceFen, quantity) => {
      const total = priceFen * BigInt(quantity);
      const update = () => updatedFields({ priceFen }, { quantity });
      if (total > largest) expect(update).toThrow(ValidationError);
      else expect(update()).toEqual({ quantity, totalFen: total });
    }),
    { numRuns: 1000 },
  );
});
