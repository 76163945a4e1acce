import { describe, expect, expectTypeOf, it } from 'vitest';
import { give, refuseBearer } from '../../test/bearer-replies.ts';
import { answer, breakOff, startService, type Reply } from '../../test/start-service.ts';
import { RESOURCES, type MethodRow } from '../generated/bearer-tables.ts';
import { ConnectionError, createBearerClient, isBearerError, isBearerErrorOf } from './index.ts';

const ID = `sup_${'0'.repeat(32)}`;
const supplier = { name: '办公用品店', platform: 'PLATFORM_A', shopUrl: 'https://shop.example/1' } as const;

async function start(...replies: [Reply, ...Reply[]]) {
  const { baseUrl, received } = await startService(...replies);
  return { client: createBearerClient({ baseUrl, credential: 'ak_test_1' }), received };
}

it('creates with one key for all attempts, yours or a new one', async () => {
  const { client, received } = await start(answer(503, ''), give({ id: ID }, 201));
  const { data, isReplayed } = await client.suppliers.create(supplier).withResponse();
  expect([data.id, isReplayed]).toEqual([ID, false]);
  await client.suppliers.create(supplier, { idempotencyKey: 'mine' });
  const keys = received.map(({ headers }) => headers['idempotency-key']);
  expect(keys[0]).toMatch(/^[\da-f-]{36}$/);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).toBe('mine');
  expect(received[0]).toMatchObject({ method: 'POST', path: '/v1/suppliers' });
  expect(JSON.parse(received[0]?.body ?? '')).toEqual(supplier);
});

// As a program passes on what it has not found.
it.each([undefined, null] as undefined[])('makes a key in place of %s', async (none) => {
  const { client, received } = await start(breakOff, give({ id: ID }, 201));
  await client.suppliers.create(supplier, { idempotencyKey: none });
  const keys = received.map(({ headers }) => headers['idempotency-key']);
  expect(keys[0]).toMatch(/^[\da-f-]{36}$/);
  expect(keys[1]).toBe(keys[0]);
});

it('changes a known version once: after a lost response it is unclear whose change it was', async () => {
  const { client, received } = await start(breakOff);
  const change = client.suppliers.update(ID, { status: 'BLOCKED' }, { ifVersion: 3 });
  await expect(change).rejects.toMatchObject({ name: 'ConnectionError', resourceId: ID, attempts: 1 });
  await expect(change).rejects.toBeInstanceOf(ConnectionError);
  expect(received[0]).toMatchObject({ method: 'PATCH', path: `/v1/suppliers/${ID}` });
  expect(received[0]?.headers['if-match']).toBe('"3"');
});

it('acts with a body where the operation takes one, and without one elsewhere', async () => {
  const { client, received } = await start(give({}));
  await client.purchaseRequests.approve(ID);
  await client.purchaseRequests.reject(ID, { note: '超出预算' });
  await client.contracts.activate(ID, { ifVersion: 1 });
  expect(received.map(({ path, body }) => [path, body])).toEqual([
    [`/v1/purchase-requests/${ID}/approve`, '{}'],
    [`/v1/purchase-requests/${ID}/reject`, '{"note":"超出预算"}'],
    [`/v1/contracts/${ID}/activate`, ''],
  ]);
  expect(received[2]?.headers['if-match']).toBe('"1"');
});

it('lists page by page, with the fields and filters of the caller', async () => {
  const page = (items: object[], nextCursor: string | null) =>
    give({ items, total: 3, page: 1, pageSize: 2, totalPages: 2, nextCursor });
  const { client, received } = await start(
    page([{ id: '1' }, { id: '2' }], 'c/1'),
    page([{ id: '3' }], null),
  );
  const list = client.purchaseRequests.list({
    'filter[status][in]': ['PENDING', 'APPROVED'],
    fields: ['id', 'title'],
    pageSize: 2,
    page: 1,
  });
  const ids: string[] = [];
  for await (const each of list) ids.push(each.id);
  expect(ids).toEqual(['1', '2', '3']);
  const queries = received.map(({ path }) => Object.fromEntries(new URL(path, 'http://any').searchParams));
  const common = { 'filter[status][in]': 'PENDING,APPROVED', fields: 'id,title', pageSize: '2' };
  expect(queries).toEqual([
    { ...common, page: '1' },
    { ...common, cursor: 'c/1' },
  ]);
});

