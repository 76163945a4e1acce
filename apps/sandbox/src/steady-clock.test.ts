import { expect, test } from 'vitest';
import { createSteadyClock } from './steady-clock.ts';

test('goes on from where it was when the clock behind it steps back', () => {
  let wallMs = 1000;
  const now = createSteadyClock(() => wallMs, 0);
  expect(now()).toBe(1000);
  wallMs = 400;
  expect(now()).toBe(1000);
  wallMs = 450;
  expect(now()).toBe(1050);
  wallMs = 5000;
  expect(now()).toBe(5600);
});

test('starts no earlier than what is on record', () => {
  expect(createSteadyClock(() => 1000, 3000)()).toBe(3000);
  expect(createSteadyClock(() => 1000, 500)()).toBe(1000);
});
