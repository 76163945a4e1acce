import { type Caller, row, type Row } from './transcript.ts';
import { GRACE_MS, type Place } from './world.ts';

const ORDERS = '/v1/orders';

/** The path of the order of an intent that an App has created, at this place. */
async function orderAt(
  c: Caller,
  place: Place,
  item?: string,
  changes?: Record<string, unknown>,
): Promise<string> {
  const { id } = await c.made(changes, item);
  c.advance(GRACE_MS);
  await c.settle(id, place === 'SHIPPED' ? 'COMPLETED' : place);
  if (place === 'SHIPPED') await c.settle(id, 'SHIPPED');
  return `${ORDERS}/ord_${id.slice('int_'.length)}`;
}

const READS = [
  row(
    'an order that is placed, and one that has shipped',
    ['201', '200', '201', '200', '200', '200'],
    async (c) => {
      const buyer = c.as('buyer');
      await buyer.get(await orderAt(c, 'ordered', 'slow'));
      const shipped = await orderAt(c, 'SHIPPED');
      await buyer.get(shipped);
      c.advance(1000);
      await buyer.post(`${shipped}/refresh`);
      await buyer.get(`${ORDERS}?filter[intentId]=int_${shipped.split('_').at(-1)}`);
    },
  ),
  row('no order of a purchase that was rejected', ['201', '404 not_found', '404 not_found'], async (c) => {
    const path = await orderAt(c, 'FAILED', 'out-of-stock');
    await c.as('buyer').get(path);
    await c.as('buyer').post(`${path}/refresh`);
  }),
  row('orders that are none', ['201', ...Array(3).fill('404 not_found')], async (c) => {
    const { id } = await c.made({ draft: true });
    await c.as('buyer').get(`${ORDERS}/ord_${id.slice('int_'.length)}`);
    await c.as('buyer').get(`${ORDERS}/${id}`);
    await c.as('buyer').post(`${ORDERS}/ord_${'0'.repeat(32)}/refresh`);
  }),
  row(
    'orders without the scope for them',
    ['403 insufficient_scope', '403 insufficient_scope'],
    async (c) => {
      await c.as('requester').post(`${ORDERS}/ord_${'0'.repeat(32)}/cancel`);
      await c.as('client of a buyer').get(ORDERS);
    },
  ),
];

const CANCELS = [
  row(
    'an order that is cancelled for a fee ends its request',
    ['201', '200', '200', '200', '200', '409 conflict', '200'],
    async (c) => {
      const { userId: _nobody, ...purchase } = c.body({}, 'slow-fee');
      const asked = await c
        .as('requester')
        .post('/v1/purchase-requests', { ...purchase, justification: '新员工入职配备' });
      const request = `/v1/purchase-requests/${asked.body.id}`;
      const { body } = await c.as('administrator').post(`${request}/approve`, {});
      const intentId = String(body.intentId);
      c.advance(GRACE_MS);
      await c.settle(intentId, 'ordered');
      const order = `${ORDERS}/ord_${intentId.slice('int_'.length)}`;
      await c.as('buyer').get(order);
      await c.as('buyer').post(`${order}/cancel`);
      await c.as('requester').get(request);
      await c.as('buyer').post(`${order}/cancel`);
      // It does not change any more.
      await c.as('buyer').post(`${order}/refresh`);
    },
  ),
  row('a parcel that has left is not called back', ['201', '409 conflict', '200'], async (c) => {
    const order = await orderAt(c, 'ordered', 'shipped');
    await c.as('buyer').post(`${order}/cancel`);
    await c.as('buyer').get(order);
  }),
];

const day = (c: Caller): string => new Date(c.nowMs()).toISOString().slice(0, 10);
const USER = 'user_of_reports';

