import { type Caller, row, type Row } from './transcript.ts';

const SUPPLIERS = '/v1/suppliers';

/** A body whose shop is this row's own. */
export const supplierBody = (caller: Caller, changes: Record<string, unknown> = {}) => ({
  name: '办公用品专营店',
  platform: 'PLATFORM_A',
  shopUrl: `https://shop-${caller.rowNumber}.example/store`,
  ...changes,
});

/** The path of a supplier that a buyer has just added. */
export async function supplierOf(caller: Caller, changes?: Record<string, unknown>): Promise<string> {
  const { body } = await caller.as('buyer').post(SUPPLIERS, supplierBody(caller, changes));
  return `${SUPPLIERS}/${body.id}`;
}

const CHANGES = [
  row(
    'a supplier that is added, read, changed and deleted',
    ['201', '200', '200', '200', '204', '404 not_found'],
    async (c) => {
      const buyer = c.as('buyer');
      const path = await supplierOf(c, { contactName: ' 李四 ', contactPhone: '021-60000000' });
      await buyer.get(path);
      c.advance(250);
      await buyer.patch(path, { name: '新店', contactName: null, status: 'BLOCKED' });
      await buyer.patch(path, {});
      await buyer.remove(path);
      await buyer.get(path);
    },
  ),
  row(
    'shops that overlap',
    ['201', '409 conflict', '409 conflict', '409 conflict', '201', '409 conflict', '200'],
    async (c) => {
      const buyer = c.as('buyer');
      const host = `https://overlap-${c.rowNumber}.example`;
      const add = (shopUrl: string) => buyer.post(SUPPLIERS, supplierBody(c, { shopUrl }));
      await add(`${host}/stores/one`);
      await add(`${host}/stores/one/corner`);
      await add(host);
      await add(`http://OVERLAP-${c.rowNumber}.example:80//stores/%6fne/`);
      const { body } = await add(`${host}/stores/one-two`);
      await buyer.patch(`${SUPPLIERS}/${body.id}`, { shopUrl: `${host}/stores/one/two` });
      await buyer.patch(`${SUPPLIERS}/${body.id}`, { shopUrl: `${host}/stores/two` });
    },
  ),
  row(
    'changes with If-Match',
    ['201', '409 conflict', '400 validation_failed', '200', '409 conflict', '204'],
    async (c) => {
      const buyer = c.as('buyer');
      const path = await supplierOf(c);
      await buyer.patch(path, { name: '甲' }, { 'If-Match': '"2"' });
      await buyer.patch(path, { name: '甲' }, { 'If-Match': '*' });
      await buyer.patch(path, { name: '甲' }, { 'If-Match': '"1"' });
      await buyer.remove(path, { 'If-Match': '"1"' });
      await buyer.remove(path, { 'If-Match': '"2"' });
    },
  ),
  row(
    'a create that is repeated under its key',
    ['201', '201', '200', '201', '409 conflict', '201', '204', '201', '400 validation_failed'],
    async (c) => {
      const buyer = c.as('buyer');
      const headers = { 'Idempotency-Key': `supplier-${c.rowNumber}` };
      const body = supplierBody(c);
      const { body: made } = await buyer.post(SUPPLIERS, body, headers);
      await buyer.post(SUPPLIERS, { ...body, name: ` ${body.name} ` }, headers);
      await buyer.patch(`${SUPPLIERS}/${made.id}`, { name: '新店' });
      await buyer.post(SUPPLIERS, body, headers);
      await buyer.post(SUPPLIERS, { ...body, name: '另一家' }, headers);
      // Another person's key is another key.
      await c.as('administrator').post(SUPPLIERS, { ...body, shopUrl: `${body.shopUrl}-2` }, headers);
      await buyer.remove(`${SUPPLIERS}/${made.id}`);
      await buyer.post(SUPPLIERS, body, headers);
      await buyer.post(SUPPLIERS, body, { 'Idempotency-Key': '' });
    },
  ),
];

const INVALID: [name: string, changes: Record<string, unknown>][] = [
  ['a name that is empty', { name: ' ' }],
  ['a platform that is none', { platform: 'PLATFORM_D' }],
  ['a shop with a query', { shopUrl: 'https://shop.example/?x=1' }],
  ['a shop with a password', { shopUrl: 'https://a:b@shop.example/' }],
  ['a shop that is no address', { shopUrl: 'shop' }],
  ['a status that is none', { status: 'OPEN' }],
  ['a contact that is too long', { contactName: '李'.repeat(51), contactPhone: '1' }],
  ['fields that it does not have', { colour: 'red', id: 'sup_1' }],
];

