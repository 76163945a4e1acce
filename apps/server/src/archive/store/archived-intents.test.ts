import type { IntentStatus } from '@procurement-intents/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { orderChecks } from '../../intents/store/order-checks.ts';
import { payloadIntents } from '../../intents/store/payload-intents.ts';
import { createOrderLookups } from '../../purchasing/store/order-lookups.ts';
import { recoveredIntents } from '../../purchasing/store/recovered-intents.ts';
import { RECIPIENT_TABLES, recipientRows } from '../../personal-data/store/recipient-rows.ts';
import { createPersonStore } from '../../intents/store/person-store.ts';
import { intentIn } from '../../../test/support/intent-factory.ts';
import { moveArchived } from '../../../test/support/move-archived.ts';
import { clock, service, useService } from '../../../test/support/use-service.ts';
import { type Person, person, succeeded } from '../../../test/procurement/support.ts';

useService();
let reader: Person;
const ids: string[] = [];

async function intent(status: IntentStatus, data: object): Promise<void> {
  const id = await intentIn(service, status);
  await service.database.intent.update({ where: { id }, data: { nextAttemptAt: null, ...data } });
  ids.push(id);
}
const placed = (n: number) => ({
  orderId: `A${n}`,
  orderAcceptedAt: new Date(`2026-11-0${n}T12:00:00.000Z`),
  orderStatus: 'PLACED',
});

beforeAll(async () => {
  reader = await person(service, ['admin', 'read:reports', 'read:orders']);
  await intent('COMPLETED', { ...placed(1), amountPaidFen: 300_00n, refundedFen: 1_00n });
  await intent('COMPLETED', { ...placed(2), userId: 'u2' });
  await intent('CANCELLED', { ...placed(3), orderStatus: 'CANCELLED', cancellationFeeFen: 5_00n });
  await intent('FAILED', { failureCode: 'OUT_OF_STOCK' });
  await service.database.orderLookup.deleteMany({});
});

async function moveAll(): Promise<void> {
  await service.database.$executeRaw`UPDATE "intents" SET "archivedAt" = now() WHERE "archivedAt" IS NULL`;
  await moveArchived(service, clock);
  expect(await service.database.intent.count()).toBe(0);
}

const get = async (path: string) => succeeded(reader.call('GET', path), 200);
const PERIOD = 'from=2026-10-01&to=2026-12-01';

/** Everything that reads or sums intents beside the App's own calls. */
async function seen() {
  const lookups = createOrderLookups(service.database);
  const [first = ''] = ids;
  await lookups.schedule({ intentId: first, platform: 'PLATFORM_A', merchantOrderNo: 'x' });
  const { appId, totalFen, amountPaidFen } = (await lookups.begin(first)) ?? {};
  await service.database.orderLookup.deleteMany({});
  const { intents: counted } = await get('/v1/dashboard');
  const payloads = await payloadIntents(service.database)(ids);
  return {
    spend: await get(`/v1/reports/spend?${PERIOD}&groupBy=user`),
    months: await get(`/v1/reports/spend?${PERIOD}&groupBy=month`),
    processing: await get(`/v1/reports/processing?${PERIOD}`),
    orders: await get('/v1/orders?sortBy=placedAt'),
    order: await get(`/v1/orders/ord_${first.slice(4)}`),
    intents: await get('/v1/intents?archived=any'),
    counted,
    lookup: { appId, totalFen, amountPaidFen },
    payloads: ids.map((id) => payloads.get(id)?.status),
    recovered: (await recoveredIntents(service.database).findMany(ids)).toSorted((a, b) =>
      a.id < b.id ? -1 : 1,
    ),
    knows: await recoveredIntents(service.database).knowsOrder(first, 'A1'),
  };
}

describe('archived intents', () => {
  it('are counted, listed and found as before once they have moved (AR2)', async () => {
    const before = await seen();
    await moveAll();
    const after = await seen();
    expect(after).toEqual(before);
    expect(before.orders.total).toBe(3);
  });

  it('are sealed anew where they lie', async () => {
    const found: string[] = [];
    for (const table of RECIPIENT_TABLES)
      found.push(...(await recipientRows(service.database, table).readAfter('')).map(({ id }) => id));
    expect(found.toSorted()).toEqual(ids.toSorted());
  });

  it('are marked and redacted when their user asks for it', async () => {
    const appUsers = createPersonStore(service.database);
    const [row] = await service.database.archivedIntent.findMany({ where: { userId: 'u2' } });
    const who = { appId: row?.appId ?? '', userId: 'u2' };
    const page = await appUsers.mark(who, { createdAt: new Date('2100-01-01'), id: '' }, null);
    expect(page?.ids).toEqual([row?.id]);
    expect(await appUsers.redact({ ids: page?.ids ?? [] })).toBe(1);
    const [after] = await service.database.archivedIntent.findMany({ where: { userId: 'u2' } });
    expect(after).toMatchObject({
      recipientName: '***',
      requestHash: '***',
      version: (row?.version ?? 0) + 1,
    });
  });

  it('get what a look for a late order finds out', async () => {
    const id = ids[3] ?? '';
    const lookups = createOrderLookups(service.database);
    await lookups.schedule({ intentId: id, platform: 'PLATFORM_A', merchantOrderNo: 'y' });
    const lookup = await lookups.begin(id);
    if (lookup === null) throw new Error('no look-up is scheduled');
    const event = { type: 'order.found_without_effect', detail: 'A9' } as const;
    await lookups.finish(lookup, { fields: { orderId: 'A9' }, event, isVisible: true });
    expect(await service.context.intents.find(id)).toMatchObject({ orderId: 'A9' });
    const types = (await service.database.intentEvent.findMany({ where: { intentId: id } })).map(
      ({ type }) => type,
    );
    expect(types.at(-1)).toBe('order.found_without_effect');
  });

  it('are asked about at the platform like others', async () => {
    const [first = ''] = ids;
    await orderChecks(service.database)(first, clock.now());
    expect(await service.database.intent.findUnique({ where: { id: first } })).toMatchObject({
      nextAttemptAt: clock.now(),
      status: 'COMPLETED',
    });
  });
});
