import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createTimestamps } from './used-timestamps.ts';

const MINUTE_MS = 60_000;
let nowMs = 0;
beforeEach(() => void vi.spyOn(performance, 'now').mockImplementation(() => nowMs));
afterEach(() => {
  vi.restoreAllMocks();
});

it('never returns a timestamp twice, in whatever order they are requested', () => {
  const take = createTimestamps();
  const asked = [5, 5, 6, 3, 5, 4, 100, 3];
  expect(asked.map(take)).toEqual([5, 6, 7, 3, 8, 4, 100, 9]);
});

it('remembers a timestamp for ten minutes, as long as the service accepts it, and not for ever', () => {
  const take = createTimestamps();
  const at = (minutes: number, ms: number) => {
    nowMs = minutes * MINUTE_MS;
    return take(ms);
  };
  expect(at(9, 1000)).toBe(1000);
  expect(at(19, 1000)).toBe(1001);
  expect(at(28, 1001)).toBe(1002);
  expect(at(40, 5000)).toBe(5000);
  expect(at(51, 1000)).toBe(1000);
});

it('keeps the timestamps of each App apart', () => {
  expect([createTimestamps(), createTimestamps()].map((take) => take(7))).toEqual([7, 7]);
});
