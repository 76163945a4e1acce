import { expect, it } from 'vitest';
import { healthAfter, isFailing, isDisableDue, HEALTHY } from './endpoint-health.ts';

const HOUR_MS = 3_600_000;
const START = new Date('2026-11-21T08:30:00.000Z');
const after = (hours: number): Date => new Date(START.getTime() + hours * HOUR_MS);
/** Fails at these hours. */
const failed = (...hours: number[]) =>
  hours.reduce((health, each) => healthAfter(health, false, after(each)), HEALTHY);

it('fails from the first failure on, until it takes a request', () => {
  const health = failed(0, 30);
  expect(health).toEqual({ ...HEALTHY, failingSince: START, failedDays: 2, lastFailedDay: '2026-11-22' });
  expect(healthAfter({ ...health, isFailingTold: true }, true, after(31))).toEqual(HEALTHY);
});

it('is told of once, after more than 24 hours', () => {
  const health = failed(0);
  expect([24, 24.1].map((hours) => isFailing(health, after(hours)))).toEqual([false, true]);
  expect(isFailing({ ...health, isFailingTold: true }, after(30))).toBe(false);
  expect(isFailing(HEALTHY, after(1000))).toBe(false);
});

it('is hopeless after more than 120 hours with failures on three days', () => {
  const health = failed(0, 20, 21, 44);
  expect(health.failedDays).toBe(3);
  expect([120, 120.1].map((hours) => isDisableDue(health, after(hours)))).toEqual([false, true]);
  expect(isDisableDue(failed(0, 20, 21), after(500))).toBe(false);
  expect(isDisableDue(HEALTHY, after(500))).toBe(false);
});
