import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeBase64Url, encodeBase64Url } from './base64url.ts';

it('encodes bytes as Node does, and decodes them again', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (given) => {
      const bytes = String.fromCharCode(...given);
      const digits = encodeBase64Url(bytes);
      expect(digits).toBe(Buffer.from(given).toString('base64url'));
      expect(decodeBase64Url(digits)).toBe(bytes);
    }),
  );
});

it('decodes every text of digits as Node does, whole bytes or not', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[\w-]{0,60}$/), (digits) => {
      expect(decodeBase64Url(digits)).toBe(Buffer.from(digits, 'base64url').toString('latin1'));
    }),
  );
});
