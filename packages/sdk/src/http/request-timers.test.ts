import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createClient } from '../../test/start-service.ts';
import type { Fetch } from '../runtime-types.ts';

// Back-off without delay; retry.test.ts tests the delays.
beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(0));
afterEach(() => {
  vi.restoreAllMocks();
});

/** The error of a promise; null without one. */
const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => null,
    (error: unknown) => error,
  );

describe('timers', () => {
  afterEach(() => vi.useRealTimers());

  const envelope = '{"code":0,"message":"","data":null}';
  const good: Fetch = () => Promise.resolve(new Response(envelope));
  const bad: Fetch = () =>
    Promise.resolve(new Response('{"code":40401,"message":"","data":null}', { status: 404 }));
  const none: Fetch = () => new Promise(() => {});
  const deaf: Fetch = () => Promise.resolve(new Response(new ReadableStream()));

  it.each([
    ['a result', good],
    ['a refusal', bad],
    ['a timeout', none],
    ['a timeout while a body arrives that ignores the signal', deaf],
  ])('are all released after %s', async (_, fetch) => {
    vi.useFakeTimers();
    const call = failure(
      createClient('https://api.example', { fetch }).intents.get('int_1', { timeoutMs: 900 }),
    );
    await vi.advanceTimersByTimeAsync(900);
    await call;
    expect(vi.getTimerCount()).toBe(0);
  });

  it('are all released after an abort between two attempts', async () => {
    vi.useFakeTimers();
    const caller = new AbortController();
    const away: Fetch = () =>
      Promise.resolve(new Response('', { status: 503, headers: { 'retry-after': '30' } }));
    const { intents } = createClient('https://api.example', { fetch: away });
    const call = failure(intents.get('int_1', { signal: caller.signal }));
    await vi.advanceTimersByTimeAsync(10_000);
    caller.abort('enough');
    // Without advancing the clock.
    expect(await call).toBe('enough');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('end an attempt without a cause, because nothing else has failed', async () => {
    vi.useFakeTimers();
    const { intents } = createClient('https://api.example', { fetch: none });
    const call = failure(intents.get('int_1', { maxRetries: 0 }));
    await vi.advanceTimersByTimeAsync(35_000);
    const error = await call;
    expect(error).toMatchObject({ name: 'ConnectionError', message: 'getIntent: no answer within 35000 ms' });
    expect(error).not.toHaveProperty('cause');
  });

  it('bound the read that shows whether an earlier attempt succeeded', async () => {
    vi.useFakeTimers();
    const refusal = '{"code":40003,"message":"","data":{"currentStatus":"CANCELLED"}}';
    const answers = [new Response('', { status: 500 }), new Response(refusal, { status: 400 })];
    const fetch: Fetch = (...request) => {
      const answer = answers.shift();
      return answer ? Promise.resolve(answer) : none(...request);
    };
    const { intents } = createClient('https://api.example', { fetch });
    const call = failure(intents.cancel('int_1', { timeoutMs: 40_000 }));
    await vi.advanceTimersByTimeAsync(40_000);
    expect(await call).toMatchObject({ name: 'TimeoutError', operation: 'cancelIntent', attempts: 2 });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('end an attempt that the service must have given up, and the call continues', async () => {
    vi.useFakeTimers();
    let calls = 0;
    const fetch: Fetch = (...request) => (++calls === 1 ? none(...request) : good(...request));
    const call = createClient('https://api.example', { fetch }).intents.get('int_1');
    await vi.advanceTimersByTimeAsync(34_999);
    expect(calls).toBe(1);
    await vi.advanceTimersByTimeAsync(600);
    expect(await call).toBeUndefined();
    expect(calls).toBe(2);
    expect(vi.getTimerCount()).toBe(0);
  });
});
