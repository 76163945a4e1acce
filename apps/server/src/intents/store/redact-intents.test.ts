import { expect, it } from 'vitest';
import { seedIntents } from '../../../test/support/seed-intents.ts';
import { database, useDatabase } from '../../../test/support/use-database.ts';
import type { Database } from '../../postgres/database.ts';
import { redactIntents } from './redact-intents.ts';

useDatabase({ poolSize: 2 });

it('redacts an intent of many events without reading them', async () => {
  const ended = { appId: 'app_1', status: 'CANCELLED', cancelledAt: new Date() } as const;
  const [{ id } = { id: '' }] = await seedIntents({ database }, 1, () => ended);
  await database.$executeRaw`
    INSERT INTO "intent_events" ("intentId", "appId", "status", "version", "type", "at")
    SELECT ${id}, 'app_1', 'DRAFT', n, 'intent.updated', now() FROM generate_series(1, 20000) AS n`;
  const eventsRead = await database.$transaction(async (transaction) => {
    expect(await redactIntents(transaction as unknown as Database).redact({ ids: [id] })).toBe(1);
    const [counts] = await transaction.$queryRaw<{ read: number }[]>`
      SELECT (seq_tup_read + coalesce(idx_tup_fetch, 0))::int AS read
      FROM pg_stat_xact_user_tables WHERE relname = 'intent_events'`;
    return counts?.read;
  });
  expect(eventsRead).toBeLessThan(10);
});
