import { DAY_MS } from '@procurement-intents/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLogger } from '../observability/logger.ts';
import { startOAuthSweepers } from './start-sweepers.ts';
import type { OAuthSweeps } from './store/sweeps.ts';

const NOW = new Date('2026-11-23T12:00:00.000Z');
const SECOND_MS = 1000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('sweeps each table at its time, of what ended long enough ago, until it is stopped', async () => {
  const swept: [string, number][] = [];
  const sweep = (name: string) => async (before: Date) => {
    swept.push([name, NOW.getTime() - before.getTime()]);
    return false;
  };
  const names = ['salts', 'tokens', 'devices', 'interactions', 'grants'] as const;
  const sweeps = Object.fromEntries(names.map((name) => [name, sweep(name)])) as unknown as OAuthSweeps;
  const stop = startOAuthSweepers({ sweeps, clock: { now: () => NOW }, log: createLogger('silent') });
  const countsOf = () => names.map((name) => swept.filter(([one]) => one === name).length);
  await vi.advanceTimersByTimeAsync(0);
  const [first] = countsOf() as [number];
  await vi.advanceTimersByTimeAsync(60 * SECOND_MS);
  const counts = countsOf();
  expect(counts).toEqual([first + 6, first + 1, first + 1, first + 1, first + 1]);
  expect(new Map(swept)).toEqual(
    new Map([
      ['salts', 10 * SECOND_MS],
      ['tokens', DAY_MS],
      ['devices', 60_000],
      ['interactions', 0],
      ['grants', DAY_MS],
    ]),
  );
  await stop();
  await vi.advanceTimersByTimeAsync(120 * SECOND_MS);
  expect(countsOf()).toEqual(counts);
});

it('names the table whose sweep failed, and goes on', async () => {
  const log = createLogger('silent');
  const warn = vi.spyOn(log, 'warn');
  const fail = () => Promise.reject(new Error('no database'));
  const sweeps = { salts: fail, tokens: fail, devices: fail, interactions: fail, grants: fail };
  const stop = startOAuthSweepers({ sweeps, clock: { now: () => NOW }, log });
  await vi.advanceTimersByTimeAsync(61 * SECOND_MS);
  const named = new Set(warn.mock.calls.map(([fields]) => (fields as { sweep: string }).sweep));
  const tables = ['devices', 'grants', 'interactions', 'salts', 'tokens'];
  expect([...named].sort()).toEqual(tables.map((name) => `oauth ${name}`));
  await stop();
});
