import { expect, it } from 'vitest';
import { createClient, ok, refuse, startService, type Reply } from '../test/start-service.ts';
import type { Purchase } from './demo-purchases.ts';
import { followPurchase, type Progress } from './follow-purchase.ts';

const ORDINARY: Purchase = { label: 'ordinary', item: 'ordinary', shop: 'a', expected: 'COMPLETED' };
const created = ok({ id: 'int_1', status: 'SUBMITTED' }, 201);
const completed = { id: 'int_1', status: 'COMPLETED', orderId: 'A1', version: 3 };

async function follow(purchase: Purchase, ...replies: [Reply, ...Reply[]]) {
  const service = await startService(...replies);
  const steps: Progress[] = [];
  const shopping = {
    client: createClient(service.baseUrl),
    sandboxUrl: 'http://127.0.0.1:1',
    quantity: 1_000,
    signal: new AbortController().signal,
  };
  await followPurchase(purchase, shopping, (progress) => steps.push(progress));
  return { last: steps.at(-1), service };
}

it('follows a purchase until its parcel is known', async () => {
  const shipped = { ...completed, trackingNumber: 'SF1', trackingCompany: '顺丰速运', version: 4 };
  const { last } = await follow(ORDINARY, created, ok(completed), ok(shipped));
  expect(last).toEqual({
    id: 'int_1',
    status: 'COMPLETED',
    orderId: 'A1',
    detail: 'A1  顺丰速运 SF1',
    isExpected: true,
  });
});

it('counts a completed purchase as expected when its parcel cannot be read', async () => {
  const { last } = await follow(ORDINARY, created, ok(completed), refuse('INTENT_NOT_FOUND'));
  expect(last).toMatchObject({ status: 'COMPLETED', isExpected: true });
});

it('cancels as soon as the service works on it', async () => {
  const purchase: Purchase = { ...ORDINARY, expected: 'CANCELLED', isCancelled: true };
  const cancelled = { id: 'int_1', status: 'CANCELLED', version: 3 };
  const processing = { ...cancelled, status: 'PROCESSING', version: 2 };
  const { last, service } = await follow(purchase, created, ok(processing), ok(cancelled));
  expect(last).toMatchObject({ status: 'CANCELLED', isExpected: true });
  expect(service.received.map(({ method }) => method)).toEqual(['POST', 'GET', 'POST', 'GET']);
});

it.each<[string, Purchase, object]>([
  ['another end', { ...ORDINARY, expected: 'FAILED', failureCode: 'PRICE_CHANGED' }, {}],
  [
    'another reason',
    { ...ORDINARY, expected: 'FAILED', failureCode: 'PRICE_CHANGED' },
    { status: 'FAILED', failureCode: 'OUT_OF_STOCK' },
  ],
])('reports %s as unexpected', async (_, purchase, changes) => {
  const { last } = await follow(purchase, created, ok({ ...completed, trackingNumber: 'SF1', ...changes }));
  expect(last?.isExpected).toBe(false);
});

it.each<[string, boolean]>([
  ['REFUSED', true],
  ['COMPLETED', false],
])('reports a refusal when %s was expected', async (expected, isExpected) => {
  const purchase = { ...ORDINARY, expected } as Purchase;
  const errors = [{ field: 'productUrl', message: 'shows no product' }];
  const { last } = await follow(purchase, refuse('VALIDATION_FAILED', { data: { errors } }));
  expect(last).toMatchObject({ status: 'REFUSED', detail: 'VALIDATION_FAILED productUrl', isExpected });
});

it('reports any other refusal as an error', async () => {
  const { last } = await follow(ORDINARY, refuse('APP_UNKNOWN'));
  expect(last).toMatchObject({ id: null, status: 'ERROR', isExpected: false });
  expect(last?.detail).toContain('APP_UNKNOWN');
});
