import { getEventListeners } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import { fakeTime } from '../../test/fake-time.ts';
import { Deadline } from './deadline.ts';

fakeTime();

const never = new Promise<never>(() => {});
const reason = new Error('the caller has had enough');

describe('a deadline', () => {
  it('ends a wait when the time is over, and not before', async () => {
    const deadline = new Deadline(1_000);
    const ended = deadline.await(never).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(999);
    expect([deadline.signal.aborted, deadline.isExpired, deadline.remainingMs()]).toEqual([false, false, 1]);
    await vi.advanceTimersByTimeAsync(1);
    expect([deadline.signal.aborted, deadline.isExpired, deadline.remainingMs()]).toEqual([true, true, 0]);
    expect(await ended).toBe(deadline.signal.reason);
  });

  it('covers waits one after the other, and begins again where it is told to', async () => {
    const deadline = new Deadline(1_000);
    await Promise.all([deadline.await(undefined, 900), vi.advanceTimersByTimeAsync(900)]);
    expect(deadline.remainingMs()).toBe(100);
    deadline.restart(500);
    const ended = deadline.await(undefined, 501).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(500);
    expect(await ended).toBe(deadline.signal.reason);
    expect(deadline.isExpired).toBe(true);
  });

  it('goes on with another signal after a wait that was longer than its own limit', async () => {
    const deadline = new Deadline(1_000);
    const { signal } = deadline;
    const ended = deadline.await(never, 300).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(300);
    expect(await ended).toBe(signal.reason);
    expect([signal.aborted, deadline.isLate, deadline.isExpired]).toEqual([true, true, false]);
    expect(deadline.signal.aborted).toBe(false);
    const next = deadline.await(never, 700).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(700);
    expect(await next).toBe(deadline.signal.reason);
    expect([deadline.isLate, deadline.isExpired]).toEqual([false, true]);
  });

  it("passes on the reason of the caller's signal", () => {
    const caller = new AbortController();
    const deadline = new Deadline(1_000, caller.signal);
    caller.abort(reason);
    expect(deadline.signal.reason).toBe(reason);
    expect(deadline.isExpired).toBe(false);
    deadline.close();
  });

  it("throws at once when the caller's signal is already aborted", () => {
    expect(() => new Deadline(1_000, AbortSignal.abort(reason))).toThrow(reason);
  });

  it('leaves no listener once closed', () => {
    const caller = new AbortController();
    const deadline = new Deadline(1_000, caller.signal);
    expect(getEventListeners(caller.signal, 'abort')).toHaveLength(1);
    deadline.close();
    expect(getEventListeners(caller.signal, 'abort')).toHaveLength(0);
  });

  it.each([0, -1, Number.NaN])('refuses %s ms', (timeoutMs) => {
    expect(() => new Deadline(timeoutMs)).toThrow(TypeError);
  });

  it.each([2 ** 31, Infinity])('treats %s ms as a very long time, not as none', async (timeoutMs) => {
    const deadline = new Deadline(timeoutMs);
    const slept = deadline.await(undefined, 60_000);
    await vi.advanceTimersByTimeAsync(60_000);
    await slept;
    expect(deadline.signal.aborted).toBe(false);
  });
});

describe('a wait without a promise', () => {
  it('lasts for the given time', async () => {
    const woken = vi.fn<() => void>();
    const slept = new Deadline(1_000).await(undefined, 500).then(woken);
    await vi.advanceTimersByTimeAsync(499);
    expect(woken).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await slept;
    expect(woken).toHaveBeenCalledOnce();
  });

  it('ends at once with the reason of the signal', async () => {
    const caller = new AbortController();
    const deadline = new Deadline(90_000, caller.signal);
    const slept = deadline.await(undefined, 60_000);
    caller.abort(reason);
    await expect(slept).rejects.toBe(reason);
    deadline.close();
  });
});

describe('a wait for a promise', () => {
  it('settles like the promise', async () => {
    const deadline = new Deadline(1_000);
    expect(await deadline.await(Promise.resolve(7))).toBe(7);
    await expect(deadline.await(Promise.reject(reason))).rejects.toBe(reason);
    deadline.close();
  });

  it('does not wait for a promise that ignores the signal', async () => {
    const caller = new AbortController();
    const deadline = new Deadline(1_000, caller.signal);
    const raced = deadline.await(never);
    caller.abort(reason);
    await expect(raced).rejects.toBe(reason);
    await expect(deadline.await(never)).rejects.toBe(reason);
    deadline.close();
  });
});
