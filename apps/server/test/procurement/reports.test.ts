import type { IntentStatus } from '@procurement-intents/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectBearerError } from '../support/bearer.ts';
import { intentIn } from '../support/intent-factory.ts';
import { service, useService } from '../support/use-service.ts';
import { invalidFields, type Person, person, succeeded } from './support.ts';

useService();
let reader: Person;
let supplierId: string;
const SHOP = () => `${service.sandboxUrl}/a/items/reported`;

async function intent(status: IntentStatus, data: object): Promise<void> {
  const id = await intentIn(service, status);
  await service.database.intent.update({ where: { id }, data });
}
const placed = (at: string) => ({ orderAcceptedAt: new Date(at), orderStatus: 'PLACED' });

beforeAll(async () => {
  reader = await person(service, ['read:reports']);
  const buyer = await person(service, ['write:suppliers']);
  const shop = { name: '@Shop, "a"', platform: 'PLATFORM_A', shopUrl: SHOP() };
  ({ id: supplierId } = await succeeded(buyer.call('POST', '/v1/suppliers', { body: shop })));
  const bought = { userId: '=1+1', productUrl: `${SHOP()}?a=1`, refundedFen: 199_00n };
  await intent('COMPLETED', { ...placed('2026-11-01T23:59:59.999Z'), ...bought });
  await intent('COMPLETED', {
    ...placed('2026-11-02T00:00:00.000Z'),
    platform: 'PLATFORM_B',
    userId: 'u2',
    productUrl: `${SHOP()}er`,
    quantity: 1,
    amountPaidFen: 10_01n,
  });
  await intent('CANCELLED', {
    ...placed('2026-11-02T12:00:00.000Z'),
    orderStatus: 'CANCELLED',
    userId: 'u2',
    productUrl: SHOP(),
    cancellationFeeFen: 5_00n,
  });
  await intent('PROCESSING', placed('2026-11-02T12:00:00.000Z'));
  await intent('FAILED', placed('2026-11-02T12:00:00.000Z'));
  for (const at of ['2026-10-31T23:59:59.999Z', '2026-11-03T00:00:00.000Z'])
    await intent('COMPLETED', placed(at));
});

const get = (path: string, headers = {}) => reader.call('GET', `/v1/reports/${path}`, { headers });
const PERIOD = 'from=2026-11-01&to=2026-11-02';
const spend = (groupBy: string) => succeeded(get(`spend?${PERIOD}&groupBy=${groupBy}`), 200);
const csvOf = async (path: string): Promise<string> => {
  const headers = { Authorization: `Bearer ${reader.token}`, Accept: 'text/csv' };
  const answer = await fetch(`${service.baseUrl}/v1/reports/${path}`, { headers });
  expect(answer.headers.get('content-type')).toMatch(/^text\/csv; charset=utf-8/);
  return answer.text();
};

const FIRST = { orders: 1, quantity: 2, paid: 398, refunded: 199, fees: 0, net: 199 };
const SECOND = { orders: 1, quantity: 1, paid: 10.01, refunded: 0, fees: 0, net: 10.01 };
const FIRST_AND_FEE = { ...FIRST, fees: 5, net: 204 };
const SECOND_AND_FEE = { ...SECOND, fees: 5, net: 15.01 };
const TOTAL = { orders: 2, quantity: 3, paid: 408.01, refunded: 199, fees: 5, net: 214.01 };

