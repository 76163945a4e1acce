import { describeFieldIssue } from '@procurement-intents/contract';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { intentBody } from '../support/intent-factory.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ isWorking: true, prices: 'gateway', sandboxSpeed: 4 });
});
afterAll(() => service.stop());

async function create(item: string) {
  const signer = await service.addApp();
  const answer = await service.call('POST', '/api/v1/intents', { body: intentBody(service, item), signer });
  return { answer, signer };
}

async function ended(item: string) {
  const { answer, signer } = await create(item);
  expect(answer.status).toBe(201);
  return vi.waitFor(
    async () => {
      const read = await service.call('GET', `/api/v1/intents/${answer.body.data.id}`, { signer });
      expect(['COMPLETED', 'FAILED']).toContain(read.body.data.status);
      return read.body.data;
    },
    { timeout: 15_000, interval: 100 },
  );
}

it.concurrent('a product whose page cannot be read is bought by the quote of its gateway', async () => {
  expect(await ended('bomb')).toMatchObject({ status: 'COMPLETED', amountPaid: 398 });
});

it.concurrent('a quote above the price of the intent ends it, and nothing is bought', async () => {
  const intent = await ended('price-up');
  expect(intent).toMatchObject({ status: 'FAILED', failureCode: 'PRICE_CHANGED' });
  const { orders } = (await (await fetch(`${service.sandboxUrl}/ledger`)).json()) as {
    orders: { merchantOrderNo: string }[];
  };
  expect(orders.filter(({ merchantOrderNo }) => merchantOrderNo === intent.id.slice(4))).toEqual([]);
});

it.concurrent('a product that the gateway does not know is refused', async () => {
  const { answer } = await create('missing');
  const message = describeFieldIssue({ rule: 'productPage' }, 'zh');
  expect(answer.body).toMatchObject({ code: 40001, data: { errors: [{ field: 'productUrl', message }] } });
});
