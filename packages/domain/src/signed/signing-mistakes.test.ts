import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { knownMistakes, correctRecipe } from './signing-mistakes.ts';

const BASE = new URL('https://shop.example/gateway');
const MISTAKES = knownMistakes(BASE).flat();
const PARTS = {
  secret: 'c2VjcmV0',
  method: 'POST',
  path: '/gateway/api/v1/intents?b=1+2%2f&a=%20',
  timestamp: '1795251600000',
  body: '{ "b": "请/x", "a": [1] }\n',
};

describe('the table of signing mistakes', () => {
  it('has unique labels', () => {
    const labels = MISTAKES.map(({ label }) => label);
    expect(new Set(labels).size).toBe(labels.length);
  });

  it('leaves out mistakes that need the address of the service when it is unknown', () => {
    const labels = new Set(knownMistakes(null).flatMap((group) => group.map(({ label }) => label)));
    expect(MISTAKES.map(({ label }) => label).filter((label) => !labels.has(label))).toEqual([
      'the whole address instead of the path',
      'host and path instead of the path',
      '/gateway before the path',
    ]);
  });

  it('has no row that changes nothing in every request', () => {
    const empty = { ...PARTS, body: '' };
    const sparse = { ...PARTS, secret: `"${PARTS.secret} "`, path: '/api/v1/intents?a=%2F' };
    const recipes = [PARTS, empty, sparse].map(correctRecipe);
    const silent = MISTAKES.filter(({ apply }) => recipes.every((recipe) => apply(recipe) === null));
    expect(silent.map(({ label }) => label)).toEqual(['white space around the secret left out']);
  });

  it('accepts any request', () => {
    const text = fc.oneof(fc.string(), fc.json(), fc.constantFrom('%zz', '\uD800', '?', '"'));
    const parts = fc.record({ secret: text, method: text, path: text, timestamp: text, body: text });
    fc.assert(
      fc.property(parts, (given) => {
        const changes = MISTAKES.map(({ apply }) => apply(correctRecipe(given)));
        expect(changes).toHaveLength(MISTAKES.length);
      }),
    );
  });
});
