import { describe, expect, it, vi } from 'vitest';
import { fakeTime } from '../../test/fake-time.ts';
import { limitedService, type LimitedOptions } from '../../test/limited-service.ts';
import { createClient, newAppId } from '../../test/start-service.ts';
import { createBearerClient } from '../bearer/index.ts';
import { TimeoutError } from '../errors.ts';
import type { CreateIntentBody } from '../generated/types.ts';
import type { Fetch } from '../index.ts';

const BODY = { userId: 'user_1', platform: 'PLATFORM_A', quantity: 1 } as CreateIntentBody;
const START_MS = Date.parse('2026-11-21T08:30:00.000Z');
const reason = new Error('the page was left');

fakeTime(START_MS);

/** A client of an App that no other test uses. */
function start(options?: LimitedOptions) {
  const service = limitedService(options);
  const appId = newAppId();
  const connect = (fetch: Fetch = service.fetch) =>
    createClient('https://api.example', { appId, fetch }).intents;
  return { ...service, intents: connect(), connect };
}

const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, i) => make(i));

/** The outcome of `promise` while fake time runs, and how long it took. */
async function run<T>(promise: Promise<T>) {
  const startedAt = Date.now();
  let tookMs = NaN;
  const settled = promise
    .finally(() => (tookMs = Date.now() - startedAt))
    .then(
      (value) => ({ value, error: undefined }),
      (error: unknown) => ({ value: undefined, error }),
    );
  await vi.advanceTimersByTimeAsync(30_000);
  return { ...(await settled), tookMs };
}

// Cloudflare's Workers, where many requests share the limiter of an instance.
it('waits in runtimes that end a timer with the request that set it', async () => {
  const { intents } = start();
  const calls = times(11, () => intents.create(BODY));
  await vi.advanceTimersByTimeAsync(10);
  const { setTimeout } = globalThis;
  const timers: NodeJS.Timeout[] = [];
  globalThis.setTimeout = ((...call: Parameters<typeof setTimeout>) => {
    timers.push(setTimeout(...call));
    return timers.at(-1);
  }) as typeof setTimeout;
  void intents.create(BODY).catch(() => {});
  await vi.advanceTimersByTimeAsync(10);
  globalThis.setTimeout = setTimeout;
  for (const timer of timers) clearTimeout(timer);
  const { error, tookMs } = await run(Promise.all(calls));
  expect(error).toBeUndefined();
  expect(tookMs).toBeLessThan(5_000);
});

describe('60 creates at once, at 10 a second', () => {
  const phases = [0, 1, 250, 640, 999];
  const travels = [0, 20, 120];
  const clocks = [0, 400, -137_250];
  const cases = phases.flatMap((phaseMs) =>
    travels.flatMap((travelMs) => clocks.map((aheadMs) => ({ phaseMs, travelMs, aheadMs }))),
  );

  it.each(cases)(
    'take 60 requests in 5 s, $phaseMs ms into a second, $travelMs ms away, clocks $aheadMs ms apart',
    async ({ phaseMs, travelMs, aheadMs }) => {
      vi.setSystemTime(START_MS + phaseMs);
      const { intents, log, refused } = start({ travelMs, aheadMs });
      const { error, tookMs } = await run(Promise.all(times(60, () => intents.create(BODY))));
      expect(error).toBeUndefined();
      expect(log).toHaveLength(60);
      expect(refused()).toBe(0);
      expect(tookMs).toBeGreaterThanOrEqual(4_000);
      expect(tookMs).toBeLessThanOrEqual(5_100 + 6 * travelMs);
    },
  );

  it('keep to the limit when some of them have waited for longer than a minute', async () => {
    const { intents, log, refused } = start();
    const all = Promise.all(times(700, () => intents.create(BODY)));
    await vi.advanceTimersByTimeAsync(90_000);
    await all;
    expect(log).toHaveLength(700);
    expect(refused()).toBe(0);
  });

  it('all succeed beside another process of the App, since a refused one is not queued behind them all', async () => {
    // Each of these seconds is full before the client knows it.
    const { intents, log, refused } = start({ usedByOthers: (second) => (second % 7 === 0 ? 10 : 0) });
    const all = Promise.all(times(700, () => intents.create(BODY)));
    all.catch(() => {});
    await vi.advanceTimersByTimeAsync(120_000);
    await expect(all).resolves.toHaveLength(700);
    expect(refused()).toBeGreaterThan(5);
    expect(log.length).toBe(700 + refused());
  });

  it('share the limit when they come from several clients of the App', async () => {
    const { connect, log, refused } = start();
    const clients = times(6, () => connect());
    await run(Promise.all(clients.flatMap((intents) => times(10, () => intents.create(BODY)))));
    expect([log.length, refused()]).toEqual([60, 0]);
  });

  it('do not delay those of another App', async () => {
    const [busy, other] = [start(), start()];
    const waiting = times(60, () => busy.intents.create(BODY));
    const { tookMs } = await run(other.intents.create(BODY));
    expect(tookMs).toBeLessThan(50);
    await Promise.all(waiting);
  });
});

it('limits each kind of call by its own limit, and all by the general one', async () => {
  const { intents, log, refused } = start();
  const creates = times(20, () => intents.create(BODY));
  const { tookMs } = await run(intents.get('int_1'));
  expect(tookMs).toBeLessThan(50);
  await Promise.all(creates);
  await run(
    Promise.all([
      ...times(150, (i) => intents.get(`int_${i}`)),
      ...times(40, (i) => intents.cancel(`int_${i}`)),
    ]),
  );
  const perSecond = Map.groupBy(log, ({ second }) => second);
  expect(refused()).toBe(0);
  expect(Math.max(...[...perSecond.values()].map(({ length }) => length))).toBeLessThanOrEqual(100);
});

