import fc from 'fast-check';
import { expect, it } from 'vitest';
import { maskPhone, REDACTED } from './mask-personal-data.ts';

const phones = fc.stringMatching(/^1[0-9]{10}$/);

it('masks every phone so that four digits cannot be told', () => {
  fc.assert(
    fc.property(phones, (phone) => {
      const masked = maskPhone(phone);
      expect(masked).toMatch(/^1[0-9]{2}\*{4}[0-9]{4}$/);
      expect(masked.slice(0, 3) + masked.slice(-4)).toBe(phone.slice(0, 3) + phone.slice(-4));
    }),
  );
});

it('gives the same for all phones that differ in the masked digits alone', () => {
  fc.assert(
    fc.property(phones, fc.stringMatching(/^[0-9]{4}$/), (phone, others) => {
      expect(maskPhone(phone.slice(0, 3) + others + phone.slice(7))).toBe(maskPhone(phone));
    }),
  );
});

it('leaves redacted data as it is', () => {
  expect(maskPhone(REDACTED)).toBe(REDACTED);
});
