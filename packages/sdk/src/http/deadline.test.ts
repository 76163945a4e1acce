import { getEventListeners } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import { fakeTime } from '../../test/fake-time.ts';
import { openDeadline, raceAbort, sleep } from './deadline.ts';

fakeTime();

const never = new Promise<never>(() => {});
const reason = new Error('the caller has had enough');

describe('openDeadline', () => {
  it('aborts when the time is over, and not before', () => {
    const deadline = openDeadline(1_000);
    vi.advanceTimersByTime(999);
    expect([deadline.signal.aborted, deadline.isExpired(), deadline.remainingMs()]).toEqual([
      false,
      false,
      1,
    ]);
    vi.advanceTimersByTime(1);
    expect([deadline.signal.aborted, deadline.isExpired(), deadline.remainingMs()]).toEqual([true, true, 0]);
    deadline.close();
  });

  it("passes on the reason of the caller's signal", () => {
    const caller = new AbortController();
    const deadline = openDeadline(1_000, caller.signal);
    caller.abort(reason);
    expect(deadline.signal.reason).toBe(reason);
    expect(deadline.isExpired()).toBe(false);
    deadline.close();
  });

  it("throws at once when the caller's signal is already aborted", () => {
    expect(() => openDeadline(1_000, AbortSignal.abort(reason))).toThrow(reason);
  });

  it('leaves no timer and no listener once closed', () => {
    const caller = new AbortController();
    const deadline = openDeadline(1_000, caller.signal);
    expect(getEventListeners(caller.signal, 'abort')).toHaveLength(1);
    deadline.close();
    expect(getEventListeners(caller.signal, 'abort')).toHaveLength(0);
  });

  it.each([0, -1, Number.NaN])('refuses %s ms', (timeoutMs) => {
    expect(() => openDeadline(timeoutMs)).toThrow(TypeError);
  });

  it.each([2 ** 31, Infinity])('treats %s ms as a very long time, not as none', (timeoutMs) => {
    const deadline = openDeadline(timeoutMs);
    vi.advanceTimersByTime(60_000);
    expect(deadline.signal.aborted).toBe(false);
    deadline.close();
  });
});

describe('sleep', () => {
  it('lasts for the given time', async () => {
    const woken = vi.fn<() => void>();
    const slept = sleep(500, new AbortController().signal).then(woken);
    await vi.advanceTimersByTimeAsync(499);
    expect(woken).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await slept;
    expect(woken).toHaveBeenCalledOnce();
  });

  it('ends at once with the reason of the signal', async () => {
    const caller = new AbortController();
    const slept = sleep(60_000, caller.signal);
    caller.abort(reason);
    await expect(slept).rejects.toBe(reason);
  });
});

describe('raceAbort', () => {
  it('settles like the promise', async () => {
    const { signal } = new AbortController();
    expect(await raceAbort(Promise.resolve(7), signal)).toBe(7);
    await expect(raceAbort(Promise.reject(reason), signal)).rejects.toBe(reason);
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });

  it('does not wait for a promise that ignores the signal', async () => {
    const caller = new AbortController();
    const raced = raceAbort(never, caller.signal);
    caller.abort(reason);
    await expect(raced).rejects.toBe(reason);
    await expect(raceAbort(never, caller.signal)).rejects.toBe(reason);
  });
});