it('follows the limit that the service reports', async () => {
  const { intents, log, refused } = start({ limits: { create: 3, general: 100 } });
  await Promise.all([intents.create(BODY), vi.advanceTimersByTimeAsync(10)]);
  const { tookMs } = await run(Promise.all(times(12, () => intents.create(BODY))));
  expect([log.length, refused()]).toEqual([13, 0]);
  expect(tookMs).toBeGreaterThanOrEqual(3_000);
});

it('counts the calls of a credential in one limit, which those of an App do not bound', async () => {
  const { fetch, refused } = limitedService({ limits: { read: 300, general: 300 } });
  const { profile } = createBearerClient({ baseUrl: 'https://api.example', credential: 'ak_test_1', fetch });
  // Its response tells the limit.
  await run(profile.get());
  const { error, tookMs } = await run(Promise.all(times(250, () => profile.get())));
  expect(error).toBeUndefined();
  expect(refused()).toBe(0);
  expect(tookMs).toBeLessThan(1_000);
});

it('subtracts what other processes have used of a second', async () => {
  const { intents, log, refused } = start({
    usedByOthers: (second) => (second === START_MS / 1_000 ? 7 : 0),
  });
  await Promise.all([intents.create(BODY), vi.advanceTimersByTimeAsync(10)]);
  await run(Promise.all(times(6, () => intents.create(BODY))));
  expect([log.length, refused()]).toEqual([7, 0]);
  expect(log.filter(({ second }) => second === START_MS / 1_000)).toHaveLength(3);
});

it('learns from a refusal that other processes have used up the second', async () => {
  const { intents, refused } = start({ usedByOthers: (second) => (second === START_MS / 1_000 ? 10 : 0) });
  const first = intents.create(BODY);
  await vi.advanceTimersByTimeAsync(10);
  const { error } = await run(Promise.all([first, ...times(9, () => intents.create(BODY))]));
  expect(error).toBeUndefined();
  expect(refused()).toBe(1);
});

it('keeps calls in the order in which they were made', async () => {
  const { intents, log } = start();
  const ids = times(45, (i) => `int_${i}`);
  await run(Promise.all(ids.map((id) => intents.delete(id))));
  expect(log.map(({ url }) => url.split('/').at(-1))).toEqual(ids);
});

it('does not wait indefinitely for slow responses', async () => {
  const { connect } = start();
  let sent = 0;
  const slow: Fetch = async () => {
    sent += 1;
    await new Promise((resolve) => setTimeout(resolve, 20_000));
    return new Response('{"code":0,"message":"","data":{}}');
  };
  const intents = connect(slow);
  const calls = times(40, (i) => intents.cancel(`int_${i}`));
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toBe(20);
  await vi.advanceTimersByTimeAsync(1_300);
  expect(sent).toBe(40);
  await run(Promise.all(calls));
});

describe('a call in the queue', () => {
  it('ends at once when it is aborted, and lets the next call go', async () => {
    const { intents, log } = start();
    const caller = new AbortController();
    const calls = times(12, () => intents.create(BODY));
    const aborted = times(25, () => intents.create(BODY, { signal: caller.signal }));
    calls.push(...times(5, () => intents.create(BODY)));
    await vi.advanceTimersByTimeAsync(100);
    const outcomes = Promise.allSettled(aborted);
    caller.abort(reason);
    // No fake time passes here.
    expect((await outcomes).every((each) => each.status === 'rejected' && each.reason === reason)).toBe(true);
    const { tookMs } = await run(Promise.all(calls));
    expect(tookMs).toBeLessThanOrEqual(1_100);
    expect(log).toHaveLength(17);
  });

  it('leaves no timer when it was the only call', async () => {
    const { intents } = start();
    await Promise.all([...times(10, () => intents.create(BODY)), vi.advanceTimersByTimeAsync(10)]);
    const caller = new AbortController();
    const call = intents.create(BODY, { signal: caller.signal });
    setTimeout(() => caller.abort(reason), 10);
    await Promise.all([expect(call).rejects.toBe(reason), vi.advanceTimersByTimeAsync(10)]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('ends when its time is over, having sent nothing', async () => {
    const { intents, log } = start();
    const before = times(10, () => intents.create(BODY));
    const late = run(intents.create(BODY, { queueTimeoutMs: 300 }));
    const { error, tookMs } = await late;
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toMatchObject({
      attempts: 0,
      message: 'createIntent: waited 0.3 s for its turn; 10 a second',
    });
    expect(tookMs).toBe(300);
    await Promise.all(before);
    expect(log).toHaveLength(10);
  });

  it('takes no room in one limit while another is full', async () => {
    const { intents, log } = start();
    const reads = times(100, (i) => intents.get(`int_${i}`));
    await vi.advanceTimersByTimeAsync(0);
    const caller = new AbortController();
    const creates = times(10, () => intents.create(BODY, { signal: caller.signal }));
    await vi.advanceTimersByTimeAsync(50);
    caller.abort(reason);
    await Promise.allSettled(creates);
    const { tookMs } = await run(Promise.all(times(10, () => intents.create(BODY))));
    expect(tookMs).toBeLessThanOrEqual(1_100);
    await Promise.all(reads);
    expect(log).toHaveLength(110);
  });
});