it('gets a report as data, or as the text of its CSV', async () => {
  const csv = 'platform,net\r\nPLATFORM_A,398\r\n';
  const { client, received } = await start(
    give({ rows: [] }),
    answer(200, csv, { 'content-type': 'text/csv; charset=utf-8; header=present' }),
    answer(200, '', { 'content-type': 'text/csv' }),
    refuseBearer('insufficient_scope', { required_scope: 'read:reports' }),
    answer(200, '<html>', { 'content-type': 'text/html' }),
  );
  const period = { from: '2026-11-01', groupBy: 'platform' } as const;
  expect((await client.reports.spend(period)).rows).toEqual([]);
  const text = await client.reports.spendCsv(period);
  expectTypeOf(text).toEqualTypeOf<string>();
  expect(text).toBe(csv);
  expect(await client.reports.processingCsv()).toBe('');
  await expect(client.reports.spendCsv()).rejects.toMatchObject({ code: 'insufficient_scope' });
  await expect(client.reports.spendCsv()).rejects.toMatchObject({ code: 'unknown' });
  expect(received.slice(0, 3).map(({ path, headers }) => [path, headers['accept']])).toEqual([
    ['/v1/reports/spend?from=2026-11-01&groupBy=platform', 'application/json'],
    ['/v1/reports/spend?from=2026-11-01&groupBy=platform', 'text/csv'],
    ['/v1/reports/processing', 'text/csv'],
  ]);
});

it('works on what belongs to a resource by all ids of its path', async () => {
  const { client, received } = await start(give({}));
  const [app, webhook, delivery] = ['app_1', 'whk_2', 'dlv/3'];
  await client.apps.createWebhook(app, { url: 'https://erp.example.com/' }, { idempotencyKey: 'mine' });
  await client.apps.listWebhooks(app);
  await client.apps.updateWebhook(app, webhook, { status: 'DISABLED' }, { ifVersion: 2 });
  await client.apps.listWebhookDeliveries(app, webhook, { state: 'FAILED' });
  await client.apps.retryWebhookDelivery(app, webhook, delivery);
  await client.apps.createWebhookReplay(app, webhook, { since: '2026-11-21' });
  expect(received.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /v1/apps/app_1/webhooks',
    'GET /v1/apps/app_1/webhooks',
    'PATCH /v1/apps/app_1/webhooks/whk_2',
    'GET /v1/apps/app_1/webhooks/whk_2/deliveries?state=FAILED',
    'POST /v1/apps/app_1/webhooks/whk_2/deliveries/dlv%2F3/retry',
    'POST /v1/apps/app_1/webhooks/whk_2/replays',
  ]);
  const keys = received.map(({ headers }) => headers['idempotency-key']);
  expect(keys.slice(0, 5)).toEqual(['mine', undefined, undefined, undefined, undefined]);
  expect(keys[5]).toMatch(/^[\da-f-]{36}$/);
  expect(received[2]?.headers['if-match']).toBe('"2"');
  expect(JSON.parse(received[5]?.body ?? '')).toEqual({ since: '2026-11-21' });
});

it('names the id that is the last in the path, and refuses a call that leaves one out', async () => {
  const { client, received } = await start(refuseBearer('not_found'));
  const read = client.apps.getWebhookDelivery('app_1', 'whk_2', 'dlv_3');
  await expect(read).rejects.toMatchObject({ code: 'not_found', resourceId: 'dlv_3' });
  const short = client.apps.getWebhook as unknown as (id: string) => Promise<unknown>;
  await expect(short('app_1')).rejects.toThrow(TypeError);
  expect(received).toHaveLength(1);
});

const ONCE = Object.entries(RESOURCES).flatMap(([resource, methods]) =>
  Object.entries(methods as Record<string, MethodRow>)
    .filter(([, [, , , repeat]]) => repeat === 'once')
    .map(([method, [, suffix]]) => [resource, method, suffix.split(':').length - 1] as const),
);

