import { DAY_MS } from '@procurement-intents/contract';
import { expect, it } from 'vitest';
import { credentialState } from './credential-state.ts';

const END = new Date('2026-11-23T00:00:00.000Z');

it.each([
  [-1, 'valid'],
  [0, 'expired'],
  [DAY_MS - 1, 'expired'],
  [DAY_MS, 'unknown'],
])('%i ms after its end a token is %s (B4)', (ms, state) => {
  expect(credentialState(END, new Date(END.getTime() + ms))).toBe(state);
});

it('is always valid without an end', () => {
  expect(credentialState(null, END)).toBe('valid');
});
