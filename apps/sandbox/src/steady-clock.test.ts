import { expect, test } from 'vitest';
import { createSteadyClock } from './steady-clock.ts';

test('continues from its last value when the underlying clock steps back', () => {
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

test('starts no earlier than the latest recorded time', () => {
  expect(createSteadyClock(() => 1000, 3000)()).toBe(3000);
  expect(createSteadyClock(() => 1000, 500)()).toBe(1000);
});
