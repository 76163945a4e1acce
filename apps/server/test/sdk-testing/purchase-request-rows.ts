import { contractBody } from './contract-rows.ts';
import { supplierOf } from './supplier-rows.ts';
import { type Caller, row, type Row } from './transcript.ts';
import { GRACE_MS } from './world.ts';

const REQUESTS = '/v1/purchase-requests';
// An item that no other rows have bought of: its shop becomes a supplier's.
const OF_SUPPLIER = 'two-parcels';

/** A body that nothing forbids. */
function requestBody(c: Caller, changes: Record<string, unknown> = {}, item?: string) {
  const { userId: _nobody, ...purchase } = c.body({}, item);
  return { ...purchase, justification: '新员工入职配备', ...changes };
}

/** The path of a request that the requester has just made. */
async function requestOf(c: Caller, changes?: Record<string, unknown>, item?: string): Promise<string> {
  const { body } = await c.as('requester').post(REQUESTS, requestBody(c, changes, item));
  return `${REQUESTS}/${body.id}`;
}

/** Lets the purchase of an approved request come to its end. */
async function settle(c: Caller, { body }: { body: any }, place: 'COMPLETED' | 'FAILED'): Promise<void> {
  c.advance(GRACE_MS);
  await c.settle(String(body.intentId), place);
}

const LIFE = [
  row('a request that is approved is ordered', ['201', '200', '200', '200', '409 conflict'], async (c) => {
    const path = await requestOf(c, { remarks: '急' });
    c.advance(250);
    const approved = await c.as('approver').post(`${path}/approve`, { note: '预算内' });
    await settle(c, approved, 'COMPLETED');
    await c.as('requester').get(path);
    await c.as('approver').post(`${path}/approve`, { note: '再次' });
    await c.as('approver').post(`${path}/reject`, {});
  }),
  row('a request whose purchase fails', ['201', '200', '200'], async (c) => {
    const path = await requestOf(c, {}, 'out-of-stock');
    await settle(c, await c.as('administrator').post(`${path}/approve`, {}), 'FAILED');
    await c.as('requester').get(path);
  }),
  row(
    'a request that is rejected, and one that is withdrawn',
    ['201', '200', '200', '409 conflict', '201', '200', '200', '409 conflict', '409 conflict'],
    async (c) => {
      const rejected = await requestOf(c);
      await c.as('approver').post(`${rejected}/reject`, { note: '超预算' });
      await c.as('approver').post(`${rejected}/reject`, {});
      await c.as('administrator').post(`${rejected}/reject`, {});
      const withdrawn = await requestOf(c);
      await c.as('requester').post(`${withdrawn}/withdraw`, { note: '' });
      await c.as('requester').post(`${withdrawn}/withdraw`, {});
      await c.as('approver').post(`${withdrawn}/approve`, {});
      await c.as('requester').patch(withdrawn, { quantity: 1 });
    },
  ),
  row(
    'who may not decide',
    ['201', ...Array(4).fill('403 forbidden'), '201', '403 forbidden', '201', '403 forbidden', '200'],
    async (c) => {
      const path = await requestOf(c);
      await c.as('requester').post(`${path}/approve`, {});
      await c.as('buyer').post(`${path}/approve`, {});
      await c.as('key of all').post(`${path}/approve`, {});
      await c.as('approver').post(`${path}/withdraw`, {});
      const costly = await requestOf(c, { quantity: 100 });
      await c.as('approver').post(`${costly}/approve`, {});
      const { body } = await c.as('administrator').post(REQUESTS, requestBody(c));
      await c.as('administrator').post(`${REQUESTS}/${body.id}/approve`, {});
      await c.as('approver').post(`${REQUESTS}/${body.id}/reject`, {});
    },
  ),
  row('a request of a key is its maker’s', ['201', '200', '403 forbidden', '200'], async (c) => {
    const key = c.as('key of a requester');
    const { body } = await key.post(REQUESTS, requestBody(c));
    await c.as('requester').patch(`${REQUESTS}/${body.id}`, { quantity: 1 });
    await key.post(`${REQUESTS}/${body.id}/approve`, {});
    await key.post(`${REQUESTS}/${body.id}/withdraw`, {});
  }),
];

const CHANGES = [
  row(
    'changes of a request',
    [
      '201',
      '200',
      '200',
      '200',
      '400 validation_failed',
      '403 forbidden',
      '409 conflict',
      '200',
      '404 not_found',
    ],
    async (c) => {
      const requester = c.as('requester');
      const path = await requestOf(c, { remarks: '急' });
      c.advance(250);
      await requester.patch(path, { quantity: 3, remarks: null, title: ' 键盘 ' });
      await requester.patch(path, {});
      await requester.patch(path, { productUrl: requestBody(c).productUrl, price: 33.33 });
      await requester.patch(path, { price: 99_999_999.99, quantity: 999_999 });
      await c.as('administrator').patch(path, { quantity: 1 });
      await requester.patch(path, { quantity: 1 }, { 'If-Match': '"1"' });
      await requester.patch(path, { quantity: 1 }, { 'If-Match': '"3"' });
      await requester.get(`${REQUESTS}/pr_1`);
    },
  ),
  row('a request that is made again under its key', ['201', '201', '409 conflict'], async (c) => {
    const headers = { 'Idempotency-Key': `request-${c.rowNumber}` };
    const body = requestBody(c);
    await c.as('requester').post(REQUESTS, body, headers);
    await c.as('key of a requester').post(REQUESTS, body, headers);
    await c.as('requester').post(REQUESTS, { ...body, quantity: 1 }, headers);
  }),
  row('a page that shows no product', ['201', '400 validation_failed', '200'], async (c) => {
    const path = await requestOf(c, {}, 'missing');
    await c.as('approver').post(`${path}/approve`, {});
    await c.as('requester').get(path);
  }),
  row(
    'requests without the scope for them',
    ['403 insufficient_scope', '403 insufficient_scope'],
    async (c) => {
      await c.as('client of a buyer').get(REQUESTS);
      await c.as('changing').post(REQUESTS, {});
    },
  ),
];

