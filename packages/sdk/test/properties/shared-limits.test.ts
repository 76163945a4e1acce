import { describe, expect, it, vi } from 'vitest';
import type { CreateIntentBody, Fetch } from '../../src/index.ts';
import { fakeTime } from '../fake-time.ts';
import { limitedService } from '../limited-service.ts';
import { createClient, newAppId } from '../start-service.ts';

const START_MS = Date.parse('2026-11-21T08:30:00.000Z');
const BODY = { userId: 'user_1', platform: 'PLATFORM_A', quantity: 1 } as CreateIntentBody;

fakeTime(START_MS);

const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index));

describe.each([0, 340, 980])('two processes of one App that begin %d ms into a second', (phaseMs) => {
  it('send 60 creates in at most 1.6 requests each', async () => {
    vi.setSystemTime(START_MS + phaseMs);
    const { fetch, log } = limitedService({ travelMs: 5 });
    const appId = newAppId();
    // The rate limiter is kept by address, so two addresses stand for two processes.
    const processes = ['https://one.example', 'https://two.example'].map((baseUrl) =>
      createClient(baseUrl, { appId, fetch }),
    );
    const calls = processes.flatMap(({ intents }) => times(30, () => intents.create(BODY)));
    const settled = Promise.allSettled(calls);
    await vi.advanceTimersByTimeAsync(60_000);
    expect((await settled).filter(({ status }) => status === 'rejected')).toEqual([]);
    expect(log.filter(({ status }) => status === 200)).toHaveLength(60);
    expect(log.length).toBeLessThanOrEqual(96);
  });
});

it('500 concurrent waits keep to the read limit and all see the end', async () => {
  const doneAtMs = START_MS + 10_000;
  const { fetch, log, refused } = limitedService({ travelMs: 5 });
  const reading: Fetch = async (url, init) => {
    const { status, headers } = await fetch(url, init);
    const data = { id: url.split('/').at(-1), version: 1, status: 'PROCESSING' };
    if (Date.now() >= doneAtMs) Object.assign(data, { version: 2, status: 'COMPLETED' });
    const text = () => Promise.resolve(JSON.stringify({ code: status === 429 ? 42901 : 0, data }));
    return { ok: status === 200, status, headers, text };
  };
  const { intents } = createClient('https://api.example', { fetch: reading });
  const waits = Promise.allSettled(times(500, (index) => intents.waitFor(`int_${index}`)));
  await vi.advanceTimersByTimeAsync(40_000);
  const ends = (await waits).map((each) =>
    each.status === 'fulfilled' ? `${each.value.id} ${each.value.status}` : String(each.reason),
  );
  expect(ends).toEqual(times(500, (index) => `int_${index} COMPLETED`));
  expect(refused()).toBe(0);
  const perSecond = [...Map.groupBy(log, ({ second }) => second).values()].map(({ length }) => length);
  expect(Math.max(...perSecond)).toBeLessThanOrEqual(100);
});
