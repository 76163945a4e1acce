import { INTENT_STATUSES } from '@procurement-intents/contract';
import { isOrderOver } from '@procurement-intents/domain/procurement';
import { expect, it } from 'vitest';
import { seedIntents } from '../../../test/support/seed-intents.ts';
import { database, useDatabase } from '../../../test/support/use-database.ts';
import { orderChecks } from './order-checks.ts';

useDatabase({ poolSize: 2 });

const AT = new Date('2026-01-01T00:00:00Z');

it.each(INTENT_STATUSES)(
  'the order of an intent that is %s is asked about unless it is over',
  async (status) => {
    const over = { appId: 'app_1', status, nextAttemptAt: null };
    const [ordered, without] = await seedIntents({ database }, 2, (index) => ({
      ...over,
      orderId: index === 0 ? `ORD-${status}` : null,
    }));
    for (const row of [ordered, without]) await orderChecks(database)(row?.id ?? '', AT);
    const dueOf = async (id = '') =>
      (await database.intent.findUniqueOrThrow({ where: { id } })).nextAttemptAt;
    expect(await dueOf(ordered?.id)).toEqual(isOrderOver(status) ? null : AT);
    expect(await dueOf(without?.id)).toBeNull();
  },
);
