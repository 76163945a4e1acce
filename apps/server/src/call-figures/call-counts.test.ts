import { expect, it } from 'vitest';
import { BreakerStates } from './breaker-states.ts';
import { CallCounts } from './call-counts.ts';
import type { CallCount } from './store/count-store.ts';

it('adds counts up, hands them on once, and keeps those that the database could not take', async () => {
  const written: CallCount[][] = [];
  let isDown = false;
  const counts = new CallCounts('app', {
    async add(_kind, rows) {
      if (isDown) throw new Error('down');
      written.push([...rows]);
    },
  });
  await counts.flush();
  expect(written).toEqual([]);
  counts.add('a', '');
  counts.add('a', '');
  counts.add('b', 'RATE_LIMITED');
  isDown = true;
  await expect(counts.flush()).rejects.toThrow('down');
  counts.add('a', '');
  isDown = false;
  await counts.flush();
  await counts.flush();
  expect(written).toEqual([
    [
      { subject: 'a', outcome: '', count: 3 },
      { subject: 'b', outcome: 'RATE_LIMITED', count: 1 },
    ],
  ]);
});

it('keeps what is counted while the database writes', async () => {
  const written: CallCount[] = [];
  const counts: CallCounts = new CallCounts('app', {
    async add(_kind, rows) {
      if (written.length === 0) counts.add('a', '');
      written.push(...rows);
    },
  });
  counts.add('a', '');
  await counts.flush();
  await counts.flush();
  expect(written).toHaveLength(2);
});

it('tells what breakers stop again and again, and once that they stop nothing', async () => {
  const told: string[][] = [];
  const states = new BreakerStates({
    async replace(_processId, stopped) {
      told.push(stopped.map(({ platform, call, state }) => `${platform} ${call} ${state}`));
    },
  });
  await states.flush();
  states.changed('PLATFORM_A', 'place', 'open');
  await states.flush();
  states.changed('PLATFORM_A', 'place', 'half-open');
  await states.flush();
  states.changed('PLATFORM_A', 'place', 'closed');
  await states.flush();
  await states.flush();
  expect(told).toEqual([['PLATFORM_A place open'], ['PLATFORM_A place half-open'], []]);
});
