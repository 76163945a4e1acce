import { describe, expect, it } from 'vitest';
import {
  createClient,
  newAppId,
  ok,
  refuse,
  startService,
  type Received,
  type Reply,
} from '../../test/start-service.ts';
import type { CreateIntentBody } from '../generated/types.ts';
import type { Fetch } from '../index.ts';
import { createServerClock } from './server-clock.ts';
import { createTimestamps } from '../signing/used-timestamps.ts';

const BODY = { userId: 'user_1', platform: 'PLATFORM_A', quantity: 1 } as CreateIntentBody;
const INTENT = { id: 'int_1', status: 'SUBMITTED' };
const MINUTE_MS = 60_000;

/** A service whose clock is `aheadMs` ahead of ours and which refuses timestamps more than five minutes off. */
async function start(aheadMs: number) {
  const clock = { aheadMs };
  const reply: Reply = (request, response) => {
    const nowMs = Date.now() + clock.aheadMs;
    response.setHeader('date', new Date(nowMs).toUTCString());
    const timestamp = request.headers['x-timestamp'];
    const isRefused = Math.abs(Number(timestamp) - nowMs) > 5 * MINUTE_MS;
    return (isRefused ? refuse('TIMESTAMP_INVALID') : ok(INTENT))(request, response);
  };
  const service = await startService(reply);
  const appId = newAppId();
  const connect = (fetch?: Fetch) =>
    createClient(service.baseUrl, { appId, ...(fetch && { fetch }) }).intents;
  return { ...service, appId, clock, connect, intents: connect() };
}

/** The response as a page sees it when the service does not expose its headers. */
const withoutHeaders: Fetch = async (...request) => {
  const response = await fetch(...request);
  return new Response(await response.text(), { status: response.status });
};

describe.each([10, -10, 60 * 24 * 400])('a clock that is %d minutes off', (minutes) => {
  it('costs one additional request, once', async () => {
    const { intents, received } = await start(minutes * MINUTE_MS);
    expect(await intents.create(BODY)).toEqual(INTENT);
    const [first, second] = received as [Received, Received];
    expect(received).toHaveLength(2);
    expect(second.headers['idempotency-key']).toBe(first.headers['idempotency-key']);
    expect(second.headers['x-signature']).not.toBe(first.headers['x-signature']);
    for (let count = 0; count < 20; count += 1) await intents.get('int_1');
    expect(received).toHaveLength(22);
  });

  it('is corrected in a page that can read only the reset of a limit', async () => {
    const { connect, received } = await start(minutes * MINUTE_MS);
    const fetch: Fetch = async (...request) => {
      const response = await globalThis.fetch(...request);
      const reset = String(Math.floor(Date.parse(response.headers.get('date') ?? '') / 1_000) + 1);
      const { status } = response;
      return new Response(await response.text(), { status, headers: { 'x-ratelimit-reset': reset } });
    };
    expect(await connect(fetch).get('int_1')).toEqual(INTENT);
    expect(received).toHaveLength(2);
  });
});

it('is corrected for 20 first calls at once, and for every client of the App', async () => {
  const { intents, connect, received } = await start(10 * MINUTE_MS);
  await Promise.all(Array.from({ length: 20 }, () => intents.get('int_1')));
  expect(received.length).toBeLessThanOrEqual(40);
  expect(new Set(received.map(({ headers }) => headers['x-timestamp'])).size).toBe(received.length);
  const before = received.length;
  await connect().get('int_1');
  expect(received).toHaveLength(before + 1);
});

it('is corrected again when the difference changes', async () => {
  const { intents, clock, received } = await start(10 * MINUTE_MS);
  await intents.get('int_1');
  clock.aheadMs = -10 * MINUTE_MS;
  await intents.get('int_1');
  await intents.get('int_1');
  expect(received).toHaveLength(5);
});

