import { afterEach, beforeEach, vi } from 'vitest';

/** Gives each test of this file or `describe` a fake clock. A timer that is left at the end fails the test. */
export function fakeTime(nowMs?: number): void {
  beforeEach(() => {
    vi.useFakeTimers(nowMs === undefined ? {} : { now: nowMs });
  });
  afterEach(() => {
    const left = vi.getTimerCount();
    vi.useRealTimers();
    if (left > 0) throw new Error(`${left} timers were left`);
  });
}
