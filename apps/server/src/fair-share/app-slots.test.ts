import { expect, it } from 'vitest';
import { AppSlots } from './app-slots.ts';

const takeAll = (slots: AppSlots, appId: string | undefined): number => {
  let taken = 0;
  while (slots.tryTake(appId)) taken += 1;
  return taken;
};

it('gives one App three quarters of the slots and leaves the others to other Apps', () => {
  const slots = new AppSlots(16);
  expect(takeAll(slots, 'a')).toBe(12);
  expect([slots.fullApps, slots.free]).toEqual([['a'], 4]);
  expect(takeAll(slots, 'b')).toBe(3);
  slots.release('a');
  expect(slots.fullApps).toEqual(['a', 'b']);
});

it('keeps a slot for an App that has none, however many jobs two others have', () => {
  const slots = new AppSlots(16);
  takeAll(slots, 'a');
  takeAll(slots, 'b');
  expect(slots.free).toBe(1);
  expect(slots.tryTake('c')).toBe(true);
  // Every slot is taken now: the next free one goes to an App that has none.
  slots.release('a');
  expect([slots.tryTake('a'), slots.tryTake('b'), slots.tryTake('c')]).toEqual([false, false, false]);
  expect(slots.tryTake('d')).toBe(true);
});

it('lets Apps that always want more come to equal shares', () => {
  const slots = new AppSlots(88);
  const held = { a: takeAll(slots, 'a'), b: takeAll(slots, 'b') };
  expect(held.a).toBe(66);
  for (let turn = 0; turn < 200; turn += 1) {
    const ends = turn % 2 === 0 ? 'a' : 'b';
    slots.release(ends);
    held[ends] -= 1;
    for (const appId of ['b', 'a'] as const) held[appId] += takeAll(slots, appId);
  }
  expect(Math.abs(held.a - held.b)).toBeLessThan(6);
  expect(slots.free).toBeGreaterThan(10);
});

it.each([
  [1, 1],
  [2, 1],
  [3, 2],
  [4, 3],
])('of %i leaves one App %i', (size, share) => {
  expect(takeAll(new AppSlots(size), 'a')).toBe(share);
});

it('returns how many slots may be taken at once for any Apps', () => {
  const slots = new AppSlots(16);
  expect(slots.room).toBe(12);
  for (let count = 0; count < 5; count += 1) slots.tryTake('a');
  expect(slots.room).toBe(7);
  for (let count = 0; count < 7; count += 1) slots.tryTake('a');
  // The full App is left out of what is taken next.
  expect(slots.room).toBe(3);
});

it('never exceeds the share of an App when that many are taken', () => {
  const slots = new AppSlots(88);
  for (const [appId, count] of [
    ['a', 40],
    ['b', 9],
    ['c', 1],
  ] as const)
    for (let one = 0; one < count; one += 1) slots.tryTake(appId);
  while (slots.free > 0) {
    const { room } = slots;
    const wanted = ['a', 'b', 'c', 'd'].find((appId) => !slots.fullApps.includes(appId));
    if (wanted === undefined) break;
    for (let one = 0; one < room; one += 1) expect(slots.tryTake(wanted)).toBe(true);
  }
});

it('limits takers without an App by the total only, and forgets Apps that hold none', () => {
  const slots = new AppSlots(4);
  expect(takeAll(slots, undefined)).toBe(4);
  slots.release(undefined);
  expect(slots.tryTake('a')).toBe(true);
  slots.release('a');
  expect([slots.free, slots.fullApps]).toEqual([1, []]);
});
