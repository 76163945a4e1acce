import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { isApiError, ProcurementIntents, type CreateIntentBody } from '../src/index.ts';

// Code that a user of the package writes to test their own code: no network, no service, a mocked fetch.

const BASE_URL = 'https://procurement.example';
const service = setupServer();

beforeAll(() => service.listen({ onUnhandledFrame: 'error' }));
afterEach(() => service.resetHandlers());
afterAll(() => service.close());

const client = new ProcurementIntents({
  baseUrl: BASE_URL,
  appId: 'app_shop',
  appSecret: 'secret-of-tests',
});

const ORDER: CreateIntentBody = {
  userId: 'user_1001',
  platform: 'PLATFORM_A',
  productUrl: 'https://item.shop-a.example/1',
  title: '无线鼠标',
  price: 199,
  quantity: 1,
  recipientName: '张三',
  address: '北京市朝阳区建国路 88 号',
  phone: '13800138000',
};

const envelope = (data: unknown, status = 200) =>
  HttpResponse.json({ code: 0, message: '操作成功', data }, { status });

it('receives a purchase signed, with a key and complete', async () => {
  const requests: Request[] = [];
  service.use(
    http.post(`${BASE_URL}/api/v1/intents`, ({ request }) => {
      requests.push(request.clone());
      return envelope({ id: 'int_1', status: 'SUBMITTED' }, 201);
    }),
  );
  expect(await client.intents.create(ORDER, { idempotencyKey: 'order-77' })).toEqual({
    id: 'int_1',
    status: 'SUBMITTED',
  });
  const [request] = requests;
  expect(Object.fromEntries(request?.headers ?? [])).toMatchObject({
    'x-app-id': 'app_shop',
    'x-timestamp': expect.stringMatching(/^\d{13}$/),
    'x-signature': expect.stringMatching(/^[0-9a-f]{64}$/),
    'content-type': 'application/json',
    'idempotency-key': 'order-77',
  });
  expect(await request?.json()).toEqual(ORDER);
});

it('simulates a purchase from its creation to its end', async () => {
  const statuses = ['SUBMITTED', 'PROCESSING', 'COMPLETED'];
  let reads = 0;
  service.use(
    http.post(`${BASE_URL}/api/v1/intents`, () => envelope({ id: 'int_1', status: 'SUBMITTED' }, 201)),
    http.get(`${BASE_URL}/api/v1/intents/:id`, ({ params }) => {
      const version = Math.min(++reads, statuses.length);
      return envelope({ id: params.id, status: statuses[version - 1], version, orderId: 'A1' });
    }),
  );
  const seen: string[] = [];
  const intent = await client.intents.createAndWait(ORDER, { onChange: ({ status }) => seen.push(status) });
  expect(intent).toMatchObject({ id: 'int_1', status: 'COMPLETED', orderId: 'A1' });
  expect(seen).toEqual(statuses);
});

it('recovers from an outage of the service', async () => {
  service.use(
    http.get(
      `${BASE_URL}/api/v1/intents`,
      () => HttpResponse.json({ code: 50301, message: '服务暂时不可用', data: null }, { status: 503 }),
      { once: true },
    ),
    http.get(`${BASE_URL}/api/v1/intents`, () => envelope({ items: [], total: 0 })),
  );
  expect(await client.intents.list({ status: 'FAILED' })).toMatchObject({ total: 0 });
});

it('handles a refusal by its name', async () => {
  service.use(
    http.post(`${BASE_URL}/api/v1/intents/:id/cancel`, () =>
      HttpResponse.json(
        { code: 40003, message: '当前状态不允许取消', data: { currentStatus: 'COMPLETED', reason: 'done' } },
        { status: 400, headers: { 'x-request-id': 'req_9', 'x-error-name': 'CANCEL_REFUSED' } },
      ),
    ),
  );
  const error: unknown = await client.intents.cancel('int_1').catch((each: unknown) => each);
  expect(isApiError(error, 'CANCEL_REFUSED') && error.data.currentStatus).toBe('COMPLETED');
  expect(isApiError(error) && error.requestId).toBe('req_9');
});
