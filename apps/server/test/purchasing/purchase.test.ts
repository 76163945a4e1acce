import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { intentBody } from '../support/intent-factory.ts';
import type { Signer } from '../support/sign.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

const SPEED = 4;
let service: TestService;
/** Gives up soon: for shops that never give a definite answer. */
let impatient: TestService;

beforeAll(async () => {
  const options = { isWorking: true, sandboxSpeed: SPEED, orderTimeoutMs: 1500 };
  // Far more than two 503 with their pauses take, also on a busy machine.
  service = await startTestService({ ...options, retryBudgetMs: 6000 });
  impatient = await startTestService({ ...options, retryBudgetMs: 1000, lateMarginMs: 1000 });
});
afterAll(() => Promise.all([service.stop(), impatient.stop()]));

/** Service and App of each intent: tests that run at once would meet the limit of one App. */
const owners = new Map<string, { at: TestService; signer: Signer }>();

async function create(item: string, changes: Record<string, unknown> = {}, at = service) {
  const signer = await at.addApp();
  const body = intentBody(at, item, changes);
  const answer = await at.call('POST', '/api/v1/intents', { body, signer });
  expect(answer.body).toMatchObject({ code: 0, data: { status: 'SUBMITTED' } });
  const id = answer.body.data.id as string;
  owners.set(id, { at, signer });
  return id;
}

const ownerOf = (id: string) => owners.get(id) ?? { at: service, signer: service.signer };
function callAsOwner(method: string, id: string, path = '') {
  const { at, signer } = ownerOf(id);
  return at.call(method, `/api/v1/intents/${id}${path}`, { signer });
}

async function read(id: string) {
  return (await callAsOwner('GET', id)).body.data;
}

async function ended(id: string, timeoutMs = 18_000) {
  return vi.waitFor(
    async () => {
      const intent = await read(id);
      expect(['COMPLETED', 'FAILED', 'CANCELLED']).toContain(intent.status);
      return intent;
    },
    { timeout: timeoutMs, interval: 100 },
  );
}

async function ordersOf(id: string) {
  const { orders } = (await (await fetch(`${ownerOf(id).at.sandboxUrl}/ledger`)).json()) as {
    orders: { merchantOrderNo: string; postCount: number; orderId: string; status: string }[];
  };
  return orders.filter(({ merchantOrderNo }) => merchantOrderNo === id.slice(4));
}

describe.concurrent('a purchase in the sandbox', () => {
  it('is COMPLETED for an ordinary item and gets its tracking (I8)', async () => {
    const id = await create('ordinary');
    const intent = await ended(id);
    expect(intent).toMatchObject({ status: 'COMPLETED', amountPaid: 398 });
    const [order] = await ordersOf(id);
    expect(intent.orderId).toBe(order?.orderId);
    await vi.waitFor(async () => expect(await read(id)).toHaveProperty('trackingNumber'), { timeout: 8000 });
  });

  it.each(['lost-answer', 'flaky', 'half-made', 'late-answer', 'slow', 'redirect-inside', 'two-parcels'])(
    'buys %s exactly once',
    async (item) => {
      const id = await create(item);
      const intent = await ended(id);
      expect(intent.status).toBe('COMPLETED');
      const orders = await ordersOf(id);
      expect(orders.map(({ orderId }) => orderId)).toEqual([intent.orderId]);
    },
  );

  it('pays the lower price of price-down (I12)', async () => {
    const id = await create('price-down');
    expect(await ended(id)).toMatchObject({ status: 'COMPLETED', amountPaid: 358.2, totalAmount: 398 });
  });

  it('pays shipping within the total', async () => {
    const id = await create('shipping', { price: 204 });
    expect(await ended(id)).toMatchObject({ status: 'COMPLETED', amountPaid: 408, totalAmount: 408 });
  });

  it('tells what a shop has charged beyond the total', async () => {
    const id = await create('overcharge');
    expect(await ended(id)).toMatchObject({ status: 'COMPLETED', amountPaid: 437.8, totalAmount: 398 });
  });

  it('passes the remarks on to the shop', async () => {
    const id = await create('ordinary', { remarks: '请放门口' });
    await ended(id);
    expect(await ordersOf(id)).toMatchObject([{ remarks: '请放门口' }]);
  });

  it.each([
    ['out-of-stock', 'OUT_OF_STOCK'],
    ['price-up', 'PRICE_CHANGED'],
    ['price-changed', 'PRICE_CHANGED'],
    ['shipping', 'PRICE_CHANGED'],
    ['rejected', 'PLATFORM_REJECTED'],
    ['undeliverable', 'ADDRESS_UNDELIVERABLE'],
    ['down', 'PLATFORM_UNAVAILABLE'],
  ])('fails %s with %s (I12, I13)', async (item, failureCode) => {
    const id = await create(item, {}, item === 'down' ? impatient : service);
    const intent = await ended(id);
    expect(intent).toMatchObject({ status: 'FAILED', failureCode });
    expect(intent.failureReason).toMatch(new RegExp(`^${failureCode}: .`));
    const live = (await ordersOf(id)).filter(({ status }) => status !== 'REJECTED');
    expect(live).toEqual([]);
  });

  it.each(['hang', 'drip', 'huge', 'bomb'])(
    'accepts %s without a definite answer and never orders it (I11)',
    async (item) => {
      const id = await create(item, {}, impatient);
      expect(await ended(id)).toMatchObject({ status: 'FAILED', failureCode: 'PLATFORM_UNAVAILABLE' });
      expect(await ordersOf(id)).toEqual([]);
    },
  );

  it.each(['missing', 'not-a-product', 'redirect-away'])(
    'refuses %s at the create, also the second time (I11)',
    async (item) => {
      const body = intentBody(service, item);
      const signer = await service.addApp();
      const answers = [
        await service.call('POST', '/api/v1/intents', { body, signer }),
        await service.call('POST', '/api/v1/intents', { body, signer }),
      ];
      for (const answer of answers)
        expect(answer).toMatchObject({
          status: 400,
          body: { code: 40001, data: { errors: [{ field: 'productUrl' }] } },
        });
    },
  );
});

