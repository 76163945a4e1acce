import { adoptionOf } from '@procurement-intents/domain';
import { expect, it, vi } from 'vitest';
import { seedIntents } from '../../../test/support/seed-intents.ts';
import { database, useDatabase } from '../../../test/support/use-database.ts';
import type { IntentRow } from '../../intent-rows/intent-row.ts';
import { readEvents } from '../../intents/store/read-events.ts';
import { recoveredIntents } from './recovered-intents.ts';

useDatabase({ poolSize: 3 });

async function seed(over: Partial<IntentRow>): Promise<IntentRow> {
  const [row] = await seedIntents({ database }, 1, () => ({ appId: 'app_1', ...over }));
  if (!row) throw new Error('no intent');
  return row;
}
const listed = (merchantOrderNo: string) => ({ orderId: 'ORD-1', merchantOrderNo });
const adopt = ({ id }: IntentRow) => recoveredIntents(database).adoptOrder(id, listed(id));
const load = ({ id }: IntentRow) => database.intent.findUniqueOrThrow({ where: { id } });

it.each(['DRAFT', 'PROCESSING'] as const)(
  'an intent that is %s gets all that an adoption writes, and its event',
  async (status) => {
    const row = await seed({ status });
    expect(await adopt(row)).toBe(true);
    const adopted = await load(row);
    const { fields, event } = adoptionOf(row, listed(row.id), adopted.updatedAt) ?? {};
    expect(adopted).toMatchObject({ ...fields, version: 2 });
    expect(await readEvents(database, row.id)).toMatchObject([{ ...event, at: adopted.updatedAt }]);
  },
);

it('an intent that has an order is left as it is', async () => {
  const row = await seed({ status: 'PROCESSING', orderId: 'ORD-2' });
  expect(await adopt(row)).toBe(false);
  expect(await load(row)).toEqual(row);
  expect(await recoveredIntents(database).adoptOrder('int_gone', listed('a'))).toBe(false);
});

it('an order that is sent while the adoption waits for the row keeps the time until it may appear', async () => {
  const row = await seed({ status: 'PROCESSING' });
  const orderInFlightUntil = new Date(Date.now() + 60_000);
  let adoption: Promise<boolean> | undefined;
  await database.$transaction(async (sending) => {
    await sending.intent.update({ where: { id: row.id }, data: { orderInFlightUntil } });
    adoption = adopt(row);
    await vi.waitFor(async () => {
      const waiting = await database.$queryRaw`
        SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      expect(waiting).toHaveLength(1);
    });
  });
  expect(await adoption).toBe(true);
  expect(await load(row)).toMatchObject({ orderInFlightUntil, version: 2 });
});
