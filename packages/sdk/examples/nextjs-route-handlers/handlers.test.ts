import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { createTestService } from '@procurement-intents/sdk/testing';
import { POST as cancel } from './app/api/purchases/[id]/cancel/route.ts';
import { GET as show } from './app/api/purchases/[id]/route.ts';
import { POST as create } from './app/api/purchases/route.ts';
import { buy } from './lib/buy.ts';
import { CATALOGUE } from './lib/purchases.ts';
import { signSession } from './lib/session.ts';

const service = createTestService({ graceMs: 60_000 });
const SESSION_SECRET = 'secret-of-the-tests';
const form = {
  sku: 'mouse',
  quantity: 1,
  recipientName: '张三',
  address: '北京市 88 号',
  phone: '13800138000',
};
let storage: Map<string, string>;
let user: string;

beforeEach(() => {
  Object.assign(process.env, {
    PROCUREMENT_BASE_URL: 'https://procurement.example',
    PROCUREMENT_APP_ID: service.app.appId,
    PROCUREMENT_APP_SECRET: service.app.appSecret,
    SESSION_SECRET,
  });
  service.reset();
  storage = new Map();
  user = 'anna';
  mock.method(globalThis, 'fetch', browse);
});
afterEach(() => mock.restoreAll());

/** The page's calls reach the handlers with the cookie of `user`, those of the handlers the service in memory. */
async function browse(url: string, init: RequestInit = {}): Promise<Response> {
  if (!url.startsWith('/')) return service.fetch(url, init as object);
  const headers = {
    ...(init.headers as Record<string, string>),
    cookie: `session=${signSession(user, SESSION_SECRET)}`,
  };
  const request = new Request(`https://shop.example${url}`, { ...init, headers });
  const [, id, action] = /^\/api\/purchases\/([^/]+)(\/cancel)?$/.exec(url) ?? [];
  if (!id) return create(request);
  return (action ? cancel : show)(request, { params: Promise.resolve({ id }) });
}

const page = {
  getItem: (key: string) => storage.get(key) ?? null,
  setItem: (key: string, value: string) => void storage.set(key, value),
  removeItem: (key: string) => void storage.delete(key),
};
const read = async (url: string, init?: RequestInit) =>
  (await (await browse(url, init)).json()) as Record<string, string>;

/** The id of the purchase that the page has stored. */
const storedId = () => JSON.parse(storage.get('purchase') ?? '{}').purchaseId as string;

async function buyOne(): Promise<string> {
  const { answer } = await buy(form, page);
  return (answer as { purchaseId: string }).purchaseId;
}

test('a page buys at the price of the catalogue, and sees the end', async () => {
  const id = await buyOne();
  const [intent] = service.intents();
  assert.deepEqual([intent?.price, intent?.userId], [CATALOGUE['mouse']?.price, 'anna']);
  service.purchases.fail({}, 'OUT_OF_STOCK');
  service.clock.advance(60_000);
  const { status, failureCode } = await read(`/api/purchases/${id}`);
  assert.deepEqual([status, failureCode], ['FAILED', 'OUT_OF_STOCK']);
});

test('a page that is reloaded after an unclear answer repeats its purchase', async () => {
  mock.method(console, 'error', () => {});
  service.fail('createIntent', { error: 'PERMISSION_MISSING' });
  assert.equal((await buy(form, page)).isFinal, false);
  const id = storedId();
  // The form may look different by now; the stored one counts.
  const { isFinal, answer } = await buy({ ...form, quantity: 5 }, page);
  assert.deepEqual([isFinal, (answer as { purchaseId: string }).purchaseId], [true, id]);
  assert.equal(service.intents()[0]?.quantity, 1);
  assert.equal(storage.size, 0);
});

test('a lost answer leads to one purchase', async () => {
  service.fail('createIntent', { drop: 'answer' });
  await buyOne();
  assert.equal(service.intents().length, 1);
});

test('the page gets wrong fields, and no text of other errors', async () => {
  const { isFinal, answer } = await buy({ ...form, phone: 'none' }, page);
  assert.equal(isFinal, true);
  assert.match(JSON.stringify(answer), /"INVALID".*"phone"/);
  const log = mock.method(console, 'error', () => {});
  service.fail('createIntent', { error: 'SIGNATURE_INVALID' });
  assert.deepEqual((await buy(form, page)).answer, { error: 'UNCLEAR' });
  assert.match(String(log.mock.calls[0]?.arguments[0]), /SIGNATURE_INVALID/);
});

test('a user cancels a purchase, until it is shipped', async () => {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' } };
  const id = await buyOne();
  assert.equal((await read(`/api/purchases/${id}/cancel`, init)).status, 'CANCELLED');
  const shipped = await buyOne();
  service.purchases.hold({}, { isShipped: true });
  service.clock.advance(60_000);
  assert.equal((await read(`/api/purchases/${shipped}/cancel`, init)).error, 'TOO_LATE');
});

test('nobody sees or repeats the purchase of another user, or buys without a session', async () => {
  const id = await buyOne();
  user = 'ben';
  assert.equal((await browse(`/api/purchases/${id}`)).status, 404);
  storage.set('purchase', JSON.stringify({ purchaseId: id, ...form }));
  await buy(form, page);
  assert.deepEqual(
    service.intents().map(({ userId }) => userId),
    ['anna', 'ben'],
  );
  const stranger = new Request('https://shop.example/api/purchases', { method: 'POST' });
  assert.equal((await create(stranger)).status, 401);
});
