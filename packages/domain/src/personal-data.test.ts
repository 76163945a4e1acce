import fc from 'fast-check';
import { expect, it } from 'vitest';
import { maskPhone, REDACTED } from './personal-data.ts';

const phones = fc.stringMatching(/^1[0-9]{10}$/);

it('hides four digits of every phone', () => {
  fc.assert(
    fc.property(phones, (phone) => {
      const masked = maskPhone(phone);
      expect(masked).toMatch(/^1[0-9]{2}\*{4}[0-9]{4}$/);
      expect(masked.slice(0, 3) + masked.slice(-4)).toBe(phone.slice(0, 3) + phone.slice(-4));
    }),
  );
});

it('gives the same result for phones that differ only in the masked digits', () => {
  fc.assert(
    fc.property(phones, fc.stringMatching(/^[0-9]{4}$/), (phone, others) => {
      expect(maskPhone(phone.slice(0, 3) + others + phone.slice(7))).toBe(maskPhone(phone));
    }),
  );
});

it('does not change redacted data', () => {
  expect(maskPhone(REDACTED)).toBe(REDACTED);
});
