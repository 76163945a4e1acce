import { createSecretKey } from 'node:crypto';
import { once } from 'node:events';
import { contract, ROUTES } from '@procurement-intents/contract';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { openConnection as open } from '../../../test/support/open-connection.ts';
import { requestBytes } from '../../../test/support/raw-request.ts';
import { NO_CREDENTIALS } from '../../../test/support/no-credentials.ts';
import { signedHeaders } from '../../../test/support/sign.ts';
import type { AppDirectory, CallingApp } from '../../client-apps/app-directory.ts';
import { createRateLimiter } from '../../auth/rate-limit/rate-limiter.ts';
import { createLogger } from '../../observability/logger.ts';
import { createMetrics } from '../../observability/metrics.ts';
import { BodyBudget } from '../body/body-budget.ts';
import { createExpressApp } from '../express-app.ts';
import { ok, type Handlers } from '../handler.ts';
import { createMessageClasses } from '../messages.ts';
import { findOperations, mountContract } from '../operations.ts';
import { servePages } from '../pages.ts';
import { createPipeline } from '../pipeline.ts';
import { startHttpServer } from '../server.ts';
import { trustProxies } from '../trusted-proxies.ts';

const LIMIT = 3;
const LONGEST_HOLD_MS = 1250;
const SIGNER = { appId: 'app_0123456789abcdef01234567', appSecret: 'the secret' };
const APP = {
  id: SIGNER.appId,
  permissions: ['intents:read'],
  ipAllowList: [],
  secrets: [{ key: createSecretKey(Buffer.from(SIGNER.appSecret)), expiresAt: null }],
} as CallingApp;
const APPS: AppDirectory = {
  find: async (id) => (id === APP.id ? APP : null),
  isKnown: (id) => id === APP.id || id.startsWith('known_'),
};
const NOT_FOUND = requestBytes('GET /none HTTP/1.1');
const HEALTH = requestBytes(`GET ${ROUTES.getHealth.path} HTTP/1.1`);

