import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSecretBox } from './secret-box.ts';

const key = randomBytes(32);
const box = createSecretBox(key);
const OTHER = 'another key or for another owner';

describe('a sealed secret', () => {
  it('opens to what was sealed, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (secret, owner) => {
        expect(box.open(box.seal(secret, owner), owner)).toBe(secret);
      }),
    );
  });

  it('opens when an earlier release sealed it', () => {
    const sealed = Buffer.from('LXf_qS1ee9WYdq3k6HU4banBty80EVjDaR__D96pi6xduR_flkfdcWIlla5Rwg', 'base64url');
    expect(createSecretBox(Buffer.alloc(32, 7)).open(sealed, 'app_1')).toBe('a well-kept secret');
  });

  it('differs each time and contains nothing of the text', () => {
    const seals = Array.from({ length: 50 }, () => Buffer.from(box.seal('a well-kept secret', 'app_1')));
    expect(new Set(seals.map((seal) => seal.toString('hex'))).size).toBe(50);
    // The initialisation vector must never repeat under one key.
    expect(new Set(seals.map((seal) => seal.subarray(0, 12).toString('hex'))).size).toBe(50);
    for (const seal of seals) expect(seal.includes('secret')).toBe(false);
  });

  it('opens for its owner only', () => {
    const sealed = box.seal('secret', 'app_1');
    for (const owner of ['', 'app_2', 'app_1 ', 'APP_1'])
      expect(() => box.open(sealed, owner)).toThrow(OTHER);
  });

  it('does not open after a change of a bit, or with bytes missing', () => {
    const sealed = box.seal('secret', 'app_1');
    for (let bit = 0; bit < sealed.length * 8; bit += 1) {
      const forged = Uint8Array.from(sealed);
      const at = Math.floor(bit / 8);
      forged[at] = (forged[at] ?? 0) ^ (1 << (bit % 8));
      expect(() => box.open(forged, 'app_1')).toThrow(OTHER);
    }
    // For an empty text only the tag is checked, so a truncated tag would be easy to guess.
    for (const whole of [sealed, box.seal('', 'app_1')])
      for (let length = 0; length < whole.length; length += 1)
        expect(() => box.open(whole.subarray(0, length), 'app_1')).toThrow(OTHER);
  });
});

describe('while the key is being replaced', () => {
  const next = createSecretBox(randomBytes(32), key);

  it('opens what either key sealed, and distinguishes the two', () => {
    const [old, renewed] = [box.seal('secret', 'app_1'), next.seal('secret', 'app_1')];
    expect([old, renewed].map((sealed) => next.open(sealed, 'app_1'))).toEqual(['secret', 'secret']);
    expect([old, renewed].map((sealed) => next.isCurrent(sealed, 'app_1'))).toEqual([false, true]);
  });

  it('seals with the new key, so that the old one alone does not open it', () => {
    expect(() => box.open(next.seal('secret', 'app_1'), 'app_1')).toThrow(OTHER);
  });
});

it.each([0, 16, 31, 33])('refuses a key of %i bytes, current or previous', (length) => {
  expect(() => createSecretBox(Buffer.alloc(length))).toThrow('32 bytes');
  expect(() => createSecretBox(key, Buffer.alloc(length))).toThrow('32 bytes');
});
