import { PERSONAL_DETAILS } from '@procurement-intents/contract';
import { expect, it } from 'vitest';
import { database, useDatabase } from '../../../test/support/use-database.ts';
import { ENDPOINT_FEED_TYPES } from './publish.ts';

useDatabase({ poolSize: 1 });

it.each([
  ['intent_events_of_webhooks_idx', ENDPOINT_FEED_TYPES],
  ['intent_events_cancel_refused_idx', PERSONAL_DETAILS],
])('%s has the events that statements look for by it', async (name, types) => {
  const [index] = await database.$queryRaw<{ condition: string }[]>`
    SELECT pg_get_expr(indpred, indrelid) AS "condition" FROM pg_index WHERE indexrelid = ${name}::regclass`;
  const indexed = [...(index?.condition ?? '').matchAll(/'([^']+)'/g)].map(([, type]) => type);
  expect(indexed.sort()).toEqual([...types].sort());
});