let now: number;
beforeEach(() => {
  now = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  // Those of sockets and of Node's server are others.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A pipeline whose callers may send three requests a second that no rate limit admits. */
async function serve(trustedProxies: string[] = []) {
  const clock = createFakeClock();
  const express = createExpressApp();
  const getHealth = vi.fn<() => Promise<unknown>>(async () => ok({}));
  const log = { ...createLogger('silent'), info: vi.fn<(line: { status: number }) => void>() };
  const isProxy = trustProxies(express, trustedProxies);
  const listIntents = async () => ok({ items: [] });
  const listener = createPipeline({
    apps: APPS,
    clock,
    credentials: NO_CREDENTIALS,
    limiter: createRateLimiter(clock),
    log: log as never,
    metrics: createMetrics(),
    operations: findOperations(mountContract(contract, { getHealth, listIntents } as unknown as Handlers)),
    pages: servePages({ paths: [], headers: {}, pages: [] }),
    isProxy,
    unadmittedPerSecond: LIMIT,
  });
  const messages = createMessageClasses(express, new BodyBudget());
  const options = { host: '127.0.0.1', port: 0, portSetting: 'PORT', messages, isProxy };
  const server = await startHttpServer(listener, options);
  onTestFinished(() => server.stop(0));
  const path = ROUTES.listIntents.path;
  const timestamp = String(clock.now().getTime());
  const signed = (appSecret = SIGNER.appSecret) =>
    requestBytes(
      `GET ${path} HTTP/1.1`,
      signedHeaders({ ...SIGNER, appSecret }, { method: 'GET', path, timestamp }),
    );
  const statuses = () => log.info.mock.calls.map(([line]) => line.status);
  return { server, port: server.port, signed, getHealth, statuses };
}

/** Sends requests that are refused, until the caller is over the limit. */
async function exceed({ ask }: Awaited<ReturnType<typeof open>>, bytes = NOT_FOUND): Promise<void> {
  for (let sent = 0; sent <= LIMIT; sent++) await ask(bytes);
}

/** Resolves when the server has read what was sent before. */
async function untilRead(port: number): Promise<void> {
  await (await open(port, '127.0.0.9')).ask(NOT_FOUND);
}

it('lets the requests of an address over the limit wait, and those of nobody else', async () => {
  const { port, statuses } = await serve();
  const stranger = await open(port, '127.0.0.2');
  await exceed(stranger);
  const held = await open(port, '127.0.0.2');
  held.socket.write(NOT_FOUND);
  const other = await open(port, '127.0.0.3');
  expect([await other.ask(NOT_FOUND), await other.ask(HEALTH)]).toEqual([404, 200]);
  expect(held.answered()).toEqual([]);
  const answer = once(held.socket, 'data');
  vi.advanceTimersByTime(LONGEST_HOLD_MS);
  await answer;
  expect(held.answered()).toEqual([404]);
  await vi.waitFor(() => expect(statuses()).toEqual([404, 404, 404, 404, 404, 200, 404]));
});

it('serves an address again once it is within the limit', async () => {
  const { port } = await serve();
  const stranger = await open(port, '127.0.0.2');
  await exceed(stranger);
  now += 2000;
  expect(await stranger.ask(NOT_FOUND)).toBe(404);
});

it('counts refused authentications too', async () => {
  const { port } = await serve();
  const stranger = await open(port, '127.0.0.2');
  await exceed(stranger, requestBytes(`GET ${ROUTES.listIntents.path} HTTP/1.1`, { 'X-App-Id': 'app_x' }));
  stranger.socket.write(NOT_FOUND);
  await untilRead(port);
  expect(stranger.answered()).toHaveLength(LIMIT + 1);
});

it('serves a known App behind the address of a stranger', async () => {
  const { port, signed } = await serve();
  await exceed(await open(port, '127.0.0.2'));
  expect(await (await open(port, '127.0.0.2')).ask(signed())).toBe(200);
});

it('lets an App over the limit wait, but not on a connection whose last request was admitted', async () => {
  const { port, signed } = await serve();
  const kept = await open(port, '127.0.0.2');
  expect(await kept.ask(signed())).toBe(200);
  await exceed(await open(port, '127.0.0.2'), signed('another secret'));
  const held = await open(port, '127.0.0.2');
  held.socket.write(signed());
  expect([await kept.ask(signed()), await kept.ask(signed('another secret'))]).toEqual([200, 401]);
  expect(held.answered()).toEqual([]);
  kept.socket.write(signed());
  await untilRead(port);
  expect(kept.answered()).toEqual([200, 200, 401]);
});

it('lets an address wait that names one known App after the other', async () => {
  const { port } = await serve();
  const naming = (app: number): Buffer => requestBytes('GET /none HTTP/1.1', { 'X-App-Id': `known_${app}` });
  const stranger = await open(port, '127.0.0.2');
  for (let app = 0; app <= 5 * LIMIT; app += 1) expect(await stranger.ask(naming(app))).toBe(404);
  stranger.socket.write(naming(99));
  expect(await (await open(port, '127.0.0.3')).ask(naming(0))).toBe(404);
  await untilRead(port);
  expect(stranger.answered()).toHaveLength(5 * LIMIT + 1);
});

it.each([
  [
    'the address of another one, however far that is over its own limit',
    requestBytes('GET /none HTTP/1.1', { 'X-App-Id': 'known_1' }),
  ],
  ['an address of strangers, however many hang up while they wait', NOT_FOUND],
])('serves an App at %s', async (_, request) => {
  const { port, signed, statuses } = await serve();
  await exceed(await open(port, '127.0.0.2'), request);
  const others = await Promise.all(Array.from({ length: 5 * LIMIT + 1 }, () => open(port, '127.0.0.2')));
  for (const { socket } of others) socket.write(request);
  await untilRead(port);
  for (const { socket } of others) socket.destroy();
  await vi.waitFor(() => expect(statuses().filter((status) => status === 499)).toHaveLength(5 * LIMIT + 1));
  expect(await (await open(port, '127.0.0.2')).ask(signed())).toBe(200);
});

it('lets requests wait that begin beside many others without an answer', async () => {
  const { port, getHealth } = await serve();
  const answer = Promise.withResolvers<unknown>();
  getHealth.mockImplementation(() => answer.promise);
  const floods = await Promise.all(Array.from({ length: 5 }, () => open(port, '127.0.0.2')));
  for (const { socket } of floods) socket.write(Buffer.concat(Array<Buffer>(32).fill(HEALTH)));
  const begun = (): number => getHealth.mock.calls.length;
  await vi.waitFor(() => expect(begun()).toBeGreaterThan(100));
  const other = await open(port, '127.0.0.3');
  expect(await other.ask(NOT_FOUND)).toBe(404);
  expect(begun()).toBeLessThanOrEqual(100 + LIMIT);
  for (const { socket } of floods) socket.destroy();
  answer.resolve(ok({}));
  await Promise.all(floods.map(({ closed }) => closed));
  // None of them is counted for ever.
  now += 2000;
  const again = await open(port, '127.0.0.2');
  expect([await again.ask(HEALTH), await again.ask(NOT_FOUND)]).toEqual([200, 404]);
});

it('serves an App at the address of another one, however many requests that one has on their way', async () => {
  const { port, signed, getHealth } = await serve();
  const answer = Promise.withResolvers<unknown>();
  getHealth.mockImplementation(() => answer.promise);
  const ofOther = requestBytes(`GET ${ROUTES.getHealth.path} HTTP/1.1`, { 'X-App-Id': 'known_1' });
  const floods = await Promise.all(Array.from({ length: 20 }, () => open(port, '127.0.0.2')));
  for (const { socket } of floods.slice(0, 4)) socket.write(Buffer.concat(Array<Buffer>(32).fill(ofOther)));
  await vi.waitFor(() => expect(getHealth.mock.calls.length).toBeGreaterThan(100));
  for (const { socket } of floods.slice(4)) socket.write(ofOther);
  await untilRead(port);
  // Those that had to wait begin after a second, whatever is on its way.
  vi.advanceTimersByTime(LONGEST_HOLD_MS);
  await untilRead(port);
  expect(await (await open(port, '127.0.0.2')).ask(signed())).toBe(200);
  for (const { socket } of floods) socket.destroy();
  answer.resolve(ok({}));
  await Promise.all(floods.map(({ closed }) => closed));
});

it('lets one request pass on a connection whose last request was admitted, not all that were sent at once', async () => {
  const { port, signed, getHealth } = await serve();
  await exceed(await open(port, '127.0.0.2'));
  const kept = await open(port, '127.0.0.2');
  expect(await kept.ask(signed())).toBe(200);
  kept.socket.write(Buffer.concat([HEALTH, HEALTH, HEALTH]));
  await untilRead(port);
  vi.advanceTimersByTime(LONGEST_HOLD_MS);
  await kept.closed;
  expect([kept.answered(), getHealth.mock.calls.length]).toEqual([[200, 200], 1]);
});

it('closes the other connections of an App too when one of them floods, with whatever requests', async () => {
  const { port, signed } = await serve();
  const [flood, same] = [await open(port, '127.0.0.2'), await open(port, '127.0.0.2')];
  expect([await flood.ask(signed()), await same.ask(signed())]).toEqual([200, 200]);
  flood.socket.write(Buffer.concat(Array<Buffer>(1000).fill(NOT_FOUND)));
  await Promise.all([flood.closed, same.closed]);
});

it('closes a connection that sends more while its request waits, and handles none of them', async () => {
  const { port, getHealth } = await serve();
  await exceed(await open(port, '127.0.0.2'));
  const eager = await open(port, '127.0.0.2');
  eager.socket.write(Buffer.concat([HEALTH, HEALTH, HEALTH]));
  await untilRead(port);
  vi.advanceTimersByTime(LONGEST_HOLD_MS);
  await eager.closed;
  expect([eager.answered(), getHealth.mock.calls]).toEqual([[], []]);
});

it('drops a waiting request whose client disconnects', async () => {
  const { port, getHealth, statuses } = await serve();
  await exceed(await open(port, '127.0.0.2'));
  const gone = await open(port, '127.0.0.2');
  gone.socket.write(HEALTH);
  await untilRead(port);
  gone.socket.destroy();
  await vi.waitFor(() => expect(statuses()).toContain(499));
  vi.advanceTimersByTime(LONGEST_HOLD_MS);
  await untilRead(port);
  expect(getHealth).not.toHaveBeenCalled();
});

it('answers a waiting request before the server has stopped', async () => {
  const { server, port } = await serve();
  await exceed(await open(port, '127.0.0.2'));
  const held = await open(port, '127.0.0.2');
  held.socket.write(NOT_FOUND);
  await untilRead(port);
  const stopped = server.stop(5000);
  vi.advanceTimersByTime(LONGEST_HOLD_MS);
  await held.closed;
  expect(held.answered()).toEqual([404]);
  expect(held.received()).toMatch(/^connection: close/im);
  vi.useRealTimers();
  await stopped;
});

it('behind a proxy lets the caller wait and not its connection, and refuses beyond 500 that wait', async () => {
  const { port, signed } = await serve(['127.0.0.0/8']);
  const of = (caller: string) => requestBytes('GET /none HTTP/1.1', { 'X-Forwarded-For': caller });
  const shared = await open(port, '127.0.0.2');
  expect(await shared.ask(signed())).toBe(200);
  await exceed(shared, of('192.0.2.1'));
  expect(await shared.ask(of('192.0.2.2'))).toBe(404);
  const held = await Promise.all(Array.from({ length: 20 }, () => open(port, '127.0.0.2')));
  for (const { socket } of held)
    socket.write(Buffer.concat(Array.from({ length: 25 }, () => of('192.0.2.1'))));
  await untilRead(port);
  expect(await shared.ask(of('192.0.2.1'))).toBe(429);
  const all = held.map(async ({ socket, answered }) => {
    while (answered().length < 25) await once(socket, 'data');
    return new Set(answered());
  });
  vi.advanceTimersByTime(LONGEST_HOLD_MS);
  expect(new Set((await Promise.all(all)).flatMap((each) => [...each]))).toEqual(new Set([404]));
});