it('ends with the refusal when no response has the time', async () => {
  const { connect } = await start(10 * MINUTE_MS);
  await expect(connect(withoutHeaders).get('int_1')).rejects.toMatchObject({
    name: 'UNKNOWN',
    code: 40102,
    attempts: 1,
  });
});

it('does not retry for ever when the service refuses every timestamp', async () => {
  const service = await startService(refuse('TIMESTAMP_INVALID'));
  const call = createClient(service.baseUrl).intents.get('int_1');
  await expect(call).rejects.toMatchObject({ name: 'TIMESTAMP_INVALID', attempts: 2 });
  expect(service.received).toHaveLength(2);
});

it('never uses a timestamp twice, and uses later ones for later requests', async () => {
  const { intents, received } = await start(0);
  await Promise.all(Array.from({ length: 30 }, () => intents.get('int_1')));
  const stamps = received.map(({ headers }) => Number(headers['x-timestamp']));
  expect(new Set(received.map(({ headers }) => headers['x-signature'])).size).toBe(30);
  expect(new Set(stamps).size).toBe(30);
});

it('never uses a timestamp of an App twice, across all its clients and addresses', async () => {
  const { appId, baseUrl, received } = await start(0);
  const addresses = [baseUrl, `${baseUrl}/gateway`, baseUrl.replace('127.0.0.1', 'localhost')];
  const clients = addresses.map((each) => createClient(each, { appId }).intents);
  await Promise.all(clients.flatMap((each) => Array.from({ length: 20 }, () => each.get('int_1'))));
  expect(received).toHaveLength(60);
  expect(new Set(received.map(({ headers }) => headers['x-timestamp'])).size).toBe(60);
});

it('never uses a timestamp twice when a correction sets the clock back', () => {
  const clock = createServerClock(createTimestamps());
  const answerAt = (nowMs: number) => new Headers({ date: new Date(nowMs).toUTCString() });
  const stamps: number[] = [];
  // Switches between two times 1.5 s apart, like a service whose hosts have different clocks.
  for (let round = 0; round < 6; round += 1) {
    clock.learn(answerAt(Date.now() + (round % 2) * 1_500), true);
    clock.follow();
    const burst = Array.from({ length: 1_000 }, () => clock.stamp());
    expect(burst).toEqual(burst.toSorted((a, b) => a - b));
    stamps.push(...burst);
  }
  expect(new Set(stamps).size).toBe(stamps.length);
});

describe('the clock of the service', () => {
  const headers = (nowMs: number) => new Headers({ date: new Date(nowMs).toUTCString() });

  it('is never estimated too late, and more exactly with each response', () => {
    const clock = createServerClock(createTimestamps());
    const aheadMs = 7 * MINUTE_MS;
    for (let count = 0; count < 50; count += 1) {
      const nowMs = Date.now() + aheadMs;
      clock.learn(headers(nowMs), false);
      expect(clock.nowMs()).toBeLessThanOrEqual(Date.now() + aheadMs + 2);
      expect(clock.nowMs()).toBeGreaterThan(nowMs - 1_000);
    }
  });

  it('uses the smaller of two times', () => {
    const clock = createServerClock(createTimestamps());
    const second = Math.floor(Date.now() / 1_000) + 100;
    const both = headers(second * 1_000);
    both.set('x-ratelimit-reset', String(second + 3));
    clock.learn(both, false);
    expect(clock.nowMs()).toBeLessThan(second * 1_000 + 500);
    expect(clock.nowMs()).toBeGreaterThanOrEqual(second * 1_000);
  });

  it('discards an estimate that a refusal disproves', () => {
    const clock = createServerClock(createTimestamps());
    clock.learn(headers(Date.now() + MINUTE_MS), false);
    clock.learn(headers(Date.now()), true);
    expect(clock.nowMs()).toBeLessThanOrEqual(Date.now() + 2);
    clock.learn(new Headers(), true);
    expect(clock.isKnown()).toBe(false);
  });
});
