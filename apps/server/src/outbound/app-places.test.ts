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
  expect(takeAll(places, 'b')).toBe(4);
  places.release('a');
  expect(places.tryTake('b')).toBe(true);
  expect([places.fullApps, places.free]).toEqual([[], 0]);
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
  expect(places.room).toBe(4);
});

it('counts those without an App among all places alone, and forgets Apps that hold none', () => {
  const places = new AppPlaces(4);
  expect(takeAll(places, undefined)).toBe(4);
  places.release(undefined);
  expect(places.tryTake('a')).toBe(true);
  places.release('a');
  expect([places.free, places.fullApps]).toEqual([1, []]);
});
