import { supplierOf } from './supplier-rows.ts';
import { type Caller, row, type Row } from './transcript.ts';

const CONTRACTS = '/v1/contracts';

const productOf = (c: Caller, name = 'mouse'): string => `https://shop-${c.rowNumber}.example/store/${name}`;

/** The body of a contract with this supplier. */
export const contractBody = (c: Caller, supplierId: string, changes: Record<string, unknown> = {}) => ({
  supplierId,
  title: '鼠标采购协议',
  validFrom: '2026-01-01',
  validTo: '2999-12-31',
  lines: [{ productUrl: productOf(c), maxUnitPrice: 199, maxQuantity: 5 }],
  ...changes,
});

const idIn = (path: string): string => path.split('/').at(-1) ?? '';

/** The path of a contract that a buyer has just made, with a supplier of this row. */
async function contractOf(c: Caller, changes?: Record<string, unknown>): Promise<string> {
  const supplierId = idIn(await supplierOf(c));
  const { body } = await c.as('buyer').post(CONTRACTS, contractBody(c, supplierId, changes));
  return `${CONTRACTS}/${body.id}`;
}

const LIFE = [
  row(
    'a contract from its draft to its end',
    [
      '201',
      '201',
      '200',
      '200',
      '200',
      '200',
      ...Array(3).fill('409 conflict'),
      '200',
      '409 conflict',
      '409 conflict',
    ],
    async (c) => {
      const buyer = c.as('buyer');
      const path = await contractOf(c, { maxAmount: 100_000 });
      await buyer.get(path);
      c.advance(250);
      await buyer.patch(path, {
        title: '新协议',
        maxAmount: null,
        lines: [{ productUrl: productOf(c, 'b'), maxUnitPrice: 0.01 }],
      });
      await buyer.patch(path, {});
      await buyer.post(`${path}/activate`);
      await buyer.post(`${path}/activate`);
      await buyer.patch(path, { title: '又一个' });
      await buyer.remove(path);
      await buyer.post(`${path}/terminate`);
      await buyer.post(`${path}/terminate`);
      await buyer.post(`${path}/activate`);
    },
  ),
  row('a contract expires after its last day', ['201', '201', '200', '200', '409 conflict'], async (c) => {
    const buyer = c.as('buyer');
    const today = new Date(c.nowMs()).toISOString().slice(0, 10);
    const path = await contractOf(c, { validTo: today });
    await buyer.post(`${path}/activate`);
    c.advance(86_400_000);
    await buyer.get(path);
    await buyer.post(`${path}/terminate`);
  }),
  row(
    'a draft that is deleted, and a supplier that has contracts',
    ['201', '201', '409 conflict', '204', '204'],
    async (c) => {
      const path = await contractOf(c);
      const { supplierId } = c.last().body as { supplierId: string };
      await c.as('buyer').remove(`/v1/suppliers/${supplierId}`);
      await c.as('buyer').remove(path);
      await c.as('buyer').remove(`/v1/suppliers/${supplierId}`);
    },
  ),
  row(
    'changes of a contract with If-Match',
    ['201', '201', '409 conflict', '200', '409 conflict', '200'],
    async (c) => {
      const buyer = c.as('buyer');
      const path = await contractOf(c);
      await buyer.patch(path, { title: '甲' }, { 'If-Match': '"3"' });
      await buyer.patch(path, { title: '甲' }, { 'If-Match': '"1"' });
      await buyer.post(`${path}/activate`, undefined, { 'If-Match': '"1"' });
      await buyer.post(`${path}/activate`, undefined, { 'If-Match': '"2"' });
    },
  ),
  row('a contract that is made again under its key', ['201', '201', '201', '409 conflict'], async (c) => {
    const buyer = c.as('buyer');
    const headers = { 'Idempotency-Key': `contract-${c.rowNumber}` };
    const body = contractBody(c, idIn(await supplierOf(c)));
    await buyer.post(CONTRACTS, body, headers);
    await buyer.post(CONTRACTS, body, headers);
    await buyer.post(CONTRACTS, { ...body, title: '另一个' }, headers);
  }),
];

