import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { processIntent } from '../../src/purchasing/process-intent.worker.ts';
import { intentBody } from '../support/intent-factory.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

let service: TestService;
let counter = 0;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  await service.database.supplier.deleteMany();
});

async function addSupplier(status: 'ACTIVE' | 'BLOCKED', path: string): Promise<void> {
  counter += 1;
  const { host } = new URL(service.sandboxUrl);
  const at = service.context.clock.now();
  await service.database.supplier.create({
    data: {
      id: `sup_${String(counter).padStart(32, '0')}`,
      name: `Shop ${counter}`,
      platform: 'PLATFORM_A',
      shopUrl: `${service.sandboxUrl}${path}`,
      shopKey: `${host}${path}`,
      status,
      createdAt: at,
      updatedAt: at,
      version: 1,
    },
  });
}

const block = (): Promise<void> => addSupplier('BLOCKED', '/a/items/ordinary/');
const isKnown = (productUrl: string): boolean => service.context.isSupplierBlocked(productUrl);
const untilBlocked = (productUrl: string): Promise<void> =>
  vi.waitFor(() => expect(isKnown(productUrl)).toBe(true), { timeout: 5000, interval: 20 });
const untilAllowed = (productUrl: string): Promise<void> =>
  vi.waitFor(() => expect(isKnown(productUrl)).toBe(false), { timeout: 5000, interval: 20 });

async function create(changes: Record<string, unknown> = {}, item = 'ordinary') {
  const signer = await service.addApp();
  const body = intentBody(service, item, changes);
  const answer = await service.call('POST', '/api/v1/intents', { body, signer });
  return { answer, body, signer, id: answer.body.data?.id as string };
}

const refusal = { code: 40001, data: { errors: [{ field: 'productUrl' }] } };

describe('a blocked supplier', () => {
  it('is refused at create, draft or not, and however its address is spelt', async () => {
    await block();
    const { productUrl } = intentBody(service);
    await untilBlocked(productUrl);
    const encoded = productUrl.replace('ordinary', '%6frdinary');
    for (const changes of [{}, { draft: true }, { productUrl: encoded }]) {
      expect((await create(changes)).answer.body).toMatchObject(refusal);
    }
    expect((await create({}, 'slow')).answer.status).toBe(201);
  });

  it('does not change the answer to a create that was accepted before', async () => {
    const key = { 'idempotency-key': 'before-the-block' };
    const signer = await service.addApp();
    const body = intentBody(service);
    await untilAllowed(body.productUrl);
    const send = () => service.call('POST', '/api/v1/intents', { body, signer, headers: key });
    const first = await send();
    expect(first.status).toBe(201);
    await block();
    await untilBlocked(body.productUrl);
    const again = await send();
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
  });

  it('is refused at submit', async () => {
    const { productUrl } = intentBody(service);
    await untilAllowed(productUrl);
    const { id, signer } = await create({ draft: true });
    await block();
    await untilBlocked(productUrl);
    const path = `/api/v1/intents/${id}`;
    expect((await service.call('POST', `${path}/submit`, { signer })).body).toMatchObject(refusal);
    expect((await service.call('GET', path, { signer })).body.data.status).toBe('DRAFT');
  });

  it('fails an accepted intent before anything is ordered', async () => {
    const { productUrl } = intentBody(service);
    await untilAllowed(productUrl);
    const { id, signer } = await create();
    await block();
    await untilBlocked(productUrl);
    await processIntent(service.context, id, new AbortController().signal);
    const { data } = (await service.call('GET', `/api/v1/intents/${id}`, { signer })).body;
    expect(data).toMatchObject({ status: 'FAILED', failureCode: 'SUPPLIER_BLOCKED' });
    const { orders } = (await (await fetch(`${service.sandboxUrl}/ledger`)).json()) as { orders: object[] };
    expect(orders).toEqual([]);
  });
});

it('an active supplier stops nothing', async () => {
  await addSupplier('ACTIVE', '/a/items/');
  await untilAllowed(intentBody(service).productUrl);
  expect((await create()).answer.status).toBe(201);
});

it('the database refuses a shop that lies within another one', async () => {
  await addSupplier('ACTIVE', '/a/items/x/');
  for (const path of ['/a/', '/a/items/x/', '/a/items/x/y/']) {
    await expect(addSupplier('ACTIVE', path)).rejects.toThrow();
  }
  await addSupplier('ACTIVE', '/a/items/xy/');
});