describe.each(ONCE)('%s.%s', (resource, method, ids) => {
  it.each<[string, Reply]>([
    ['a lost response', breakOff],
    ['a proxy that gave up', answer(504, '')],
    ['an error of the service', refuseBearer('internal')],
    ['an answer that the service could not give', refuseBearer('unavailable', {}, { 'retry-after': '0' })],
  ])('is sent once after %s: a second call would have a second effect', async (_what, reply) => {
    const { client, received } = await start(reply, give({ id: ID, secret: 'cs_2' }));
    const { [method]: rotate } = client[resource as 'apps'] as unknown as Record<
      string,
      (...ids: string[]) => Promise<unknown>
    >;
    await expect(rotate?.(...Array.from({ length: ids }, () => ID))).rejects.toMatchObject({
      attempts: 1,
      retryable: true,
    });
    expect(received).toHaveLength(1);
  });
});

it('knows every method that rotates a secret or sends a test', () => {
  expect(ONCE.map(([resource, method]) => `${resource}.${method}`)).toEqual([
    'oauthClients.rotateSecret',
    'apps.rotateSecret',
    'apps.rotateWebhookSecret',
    'apps.testWebhook',
  ]);
});

it('deletes once: that nothing is left after a lost response is success', async () => {
  const { client } = await start(breakOff, refuseBearer('not_found'));
  await expect(client.suppliers.delete(ID)).resolves.toBeUndefined();
  const again = await start(refuseBearer('not_found'));
  await expect(again.client.suppliers.delete(ID)).rejects.toMatchObject({
    code: 'not_found',
    resourceId: ID,
  });
});

it('waits as long as the service asks after too many calls', async () => {
  const { client, received } = await start(
    refuseBearer('rate_limited', {}, { 'retry-after': '1' }),
    give({ id: ID }),
  );
  await client.suppliers.get(ID);
  expect(received).toHaveLength(2);
  expect((received[1]?.atMs ?? 0) - (received[0]?.atMs ?? 0)).toBeGreaterThanOrEqual(990);
});

it('throws errors by code, with their data', async () => {
  const errors = [{ field: 'name', message: '必填' }];
  const { client } = await start(refuseBearer('validation_failed', { errors }));
  const error: unknown = await client.suppliers.create(supplier).catch((each: unknown) => each);
  expect(isBearerError(error)).toBe(true);
  expect(isBearerError(error, 'conflict')).toBe(false);
  expect(isBearerErrorOf(error, 'suppliers.create')).toBe(true);
  expect(isBearerErrorOf(error, 'suppliers.get')).toBe(false);
  if (!isBearerError(error, 'validation_failed')) throw error;
  expect(error.data.errors).toEqual(errors);
  expect(error.message).toBe(
    `suppliers.create: message of validation_failed (validation_failed ${JSON.stringify({ errors })}, HTTP 400, request req_test)`,
  );
  expect(error.idempotencyKey).toMatch(/^[\da-f-]{36}$/);
});

it.each([
  ['the page of a proxy', answer(403, '<html>')],
  ['a page instead of an answer', answer(200, '<html>')],
  ['an error in another form', answer(400, '{"error":null}')],
])('throws `unknown` for %s', async (_what, reply) => {
  const { client } = await start(reply);
  await expect(client.suppliers.get(ID)).rejects.toMatchObject({ code: 'unknown', retryable: false });
});

it('never follows a redirect, which could carry the credential away', async () => {
  const { client, received } = await start(answer(307, '', { location: '/elsewhere' }));
  await expect(client.suppliers.get(ID)).rejects.toMatchObject({ name: 'ConnectionError', retryable: false });
  expect(received).toHaveLength(1);
});

it('refuses an id that would be the path of another operation, and an option of a create that does not exist', async () => {
  const { client, received } = await start(give({}));
  await expect(client.suppliers.delete('')).rejects.toThrow(TypeError);
  await expect(client.suppliers.get('..')).rejects.toThrow(TypeError);
  const wrong = { idempotencykey: 'mine' } as object;
  await expect(client.suppliers.create(supplier, wrong)).rejects.toThrow('idempotencykey');
  expect(received).toEqual([]);
});