const line = { productUrl: 'https://shop.example/store/a', maxUnitPrice: 1 };
const INVALID: [name: string, changes: Record<string, unknown>][] = [
  ['a supplier that does not exist', { supplierId: `sup_${'0'.repeat(32)}` }],
  ['a supplier that is no id', { supplierId: 'sup_1' }],
  ['a first day after the last', { validFrom: '2027-01-01', validTo: '2026-01-01' }],
  ['a day that is none', { validFrom: '2026-02-30', validTo: 'tomorrow' }],
  ['a day of the year 0', { validFrom: '0000-01-01', validTo: '0000-12-31' }],
  ['no lines', { lines: [] }],
  ['a product that is named twice', { lines: [line, { ...line, productUrl: `${line.productUrl}#b` }] }],
  ['a price with three decimals', { lines: [{ ...line, maxUnitPrice: 0.125 }], maxAmount: -1 }],
  ['fields that it does not have', { status: 'ACTIVE', reserved: 1 }],
];

const REFUSED = [
  ...INVALID.map(([name, changes]) =>
    row(`no contract with ${name}`, ['400 validation_failed'], (c) =>
      c.as('buyer').post(CONTRACTS, contractBody(c, `sup_${'0'.repeat(32)}`, changes)),
    ),
  ),
  row(
    'no change of a draft to a first day after the last',
    ['201', '201', '400 validation_failed'],
    async (c) => {
      const path = await contractOf(c);
      await c.as('buyer').patch(path, { validTo: '2025-12-31' });
    },
  ),
  row(
    'contracts without the scope for them, or without the id',
    ['403 insufficient_scope', '404 not_found', '404 not_found'],
    async (c) => {
      await c.as('requester').post(CONTRACTS, {});
      await c.as('requester').get(`${CONTRACTS}/con_${'0'.repeat(32)}`);
      await c.as('buyer').post(`${CONTRACTS}/con_1/activate`);
    },
  ),
];

const QUERIES = [
  'filter[title][like]=L-',
  'filter[title][like]=L-&filter[status]=ACTIVE',
  'filter[title][like]=L-&filter[status]=EXPIRED',
  'filter[title][like]=L-&filter[status][in]=DRAFT,EXPIRED&sortBy=updatedAt&order=asc',
  'filter[title][like]=L-&filter[validTo][lte]=2026-12-31',
  'filter[title][like]=L-&filter[maxAmount][gte]=100.5',
  'filter[title][like]=L-&filter[reserved]=0&filter[spent][lte]=0.00',
  'filter[title][like]=L-&fields=lines,status',
  'filter[title][like]=L-&pageSize=2&page=2',
];

const LISTS = [
  row('contracts to list', ['201', '201', '201', '201', '200', '200'], async (c) => {
    const buyer = c.as('buyer');
    const supplierId = idIn(await supplierOf(c));
    const made = [];
    for (const [title, changes] of [
      ['L-1', { validTo: '2026-11-21', validFrom: '2026-11-01' }],
      ['L-2', { maxAmount: 100.5 }],
      ['L-3', { maxAmount: 100 }],
    ] as const) {
      made.push(await buyer.post(CONTRACTS, contractBody(c, supplierId, { title, ...changes })));
      c.advance(1);
    }
    for (const { body } of made.slice(0, 2)) await buyer.post(`${CONTRACTS}/${body.id}/activate`);
  }),
  ...QUERIES.map((query) =>
    row(`contracts with ${query}`, ['200'], (c) => c.as('requester').get(`${CONTRACTS}?${query}`)),
  ),
];

export const CONTRACT_ROWS: Row[] = [...LIFE, ...REFUSED, ...LISTS];
