import { Writable } from 'node:stream';
import { RATE_LIMITS } from '@procurement-intents/contract';
import { pino } from 'pino';
import { describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { createRateLimiter } from '../../src/auth/rate-limit/rate-limiter.ts';
import { openRedis } from '../../src/auth/rate-limit/redis.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { startFaultProxy } from '../faults/fault-proxy.ts';
import { startRedisServer } from '../support/redis-server.ts';

const program = inject('redisProgram');
const REQUESTS = 20;
// A request that waits for the store is one of these; the fourth does not happen.
const WAITING_AT_MOST = 3;
const AWAY = 'the rate limit store is unavailable: each process counts by itself';
const BACK = 'the rate limit store is available again';
/** One process that limits over a real store behind a network that can fail. */
async function setUp() {
  const server = await startRedisServer(program ?? '');
  const proxy = await startFaultProxy(server.port);
  const said: string[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      said.push((JSON.parse(chunk.toString()) as { msg: string }).msg);
      done();
    },
  });
  const store = openRedis(`redis://127.0.0.1:${proxy.port}`, pino(sink) as never);
  onTestFinished(async () => {
    store.close();
    await proxy.stop();
    server.thaw();
    await server.kill();
  });
  await vi.waitFor(() => expect(store.isAvailable).toBe(true));
  const clock = createFakeClock();
  const limiter = createRateLimiter(clock, store);
  const sent = vi.spyOn(store.redis, 'sendCommand');
  return {
    server,
    proxy,
    store,
    said,
    clock,
    /** Requests of Apps of their own, one after the other; how many of them asked the store. */
    async ask(count: number): Promise<number> {
      sent.mockClear();
      for (let index = 0; index < count; index += 1) await limiter.consume(`app_${index}`, 'create');
      return sent.mock.calls.filter(([{ name }]) => name.startsWith('evalsha')).length;
    },
    /** How many creates of one App pass in a second of their own. */
    async letThrough(count: number): Promise<number> {
      clock.advance(1000);
      let passed = 0;
      for (let index = 0; index < count; index += 1) {
        const { isOver } = await limiter.consume('app_many', 'create');
        passed += isOver ? 0 : 1;
      }
      return passed;
    },
    isBack: () => vi.waitFor(() => expect(store.isAvailable).toBe(true), { timeout: 10_000, interval: 50 }),
  };
}

describe.runIf(program !== null)('a store of the rate limits (R3)', () => {
  it('is asked once for each request, whatever the number of its buckets', async () => {
    const { ask, store, said } = await setUp();
    // The script is loaded with the first.
    await ask(1);
    expect(await ask(REQUESTS)).toBe(REQUESTS);
    const general = await store.redis.keys('procurement:general:*');
    expect(general).toHaveLength(REQUESTS);
    expect(said).toEqual([]);
  });

  it('that stands still is waited for three times, and counts again when it answers', async () => {
    const { ask, server, said, isBack, letThrough } = await setUp();
    server.freeze();
    expect(await ask(REQUESTS)).toBeLessThanOrEqual(WAITING_AT_MOST);
    expect(await ask(REQUESTS)).toBe(0);
    expect(await letThrough(15)).toBe(RATE_LIMITS.create);
    expect(said).toEqual([AWAY]);
    server.thaw();
    await isBack();
    expect(await ask(REQUESTS)).toBe(REQUESTS);
    expect(said).toEqual([AWAY, BACK]);
  });

  it('that answers too late is waited for three times, and stays away while it is slow', async () => {
    const { ask, proxy, said, isBack, store } = await setUp();
    proxy.fault = { kind: 'latency', ms: 200 };
    expect(await ask(REQUESTS)).toBeLessThanOrEqual(WAITING_AT_MOST);
    // One look at the slow store has failed.
    const probed = vi.spyOn(store.redis, 'eval');
    await vi.waitFor(() => expect(probed).toHaveBeenCalled(), { timeout: 5000 });
    await Promise.allSettled(probed.mock.results.map(({ value }) => value as Promise<unknown>));
    expect(await ask(REQUESTS)).toBe(0);
    expect(said).toEqual([AWAY]);
    await proxy.restore();
    await isBack();
    expect(said).toEqual([AWAY, BACK]);
  });

  it('that is killed is waited for by none, and comes back by itself', async () => {
    const { ask, server, said, isBack, store } = await setUp();
    await server.kill();
    await vi.waitFor(() => expect(store.isAvailable).toBe(false));
    expect(await ask(REQUESTS)).toBe(0);
    expect(said).toEqual([AWAY]);
    const again = await startRedisServer(program ?? '', server.port);
    onTestFinished(again.kill);
    await isBack();
    expect(said).toEqual([AWAY, BACK]);
  });

  it('that takes no writes counts as away', async () => {
    const { ask, said, store, isBack } = await setUp();
    await store.redis.config('SET', 'min-replicas-to-write', '1');
    expect(await ask(REQUESTS)).toBeLessThanOrEqual(WAITING_AT_MOST);
    const probed = vi.spyOn(store.redis, 'eval');
    await vi.waitFor(() => expect(probed).toHaveBeenCalled(), { timeout: 5000 });
    await Promise.allSettled(probed.mock.results.map(({ value }) => value as Promise<unknown>));
    expect(await ask(REQUESTS)).toBe(0);
    await store.redis.config('SET', 'min-replicas-to-write', '0');
    await isBack();
    expect(said).toEqual([AWAY, BACK]);
  });
});