describe.concurrent('a cancellation while PROCESSING', () => {
  async function processing(item: string) {
    const id = await create(item);
    await vi.waitFor(async () => expect(await read(id)).toHaveProperty('orderId'), {
      timeout: 8000,
      interval: 50,
    });
    return id;
  }

  it('is free before a slow order is confirmed', async () => {
    const id = await processing('slow');
    const answer = await callAsOwner('POST', id, '/cancel');
    expect(answer).toMatchObject({ status: 200, body: { data: { id, status: 'CANCELLED' } } });
    expect(answer.body.data).not.toHaveProperty('cancellationFee');
    expect(await ordersOf(id)).toMatchObject([{ status: 'CANCELLED' }]);
  });

  it('carries the fee that the platform charged', async () => {
    const id = await processing('slow-fee');
    const answer = await callAsOwner('POST', id, '/cancel');
    expect(answer).toMatchObject({ status: 200, body: { data: { cancellationFee: 5 } } });
    expect(await read(id)).toMatchObject({ status: 'CANCELLED', cancellationFee: 5 });
  });

  it('fails with 50003 once shipped, and the purchase goes on', async () => {
    const id = await processing('shipped');
    const answer = await callAsOwner('POST', id, '/cancel');
    expect(answer).toMatchObject({
      status: 500,
      body: { code: 50003, data: { reason: expect.stringContaining('shipped') } },
    });
    expect(await ended(id)).toMatchObject({ status: 'COMPLETED' });
  });
});

describe('a draft', () => {
  it('waits untouched until it is submitted, and is bought then (I3, I4)', async () => {
    const draft = await service.call('POST', '/api/v1/intents', {
      body: intentBody(service, 'ordinary', { draft: true }),
    });
    const { id } = draft.body.data;
    expect(await read(id)).not.toHaveProperty('submittedAt');
    const submitted = await service.call('POST', `/api/v1/intents/${id}/submit`);
    expect(submitted).toMatchObject({ status: 200, body: { data: { status: 'SUBMITTED' } } });
    expect(await ended(id)).toMatchObject({ status: 'COMPLETED' });
    const events = await service.call('GET', `/api/v1/intents/${id}/events`);
    expect(events.body.data.items.map(({ type }: { type: string }) => type)).toEqual(
      expect.arrayContaining(['intent.drafted', 'intent.submitted', 'intent.processing', 'intent.completed']),
    );
  });
});
