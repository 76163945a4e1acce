import { FINAL_STATUSES, PURCHASE_STATUSES, UNBOUGHT_STATUSES } from '@procurement-intents/contract';
import { expect, it } from 'vitest';
import { database, useDatabase } from '../../test/support/use-database.ts';

useDatabase({ poolSize: 1 });

/** What a migration has written once, and no statement can build: conditions of indexes, triggers and constraints. */
const CONDITIONS = `
  SELECT c.relname AS "name", pg_get_expr(i.indpred, i.indrelid) AS "condition"
  FROM pg_index AS i JOIN pg_class AS c ON c."oid" = i.indexrelid WHERE NOT c.relispartition
  UNION ALL SELECT tgname, pg_get_triggerdef("oid") FROM pg_trigger WHERE tgparentid = 0
  UNION ALL SELECT conname, pg_get_constraintdef("oid") FROM pg_constraint WHERE coninhcount = 0`;

/** The lists of statuses of intents in a condition. */
const listsIn = (condition: string): string[][] =>
  [...condition.matchAll(/ARRAY\[([^\]]*)\]/g)].flatMap(([, list = '']) => {
    const statuses = [...list.matchAll(/'(\w+)'::"IntentStatus"/g)].map(([, status = '']) => status);
    return statuses.length > 0 ? [statuses] : [];
  });

it('indexes and triggers have the lists of statuses that the table of changes has', async () => {
  const rows = await database.rows<{ name: string; condition: string | null }>(CONDITIONS, []);
  const found = rows.map(({ name, condition }) => [name, listsIn(condition ?? '')] as const);
  expect(Object.fromEntries(found.filter(([, lists]) => lists.length > 0))).toEqual({
    intents_open_and_due_idx: [PURCHASE_STATUSES],
    intents_archivable_idx: [FINAL_STATUSES],
    intents_redactable_idx: [FINAL_STATUSES],
    intents_redactRequestedAt_idx: [FINAL_STATUSES],
    archived_intents_redactable_idx: [FINAL_STATUSES],
    archived_intents_redactRequestedAt_idx: [FINAL_STATUSES],
    intents_of_requests: [FINAL_STATUSES],
    intents_early_end: [UNBOUGHT_STATUSES, UNBOUGHT_STATUSES],
  });
});
