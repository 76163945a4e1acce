import { afterEach, beforeEach, vi } from 'vitest';

/** Gives each test of this file, or of this `describe`, time that it moves itself. A timer that it leaves fails it. */
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