describe('the report of spending', () => {
  it('has the orders of the period, by platform unless it is asked for otherwise', async () => {
    const report = await succeeded(get(`spend?${PERIOD}`), 200);
    expect(report).toEqual({
      from: '2026-11-01T00:00:00.000Z',
      to: '2026-11-02T23:59:59.999Z',
      groupBy: 'platform',
      rows: [
        { group: 'PLATFORM_A', ...FIRST_AND_FEE },
        { group: 'PLATFORM_B', ...SECOND },
      ],
      total: TOTAL,
    });
  });

  it('has a row for each supplier, and one for products of none', async () => {
    const { rows, total } = await spend('supplier');
    expect(rows).toEqual([{ group: supplierId, name: '@Shop, "a"', ...FIRST_AND_FEE }, SECOND]);
    expect(total).toEqual(TOTAL);
  });

  it('has a row for each user of each App, day and month', async () => {
    const users = (await spend('user')).rows as { group: string; appId: string }[];
    expect(users).toMatchObject([
      { group: '=1+1', ...FIRST },
      { group: 'u2', ...SECOND_AND_FEE },
    ]);
    const [app] = (await spend('app')).rows;
    expect(app).toEqual({ group: users[0]!.appId, ...TOTAL });
    expect((await spend('day')).rows).toEqual([
      { group: '2026-11-01', ...FIRST },
      { group: '2026-11-02', ...SECOND_AND_FEE },
    ]);
    expect((await spend('month')).rows).toEqual([{ group: '2026-11', ...TOTAL }]);
  });

  it('is CSV whose cells are no formulas', async () => {
    const users = await csvOf(`spend?${PERIOD}&groupBy=user`);
    const [header, first] = users.split('\r\n');
    expect(header).toBe('user,appId,orders,quantity,paid,refunded,fees,net');
    expect(first).toMatch(/^'=1\+1,app_[^,]+,1,2,398,199,0,199$/);
    const suppliers = await csvOf(`spend?${PERIOD}&groupBy=supplier`);
    expect(suppliers).toBe(
      'supplier,name,orders,quantity,paid,refunded,fees,net\r\n' +
        `${supplierId},"'@Shop, ""a""",1,2,398,199,5,204\r\n,,1,1,10.01,0,0,10.01\r\n`,
    );
  });
});

describe('the report of processing', () => {
  beforeAll(async () => {
    const createdAt = new Date('2026-09-15T10:00:00.000Z');
    const after = (ms: number) => new Date(createdAt.getTime() + ms);
    const times = { createdAt, submittedAt: after(1000) };
    for (const ms of [2000, 3000, 61_000]) await intent('COMPLETED', { ...times, completedAt: after(ms) });
    await intent('FAILED', { ...times, failureCode: 'OUT_OF_STOCK' });
    await intent('FAILED', { ...times, failureCode: 'OUT_OF_STOCK' });
    await intent('FAILED', { ...times, failureCode: 'SUPPLIER_BLOCKED' });
    await intent('CANCELLED', times);
    await intent('DRAFT', { createdAt });
  });
  const SEPTEMBER = 'from=2026-09-15&to=2026-09-15';

  it('counts what became of the intents of the period, and how long purchases took', async () => {
    expect(await succeeded(get(`processing?${SEPTEMBER}`), 200)).toEqual({
      from: '2026-09-15T00:00:00.000Z',
      to: '2026-09-15T23:59:59.999Z',
      total: 7,
      outcomes: [
        { status: 'COMPLETED', count: 3 },
        { status: 'FAILED', failureCode: 'OUT_OF_STOCK', count: 2 },
        { status: 'FAILED', failureCode: 'SUPPLIER_BLOCKED', count: 1 },
        { status: 'CANCELLED', count: 1 },
      ],
      timeToComplete: { p50: 2000, p95: 60_000, p99: 60_000 },
    });
  });

  it('is CSV, too', async () => {
    expect(await csvOf(`processing?${SEPTEMBER}`)).toBe(
      [
        'status,failureCode,count,p50,p95,p99',
        'COMPLETED,,3,2000,60000,60000',
        'FAILED,OUT_OF_STOCK,2,,,',
        'FAILED,SUPPLIER_BLOCKED,1,,,',
        'CANCELLED,,1,,,',
        '',
      ].join('\r\n'),
    );
  });

  it('of a period without intents has no times', async () => {
    const report = await succeeded(get('processing?from=2020-01-01&to=2020-01-31'), 200);
    expect(report).toMatchObject({ total: 0, outcomes: [] });
    expect(report).not.toHaveProperty('timeToComplete');
  });
});

describe('both reports', () => {
  it.each(['spend', 'processing'])(
    'of a period that is reversed or too long are refused: %s',
    async (path) => {
      for (const period of ['from=2026-11-02&to=2026-11-01', 'from=2024-01-01&to=2026-01-01'])
        expect(invalidFields(await get(`${path}?${period}`))).toEqual(['from']);
      expect(invalidFields(await get(`${path}?from=yesterday`))).toEqual(['from']);
      const { from, to } = await succeeded(get(path), 200);
      expect(Date.parse(to) - Date.parse(from)).toBe(30 * 86_400_000);
    },
  );

  it.each(['spend', 'processing'])('need read:reports: %s', async (path) => {
    const other = await person(service, ['read:orders']);
    expectBearerError(await other.call('GET', `/v1/reports/${path}`), 'insufficient_scope');
  });
});