const QUERIES = [
  `filter[title][like]=R-`,
  `filter[title][like]=R-&sortBy=updatedAt&order=asc`,
  `filter[title][like]=R-&filter[platform]=PLATFORM_B`,
  `filter[title][like]=R-&filter[status]=SHIPPED&filter[quantity]=2`,
  `filter[title][like]=R-&filter[amountPaid][gte]=398&fields=title,amountPaid`,
  `filter[title][like]=R-&filter[appId]=app_procurement`,
  `filter[title][like]=R-&pageSize=2&page=2`,
  `filter[title][like]=R-&startDate=2026-01-01&filter[placedAt][lte]=2999-01-01`,
];

const GROUPS = ['platform', 'user', 'app', 'day', 'month', 'supplier'];
const REPORTS = '/v1/reports';

/** Two days of purchases, far from those of all other rows. */
const REPORTED = [
  row('purchases to report', ['201', '201', '201', '201', '200', '201', '201'], async (c) => {
    c.advance(40 * 86_400_000);
    const made = (title: string, changes: Record<string, unknown>, item?: string) =>
      c.made({ userId: USER, title, ...changes }, item);
    const { id } = await made('R-1', { quantity: 2 });
    const failed = await made('R-2', {}, 'out-of-stock');
    c.advance(GRACE_MS);
    await c.settle(id, 'COMPLETED');
    await c.settle(failed.id, 'FAILED');
    await c.settle(id, 'SHIPPED');
    c.advance(86_400_000);
    const shop = { platform: 'PLATFORM_B', productUrl: `${c.shopUrl}/b/items/ordinary?n=${c.rowNumber}` };
    const other = await made('R-3', { userId: '=SUM(1)', quantity: 1, ...shop });
    const cancelled = await made('R-4', {}, 'slow-fee');
    c.advance(GRACE_MS);
    await c.settle(other.id, 'COMPLETED');
    await c.settle(cancelled.id, 'ordered');
    await c.settle(other.id, 'SHIPPED');
    await c.post(`${cancelled.path}/cancel`);
    await c.made({ userId: USER, title: 'R-5' });
    await c.made({ userId: USER, title: 'R-6', draft: true });
  }),
  ...GROUPS.map((groupBy) =>
    row(`spending by ${groupBy}`, ['200', '200'], async (c) => {
      const to = day(c);
      const from = new Date(c.nowMs() - 5 * 86_400_000).toISOString().slice(0, 10);
      const path = `${REPORTS}/spend?groupBy=${groupBy}&from=${from}&to=${to}`;
      await c.as('client of a buyer').get(path);
      await c.as('buyer').get(path, { Accept: 'text/csv' });
    }),
  ),
  row('processing, of its days and of thirty', ['200', '200', '200'], async (c) => {
    const from = new Date(c.nowMs() - 5 * 86_400_000).toISOString().slice(0, 10);
    const path = `${REPORTS}/processing?from=${from}`;
    await c.as('client of a buyer').get(path);
    await c.as('buyer').get(path, { Accept: 'application/json;q=0.5, text/csv' });
    await c.as('buyer').get(`${REPORTS}/processing`);
  }),
  row(
    'reports that are refused',
    [...Array(4).fill('400 validation_failed'), '403 insufficient_scope'],
    async (c) => {
      const buyer = c.as('buyer');
      await buyer.get(`${REPORTS}/spend?groupBy=title`);
      await buyer.get(`${REPORTS}/spend?from=2026-02-01&to=2026-01-01`);
      await buyer.get(`${REPORTS}/processing?from=2024-01-01&to=2026-01-01`);
      await buyer.get(`${REPORTS}/processing?groupBy=day`);
      await c.as('requester').get(`${REPORTS}/spend`);
    },
  ),
  ...QUERIES.map((query) =>
    row(`orders with ${query}`, ['200'], (c) => c.as('buyer').get(`${ORDERS}?${query}`)),
  ),
];

export const ORDER_ROWS: Row[] = [...READS, ...CANCELS, ...REPORTED];
