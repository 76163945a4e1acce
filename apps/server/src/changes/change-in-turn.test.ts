import { expect, it } from 'vitest';
import { changeInTurn } from './change-in-turn.ts';

it('attempts a change until no other one comes first, and not for ever', async () => {
  const outcomes = [null, null, 'changed'];
  expect(await changeInTurn(async () => outcomes.shift() ?? null)).toBe('changed');
  let attempts = 0;
  const neverFirst = changeInTurn(async () => {
    attempts += 1;
    return null;
  }, 7);
  await expect(neverFirst).rejects.toMatchObject({ errorName: 'UNAVAILABLE' });
  expect(attempts).toBe(7);
});
