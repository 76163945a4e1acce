import { parseQuery } from '@procurement-intents/contract';
import fc from 'fast-check';
import { expect, it } from 'vitest';

it('a query is read back as URLSearchParams writes it', () => {
  const text = fc.string({ unit: 'grapheme' });
  fc.assert(
    fc.property(fc.uniqueArray(fc.tuple(text, text), { selector: ([name]) => name }), (pairs) => {
      const read = parseQuery(new URLSearchParams(pairs).toString());
      for (const [name, value] of pairs) expect(read[name]).toBe(value);
      expect(Object.keys(read)).toHaveLength(pairs.length);
    }),
  );
});
