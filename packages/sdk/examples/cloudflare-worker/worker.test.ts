import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { createContext, runInContext } from 'node:vm';
import { createTestService } from '@procurement-intents/sdk/testing';
import { build } from 'esbuild';
import worker, { type Env } from './worker.ts';

const service = createTestService();
const ENV: Env = {
  PROCUREMENT_BASE_URL: 'https://procurement.example',
  PROCUREMENT_APP_ID: service.app.appId,
  PROCUREMENT_APP_SECRET: service.app.appSecret,
  CALLER_TOKEN: 'token-of-the-tests',
};

beforeEach(() => {
  service.reset();
  mock.method(globalThis, 'fetch', service.fetch);
});
afterEach(() => mock.restoreAll());

interface Answer {
  id?: string;
  status?: string;
  error?: string;
}

interface Call {
  body?: unknown;
  key?: string;
  token?: string;
}

function request(path: string, { body, key, token = ENV.CALLER_TOKEN }: Call = {}): Request {
  const headers = { authorization: `Bearer ${token}`, ...(key && { 'idempotency-key': key }) };
  const post = body !== undefined && { method: 'POST', body: JSON.stringify(body) };
  return new Request(`https://purchases.example${path}`, { headers, ...post });
}

async function call(path: string, options?: Call) {
  const response = await worker.fetch(request(path, options), ENV);
  return { status: response.status, headers: response.headers, body: (await response.json()) as Answer };
}

test('buys once for one key, however often the caller sends it', async () => {
  const first = await call('/purchases', { body: service.order(), key: 'erp-1' });
  service.fail('createIntent', { drop: 'answer' });
  const second = await call('/purchases', { body: service.order(), key: 'erp-1' });
  assert.deepEqual([first.status, second.status], [201, 201]);
  assert.equal(second.body.id, first.body.id);
  assert.equal(service.intents().length, 1);
  assert.equal((await call(`/purchases/${first.body.id}`)).body.status, 'COMPLETED');
});

test('refuses to buy without a key or a token, and sends nothing', async () => {
  assert.equal((await call('/purchases', { body: service.order() })).status, 400);
  const forged = { body: service.order(), key: 'erp-1', token: 'token-of-the-testt' };
  assert.equal((await call('/purchases', forged)).status, 401);
  assert.equal(service.requests.length, 0);
});

test('tells the caller what is wrong with an order', async () => {
  const wrong = await call('/purchases', { body: service.order({ quantity: 0 }), key: 'erp-1' });
  assert.equal(wrong.status, 422);
  assert.match(JSON.stringify(wrong.body), /"field":"quantity"/);
  await call('/purchases', { body: service.order(), key: 'erp-1' });
  const other = await call('/purchases', { body: service.order({ quantity: 3 }), key: 'erp-1' });
  assert.deepEqual([other.status, other.body.error], [409, 'IDEMPOTENCY_KEY_REUSED']);
  assert.equal((await call(`/purchases/int_${'0'.repeat(32)}`)).status, 404);
});

test("asks the caller to repeat a call that failed for the worker's own reasons", async () => {
  const log = mock.method(console, 'error', () => {});
  service.fail('createIntent', { error: 'SIGNATURE_INVALID' });
  const { status, headers, body } = await call('/purchases', { body: service.order(), key: 'erp-1' });
  assert.deepEqual([status, headers.get('retry-after'), body.error], [503, '10', 'UNCLEAR']);
  assert.match(String(log.mock.calls[0]?.arguments[0]), /SIGNATURE_INVALID/);
  assert.doesNotMatch(JSON.stringify(log.mock.calls), new RegExp(ENV.PROCUREMENT_APP_SECRET));
});

test('its bundle runs where nothing of Node exists', async () => {
  const bundle = await build({
    entryPoints: [`${import.meta.dirname}/worker.ts`],
    bundle: true,
    write: false,
    minify: true,
    // What `npm run build` sets, as a script that the context can run.
    format: 'iife',
    globalName: 'bundled',
    platform: 'neutral',
    conditions: ['worker', 'browser'],
  });
  const code = bundle.outputFiles[0]?.text ?? '';
  assert.doesNotMatch(code, /node:|require\(/);
  const {
    URL,
    URLSearchParams,
    Request,
    Response,
    Headers,
    TextEncoder,
    crypto,
    AbortController,
    AbortSignal,
    performance,
  } = globalThis;
  const web = {
    URL,
    URLSearchParams,
    Request,
    Response,
    Headers,
    TextEncoder,
    crypto,
    AbortController,
    AbortSignal,
    performance,
  };
  const timers = { setTimeout, clearTimeout, setInterval, clearInterval, queueMicrotask };
  const context = createContext({ ...web, ...timers, console, fetch: service.fetch });
  assert.equal(
    runInContext('typeof process + typeof Buffer + typeof require', context),
    'undefined'.repeat(3),
  );
  runInContext(code, context);
  const bundled = runInContext('bundled.default', context) as typeof worker;
  const answer = await bundled.fetch(request('/purchases', { body: service.order(), key: 'erp-1' }), ENV);
  assert.equal(answer.status, 201);
  assert.equal(service.intents().length, 1);
});