const INVALID: [name: string, changes: Record<string, unknown>][] = [
  ['a quantity of 0', { quantity: 0 }],
  ['no justification', { justification: '' }],
  ['a total that is too large', { price: 99_999_999.99, quantity: 999_999 }],
  ['a supplier that is not its product’s', { supplierId: `sup_${'0'.repeat(32)}` }],
  ['a contract that does not exist', { contractId: `con_${'0'.repeat(32)}` }],
  ['fields that it does not have', { userId: 'user_1', status: 'APPROVED' }],
];
const REFUSED = INVALID.map(([name, changes]) =>
  row(`no request with ${name}`, ['400 validation_failed'], (c) =>
    c.as('requester').post(REQUESTS, requestBody(c, changes)),
  ),
);

const UNDER_CONTRACT = row(
  'requests are held to their contract',
  [
    '201',
    '201',
    '400 validation_failed',
    '200',
    '400 validation_failed',
    '400 validation_failed',
    '400 validation_failed',
    '400 validation_failed',
    '201',
    '201',
    '200',
    '400 validation_failed',
    '200',
    '200',
    '200',
    '409 conflict',
    '200',
    '400 validation_failed',
    '400 validation_failed',
    '200',
    '400 validation_failed',
  ],
  async (c) => {
    const buyer = c.as('buyer');
    const supplier = await supplierOf(c, { shopUrl: `${c.shopUrl}/a/items/${OF_SUPPLIER}` });
    const productUrl = requestBody(c, {}, OF_SUPPLIER).productUrl;
    const lines = [{ productUrl, maxUnitPrice: 199, maxQuantity: 5 }];
    const given = contractBody(c, supplier.split('/').at(-1) ?? '', { lines, maxAmount: 800 });
    const { body: contract } = await buyer.post('/v1/contracts', given);
    const path = `/v1/contracts/${contract.id}`;
    const changes = { productUrl, contractId: contract.id as string };
    const ask = (more: Record<string, unknown>) => requestOf(c, { ...changes, ...more }, OF_SUPPLIER);
    await ask({});
    await buyer.post(`${path}/activate`);
    await ask({ productUrl: `${productUrl}x` });
    await ask({ price: 199.01 });
    await ask({ quantity: 6 });
    await ask({ productUrl: requestBody(c).productUrl });
    const [first, second] = [await ask({ quantity: 3 }), await ask({ quantity: 2 })];
    const approved = await c.as('approver').post(`${first}/approve`, {});
    await c.as('approver').post(`${second}/approve`, {});
    await buyer.get(path);
    await settle(c, approved, 'COMPLETED');
    await c.as('requester').get(first);
    await buyer.get(path);
    await buyer.remove(path);
    // What is blocked meanwhile is not approved any more.
    await buyer.patch(supplier, { status: 'BLOCKED' });
    await c.as('administrator').post(`${second}/approve`, {});
    await ask({ quantity: 1, contractId: undefined });
    await buyer.post(`${path}/terminate`);
    await ask({ quantity: 1 });
  },
);

const QUERIES = [
  'filter[status]=PENDING',
  'filter[status][in]=PENDING,REJECTED&sortBy=totalAmount&order=asc',
  'filter[title]=L-%E7%94%B2',
  'filter[title][like]=L-&sortBy=price',
  'filter[title][like]=l-&filter[totalAmount][gte]=31.5',
  'filter[title][like]=L-&filter[quantity][in]=1,3&fields=title,phone,justification',
  'filter[title][like]=L-&filter[decidedAt][gte]=2000-01-01&fields=decisionNote,decidedBy',
  'filter[title][like]=L-&pageSize=2&page=2',
  'filter[title][like]=none',
];
const LISTS = [
  row('requests to list', ['201', '201', '201', '200'], async (c) => {
    await requestOf(c, { title: 'L-甲', price: 10.5, quantity: 3 });
    c.advance(86_400_000);
    await requestOf(c, { title: 'L-乙', price: 10.5, quantity: 1 });
    const path = await requestOf(c, { title: 'l-丙', price: 0.01, quantity: 1 });
    await c.as('approver').post(`${path}/reject`, { note: '不需要' });
  }),
  ...QUERIES.map((query) =>
    row(`requests with ${query}`, ['200'], (c) => c.as('key of a requester').get(`${REQUESTS}?${query}`)),
  ),
];

export const PURCHASE_REQUEST_ROWS: Row[] = [...LIFE, ...CHANGES, ...REFUSED, UNDER_CONTRACT, ...LISTS];
