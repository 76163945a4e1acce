import { expect, it } from 'vitest';
import { AppPlaces } from './app-places.ts';

const takeAll = (places: AppPlaces, appId: string | undefined): number => {
  let taken = 0;
  while (places.tryTake(appId)) taken += 1;
  return taken;
};

it('gives one App three quarters of the places and leaves the others to other Apps', () => {
  const places = new AppPlaces(16);
  expect(takeAll(places, 'a')).toBe(12);
  expect([places.fullApps, places.free]).toEqual([['a'], 4]);
  expect(takeAll(places, 'b')).toBe(3);
  places.release('a');
  expect(places.fullApps).toEqual(['a', 'b']);
});

it('keeps a place for an App that has none, however many jobs two others have', () => {
  const places = new AppPlaces(16);
  takeAll(places, 'a');
  takeAll(places, 'b');
  expect(places.free).toBe(1);
  expect(places.tryTake('c')).toBe(true);
  // Every place is taken now: the next one that becomes free is for whoever has none.
  places.release('a');
  expect([places.tryTake('a'), places.tryTake('b'), places.tryTake('c')]).toEqual([false, false, false]);
  expect(places.tryTake('d')).toBe(true);
});

it('lets Apps that always want more come to equal shares', () => {
  const places = new AppPlaces(88);
  const held = { a: takeAll(places, 'a'), b: takeAll(places, 'b') };
  expect(held.a).toBe(66);
  for (let turn = 0; turn < 200; turn += 1) {
    const ends = turn % 2 === 0 ? 'a' : 'b';
    places.release(ends);
    held[ends] -= 1;
    for (const appId of ['b', 'a'] as const) held[appId] += takeAll(places, appId);
  }
  expect(Math.abs(held.a - held.b)).toBeLessThan(6);
  expect(places.free).toBeGreaterThan(10);
});

it.each([
  [1, 1],
  [2, 1],
  [3, 2],
  [4, 3],
])('of %i leaves one App %i', (size, share) => {
  expect(takeAll(new AppPlaces(size), 'a')).toBe(share);
});

it('says how many may be taken at once whoever they are for', () => {
  const places = new AppPlaces(16);
  expect(places.room).toBe(12);
  for (let count = 0; count < 5; count += 1) places.tryTake('a');
  expect(places.room).toBe(7);
  for (let count = 0; count < 7; count += 1) places.tryTake('a');
  // The full App is left out of what is taken next.
  expect(places.room).toBe(3);
});

it('lets no App over its share by a take of as many as it says', () => {
  const places = new AppPlaces(88);
  for (const [appId, count] of [
    ['a', 40],
    ['b', 9],
    ['c', 1],
  ] as const)
    for (let one = 0; one < count; one += 1) places.tryTake(appId);
  while (places.free > 0) {
    const { room } = places;
    const wanted = ['a', 'b', 'c', 'd'].find((appId) => !places.fullApps.includes(appId));
    if (wanted === undefined) break;
    for (let one = 0; one < room; one += 1) expect(places.tryTake(wanted)).toBe(true);
  }
});

it('counts those without an App among all places alone, and forgets Apps that hold none', () => {
  const places = new AppPlaces(4);
  expect(takeAll(places, undefined)).toBe(4);
  places.release(undefined);
  expect(places.tryTake('a')).toBe(true);
  places.release('a');
  expect([places.free, places.fullApps]).toEqual([1, []]);
});
