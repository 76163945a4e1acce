import { describe, expect, it, vi } from 'vitest';
import type { Fetch } from '../../src/index.ts';
import { fakeTime } from '../fake-time.ts';
import { createClient } from '../start-service.ts';

const MINUTE_MS = 60_000;

fakeTime();

/**
 * A service whose clock is `aheadMs` ahead of ours.
 *
 * @param onArrival - called with the number of the request when it arrives, before it is checked.
 */
function start(aheadMs: number, onArrival: (request: number) => void = () => {}) {
  let requests = 0;
  const fetch: Fetch = async (_, { headers }) => {
    requests += 1;
    onArrival(requests);
    await new Promise((resolve) => setTimeout(resolve, 5));
    const nowMs = Date.now() + aheadMs;
    const isRefused = Math.abs(Number(headers['x-timestamp']) - nowMs) > 5 * MINUTE_MS;
    const envelope = { code: isRefused ? 40102 : 0, message: '', data: isRefused ? null : { id: 'int_1' } };
    return new Response(JSON.stringify(envelope), {
      status: isRefused ? 401 : 200,
      headers: { date: new Date(nowMs).toUTCString() },
    });
  };
  const { intents } = createClient('https://api.example', { fetch });
  return { intents, requests: () => requests };
}

/** How many calls succeed while fake time runs. */
async function succeed(calls: Promise<unknown>[]): Promise<number> {
  const settled = Promise.allSettled(calls);
  await vi.advanceTimersByTimeAsync(30_000);
  return (await settled).filter(({ status }) => status === 'fulfilled').length;
}

describe.each([10, -10])('a clock %d minutes off', (minutes) => {
  it('costs 20 first calls at most 41 requests, and the next 100 calls none', async () => {
    const { intents, requests } = start(minutes * MINUTE_MS);
    const call = () => intents.get('int_1');
    expect(await succeed(Array.from({ length: 20 }, call))).toBe(20);
    expect(requests()).toBeLessThanOrEqual(41);
    const before = requests();
    expect(await succeed(Array.from({ length: 100 }, call))).toBe(100);
    expect(requests() - before).toBe(100);
  });

  it('costs a lone first call at most three requests', async () => {
    const { intents, requests } = start(minutes * MINUTE_MS);
    expect(await succeed([intents.get('int_1')])).toBe(1);
    expect(requests()).toBeLessThanOrEqual(3);
  });
});

it('a process that was frozen between signing and sending continues', async () => {
  const freezeSecond = (request: number) => {
    if (request === 2) vi.setSystemTime(Date.now() + 6 * MINUTE_MS);
  };
  const { intents, requests } = start(0, freezeSecond);
  expect(await succeed([intents.get('int_1')])).toBe(1);
  expect(await succeed([intents.get('int_1')])).toBe(1);
  expect(requests()).toBe(3);
});