const REFUSED = [
  ...INVALID.map(([name, changes]) =>
    row(`no supplier with ${name}`, ['400 validation_failed'], (c) =>
      c.as('buyer').post(SUPPLIERS, supplierBody(c, changes)),
    ),
  ),
  row(
    'suppliers without the scope for them',
    ['403 insufficient_scope', '200', '403 insufficient_scope', '403 insufficient_scope', '200', '201'],
    async (c) => {
      await c.as('requester').post(SUPPLIERS, supplierBody(c));
      await c.as('requester').get(`${SUPPLIERS}?filter[name]=none`);
      await c.as('key of a requester').get(SUPPLIERS);
      await c.as('approver').remove(`${SUPPLIERS}/sup_${'0'.repeat(32)}`);
      await c.as('client of a buyer').get(`${SUPPLIERS}?filter[name]=none`);
      await c.as('client of a buyer').post(SUPPLIERS, supplierBody(c));
    },
  ),
  row('ids that are none', Array(4).fill('404 not_found') as string[], async (c) => {
    const buyer = c.as('buyer');
    await buyer.get(`${SUPPLIERS}/sup_019aa4c1b7e27c3d9f00a1b2c3d4e5f6`);
    await buyer.get(`${SUPPLIERS}/con_019aa4c1b7e27c3d9f00a1b2c3d4e5f6`);
    await buyer.patch(`${SUPPLIERS}/a%20b`, { name: '甲' });
    await buyer.remove(`${SUPPLIERS}/SUP_019AA4C1B7E27C3D9F00A1B2C3D4E5F6`);
  }),
  row(
    'paths and methods that suppliers do not have',
    ['405 method_not_allowed', '405 method_not_allowed', '404 not_found'],
    async (c) => {
      await c.as('buyer').call('PUT', SUPPLIERS);
      await c.as('buyer').call('POST', `${SUPPLIERS}/sup_1`);
      await c.as('buyer').call('POST', `${SUPPLIERS}/sup_1/block`);
    },
  ),
];

/** Adds what the lists below show. */
const seed = async (c: Caller): Promise<void> => {
  for (const [index, name] of ['文具 100%', 'Paper_A', 'paperXA', '打印机'].entries()) {
    const shopUrl = `https://list-${index}.example/store`;
    const platform = index === 2 ? 'PLATFORM_B' : 'PLATFORM_A';
    const contact = index === 1 ? { contactName: '王五' } : {};
    await supplierOf(c, { name, shopUrl, platform, ...contact });
    c.advance(15.5 * 3_600_000);
  }
};

const QUERIES = [
  'filter[shopUrl][like]=list-',
  'filter[shopUrl][like]=list-&sortBy=updatedAt&order=asc',
  'filter[shopUrl][like]=LIST-&filter[name][like]=PAPER_',
  'filter[shopUrl][like]=list-&filter[name][like]=%25',
  'filter[platform]=PLATFORM_B&filter[name]=paperXA',
  'filter[contactName]=%E7%8E%8B%E4%BA%94',
  'filter[shopUrl][like]=list-&filter[status][in]=ACTIVE,BLOCKED&pageSize=3',
  'filter[shopUrl][like]=list-&page=2&pageSize=3',
  'filter[shopUrl][like]=list-&page=9',
  'filter[shopUrl][like]=list-&fields=name,platform',
  'filter[shopUrl][like]=list-&fields=id',
  'filter[shopUrl][like]=list-&filter[createdAt][gte]=2000-01-01&startDate=2000-01-01&endDate=2999-01-01',
];
const INVALID_QUERIES = [
  'page=0&pageSize=x',
  'status=ACTIVE',
  'sortBy=name',
  'filter[status]=OPEN',
  'fields=password',
  'filter[name][gte]=a',
  'startDate=2026-11-22&endDate=2026-11-21',
  'cursor=abc',
  'order=asc&sortOrder=desc',
];

const LISTS = [
  row(
    'suppliers to list, by cursor',
    ['201', '201', '201', '201', '200', '200', '400 validation_failed'],
    async (c) => {
      await seed(c);
      const path = `${SUPPLIERS}?filter[shopUrl][like]=list-&pageSize=3&order=asc`;
      const { body } = await c.as('buyer').get(path);
      const cursor = encodeURIComponent(body.nextCursor ?? '');
      await c.as('requester').get(`${path}&cursor=${cursor}`);
      await c.as('buyer').get(`${path.replace('asc', 'desc')}&cursor=${cursor}`);
    },
  ),
  ...QUERIES.map((query) =>
    row(`suppliers with ${query}`, ['200'], (c) => c.as('buyer').get(`${SUPPLIERS}?${query}`)),
  ),
  ...INVALID_QUERIES.map((query) =>
    row(`no suppliers with ${query}`, ['400 validation_failed'], (c) =>
      c.as('buyer').get(`${SUPPLIERS}?${query}`),
    ),
  ),
];

const BLOCKED = row(
  'nothing is bought of a blocked supplier, whoever asks',
  ['201', '201', '201', '200', '400 40001', '400 40001', '400 40001', '200', '200', '201'],
  async (c) => {
    const item = 'price-down';
    const path = await supplierOf(c, { shopUrl: `${c.shopUrl}/a/items/${item}` });
    const accepted = await c.made({}, item);
    const draft = await c.made({ draft: true }, item);
    await c.as('buyer').patch(path, { status: 'BLOCKED' });
    await c.create({}, item);
    await c.create({ draft: true }, item);
    await c.post(`${draft.path}/submit`);
    c.advance(60_000);
    await c.settle(accepted.id, 'FAILED');
    await c.get(accepted.path);
    await c.as('buyer').patch(path, { status: 'ACTIVE' });
    await c.create({ draft: true }, item);
  },
);

export const SUPPLIER_ROWS: Row[] = [...CHANGES, ...REFUSED, ...LISTS, BLOCKED];
