import { ERRORS } from '@procurement-intents/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CreateIntentBody, ErrorName, Fetch, FetchResponse } from '../../src/index.ts';
import { fakeTime } from '../fake-time.ts';
import { createClient } from '../start-service.ts';

// Failures without sockets; src/http/request.test.ts has one of each over real sockets.

// Back-off without delay.
beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(0));
afterEach(() => {
  vi.restoreAllMocks();
});

const CALLS = 200;
const BODY = { userId: 'user_1', platform: 'PLATFORM_A', quantity: 1 } as CreateIntentBody;

/** The failing response; `null` never responds. */
type Failing = (() => FetchResponse) | null;

const reset: Failing = () => {
  throw new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } });
};
const halfAnAnswer: Failing = () => ({
  ok: true,
  status: 200,
  headers: new Headers(),
  text: () => Promise.reject(new TypeError('terminated')),
});
const page = () => new Response('<html>', { status: 502 });
const refusal = (name: ErrorName) => () => {
  const { code, status } = ERRORS[name];
  const headers = { date: new Date().toUTCString() };
  return new Response(JSON.stringify({ code, message: '', data: null }), { status, headers });
};

interface Failure {
  kind: string;
  fail: Failing;
  /** Whether the service stores the purchase before it fails. */
  hasActed: boolean;
  /** How many requests in a row fail; the next one succeeds. */
  times: number;
}

const FAILURES: Failure[] = [
  { kind: 'an internal error after storing', fail: refusal('INTERNAL'), hasActed: true, times: 2 },
  { kind: "a proxy's page after storing", fail: page, hasActed: true, times: 2 },
  { kind: 'an unavailable service', fail: refusal('UNAVAILABLE'), hasActed: false, times: 2 },
  { kind: 'a reset before storing', fail: reset, hasActed: false, times: 2 },
  { kind: 'a reset after storing', fail: reset, hasActed: true, times: 2 },
  { kind: 'half a response after storing', fail: halfAnAnswer, hasActed: true, times: 2 },
  { kind: 'a rate limit', fail: refusal('RATE_LIMITED'), hasActed: false, times: 2 },
  { kind: 'a wrong clock', fail: refusal('TIMESTAMP_INVALID'), hasActed: false, times: 1 },
];

/** A service that stores one intent per key, and lets the first requests of each call fail. */
function startFakeService({ fail, hasActed, times }: Omit<Failure, 'kind'>) {
  const intents = new Map<string, string>();
  const keysByApp = new Map<string, string[]>();
  const fetch: Fetch = (_, { headers }) => {
    const { 'x-app-id': app = '', 'idempotency-key': key = '' } = headers;
    const keys = keysByApp.get(app) ?? [];
    keysByApp.set(app, [...keys, key]);
    const isFailing = keys.length < times;
    // As in the service, a key belongs to an App.
    const name = `${app} ${key}`;
    if ((!isFailing || hasActed) && !intents.has(name)) intents.set(name, `int_${intents.size}`);
    if (isFailing && !fail) return new Promise(() => {});
    if (isFailing && fail) return Promise.resolve().then(fail);
    const data = { id: intents.get(name), status: 'SUBMITTED' };
    return Promise.resolve(new Response(JSON.stringify({ code: 0, message: '', data }), { status: 201 }));
  };
  return { fetch, intents, keysByApp };
}

/** One client per App, so that each has its own limits. */
function connect(fetch: Fetch) {
  return Array.from({ length: CALLS }, () => createClient('https://api.example', { fetch }).intents);
}

it.each(FAILURES)(`${CALLS} creates that meet $kind buy once each, under one key each`, async (failure) => {
  const { fetch, intents, keysByApp } = startFakeService(failure);
  const created = await Promise.all(connect(fetch).map((client) => client.create(BODY)));
  expect(intents.size).toBe(CALLS);
  expect(new Set(created.map(({ id }) => id))).toEqual(new Set(intents.values()));
  for (const keys of keysByApp.values()) {
    expect(keys).toHaveLength(failure.times + 1);
    expect(new Set(keys).size).toBe(1);
  }
  expect(new Set([...keysByApp.values()].flat()).size).toBe(CALLS);
});

describe('without any answer', () => {
  fakeTime();

  it(`${CALLS} creates without a response time out, and buy once when repeated with their key`, async () => {
    const { fetch, intents, keysByApp } = startFakeService({ fail: null, hasActed: true, times: 1 });
    const clients = connect(fetch);
    const createAll = async () => {
      const calls = clients.map((client, index) =>
        client.create(BODY, { idempotencyKey: `order-${index}`, timeoutMs: 20_000 }),
      );
      const settled = Promise.allSettled(calls);
      await vi.advanceTimersByTimeAsync(20_000);
      return (await settled).filter(({ status }) => status === 'fulfilled').length;
    };
    expect(await createAll()).toBe(0);
    for (const keys of keysByApp.values()) expect(keys).toHaveLength(1);
    expect(await createAll()).toBe(CALLS);
    expect(intents.size).toBe(CALLS);
  });
});

it(`${CALLS} reads succeed after two failures in a row`, async () => {
  const fails = FAILURES.filter(({ times }) => times > 1).map(({ fail }) => fail);
  const attempts = new Map<string, number>();
  const fetch: Fetch = async (_, { headers }) => {
    const app = headers['x-app-id'] ?? '';
    const attempt = (attempts.get(app) ?? 0) + 1;
    attempts.set(app, attempt);
    const fail = fails[(Number(app.replace('app_', '')) + attempt) % fails.length];
    return attempt <= 2 && fail ? fail() : new Response('{"code":0,"message":"","data":{}}');
  };
  const reads = await Promise.allSettled(connect(fetch).map((client) => client.get('int_1')));
  expect(reads.filter(({ status }) => status === 'rejected')).toEqual([]);
  expect([...attempts.values()].every((count) => count === 3)).toBe(true);
});
