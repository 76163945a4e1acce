import { describeFieldIssue } from '@procurement-intents/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { processIntent } from '../../src/purchasing/process-intent.worker.ts';
import { expectBearerError } from '../support/bearer.ts';
import { intentBody } from '../support/intent-factory.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { productHtml, startTestShop, type TestShop } from '../support/test-shop.ts';
import { type Person, person, requestBody, succeeded } from './support.ts';

/** Decodes until nothing changes, as a server behind a proxy may. */
const decoded = (path: string): string => {
  const once = path.replaceAll(/%([0-9a-f]{2})/gi, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
  return once === path ? path : decoded(once);
};

/** One host with two shops. It takes repeated slashes for one, and the last part of a product's path is a free text. */
const startShop = (): Promise<TestShop> =>
  startTestShop((request, response) => {
    const path = decoded(request.url ?? '').replaceAll(/\/+/g, '/');
    const redirected = /^\/go\/(\d+)$/.exec(path)?.[1];
    if (redirected !== undefined)
      return void response.writeHead(302, { location: `/blocked/${redirected}/kettle` }).end();
    if (!/^\/[\w:-]+\/\d+(\/[^/]*)?$/.test(path)) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': 'text/html' }).end(productHtml());
  });

let shop: TestShop;
let service: TestService;
let buyer: Person;
let supplierId: string;
beforeAll(async () => {
  shop = await startShop();
  service = await startTestService({ productUrlPrefixes: [`${shop.origin}/`] });
  buyer = await person(service, ['read:suppliers', 'write:suppliers']);
  const body = { name: 'Kettles', platform: 'PLATFORM_A', shopUrl: `${shop.origin}/blocked` };
  ({ id: supplierId } = await succeeded(buyer.call('POST', '/v1/suppliers', { body })));
});
afterAll(async () => {
  await service.stop();
  await shop.close();
});
beforeEach(() => setStatus('ACTIVE'));

const setStatus = (status: 'ACTIVE' | 'BLOCKED') =>
  succeeded(buyer.call('PATCH', `/v1/suppliers/${supplierId}`, { body: { status } }), 200);

let pages = 0;
/** The path of a page that no other test has asked for: `#` is its number. */
const fresh = (path: string): string => path.replace('#', String((pages += 1)));

async function create(path: string, changes: object = {}) {
  const signer = await service.addApp();
  const body = { ...intentBody(service), productUrl: shop.origin + path, ...changes };
  const answer = await service.call('POST', '/api/v1/intents', { body, signer });
  return { answer, signer, id: answer.body.data?.id as string };
}
const accepted = async (path: string, changes: object = {}) => {
  const created = await create(path, changes);
  expect(created.answer.status).toBe(201);
  return created;
};
const refusal = (rule: 'supplierBlocked' | 'productUrl') => ({
  code: 40001,
  data: { errors: [{ field: 'productUrl', message: describeFieldIssue({ rule }, 'zh') }] },
});
const stored = (id: string) => service.database.intent.findUniqueOrThrow({ where: { id } });

describe('a product of a blocked supplier is refused', () => {
  it.each([
    '/blocked/#/kettle',
    '//blocked/#/kettle',
    '//blocked/#/.kettle',
    '///%252e//blocked/#/.kettle',
    '/x//%252e%252e/blocked/#',
    '/Blocked/#',
    '/blocked;a=1/#',
    '/blocked%3Ba/#',
    '/x/..;a/BLOCKED/#',
    '/blocked/..;a/#',
    '/go/#',
  ])('by every address that leads to it: %s', async (path) => {
    await setStatus('BLOCKED');
    expect((await create(fresh(path))).answer.body).toMatchObject(refusal('supplierBlocked'));
  });

  it.each(['/blocked%2f#', '/blocked%252f#', '/blocked%25255C#', '/blocked%2500/#'])(
    'with every address that hides a separator, blocked or not: %s',
    async (path) => {
      expect((await create(fresh(path))).answer.body).toMatchObject(refusal('productUrl'));
    },
  );

  it('when its page is known from an earlier create', async () => {
    const path = fresh('/go/#');
    await accepted(path);
    await accepted(path);
    const read = shop.requests.length;
    await setStatus('BLOCKED');
    expect((await create(path)).answer.body).toMatchObject(refusal('supplierBlocked'));
    expect(shop.requests).toHaveLength(read);
  });

  it('when a draft is submitted', async () => {
    const { id, signer } = await accepted(fresh('/go/#'), { draft: true });
    await setStatus('BLOCKED');
    const answer = await service.call('POST', `/api/v1/intents/${id}/submit`, { signer });
    expect(answer.body).toMatchObject(refusal('supplierBlocked'));
    expect((await stored(id)).status).toBe('DRAFT');
  });

  it('when a request is approved', async () => {
    const [asker, approver] = [
      await person(service, ['write:purchase-requests']),
      await person(service, ['read:purchase-requests', 'write:purchase-requests'], 100_000_00n),
    ];
    const body = { ...requestBody(service), productUrl: shop.origin + fresh('/go/#') };
    const { id } = await succeeded(asker.call('POST', '/v1/purchase-requests', { body }));
    await setStatus('BLOCKED');
    const answer = await approver.call('POST', `/v1/purchase-requests/${id}/approve`, { body: {} });
    expectBearerError(answer, 'validation_failed');
    expect((await approver.call('GET', `/v1/purchase-requests/${id}`)).body.status).toBe('PENDING');
  });

  it('before anything is ordered of an accepted intent', async () => {
    const { id } = await accepted(fresh('/go/#'));
    await setStatus('BLOCKED');
    await processIntent(service.context, id, new AbortController().signal);
    expect(await stored(id)).toMatchObject({ status: 'FAILED', failureCode: 'SUPPLIER_BLOCKED' });
    expect((await stored(id)).orderInFlightUntil).toBeNull();
  });
});

describe('an address that looks like a host behind its first slash', () => {
  const odd = () => fresh('//x:y/#/.z');

  it('is bought and asked for as any other while a supplier is blocked', async () => {
    const earlier = await accepted(odd());
    await setStatus('BLOCKED');
    const later = await accepted(odd());
    const asker = await person(service, ['write:purchase-requests']);
    const body = { ...requestBody(service), productUrl: shop.origin + odd() };
    await succeeded(asker.call('POST', '/v1/purchase-requests', { body }));
    const stop = await service.startWorker();
    try {
      // The sandbox sells nothing of this host.
      const end = { status: 'FAILED', failureCode: 'PRODUCT_NOT_FOUND' };
      for (const { id } of [earlier, later])
        await vi.waitFor(async () => expect(await stored(id)).toMatchObject(end), { timeout: 20_000 });
    } finally {
      await stop(1000);
    }
  });

  it('is of no supplier in a report', async () => {
    const { id } = await accepted(odd());
    const at = new Date();
    const bought = {
      orderId: 'o1',
      orderStatus: 'DELIVERED',
      amountPaidFen: 1n,
      orderAcceptedAt: at,
    } as const;
    await service.database.intent.update({
      where: { id },
      data: { status: 'COMPLETED', completedAt: at, ...bought },
    });
    const reader = await person(service, ['read:reports']);
    const { rows } = await succeeded(reader.call('GET', '/v1/reports/spend?groupBy=supplier'), 200);
    expect(rows).toMatchObject([{ orders: 1, paid: 0.01 }]);
    expect(rows[0]).not.toHaveProperty('group');
  });
});
