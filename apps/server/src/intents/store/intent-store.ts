import type { Database } from '../../postgres/database.ts';
import type { StoreOptions } from '../../intent-rows/intent-row.ts';
import { createIntentWriter } from '../../intent-rows/intent-writer.ts';
import { cancelRequests } from './cancel-requests.ts';
import { deletions } from './deletions.ts';
import { findIntents } from './find-intents.ts';
import { foldedCounts } from './fold-counts.ts';
import { insertIntents } from './insert-intents.ts';
import { labelWrites } from './labels.ts';
import { orderChecks } from './order-checks.ts';
import { redactIntents } from './redact-intents.ts';
import { signedCreates } from './signed-creates.ts';

export type IntentStore = ReturnType<typeof createIntentStore>;

/** What verbs read and write of intents. */
export function createIntentStore(database: Database, options: StoreOptions) {
  const { update, end } = createIntentWriter(database, options);
  const found = findIntents(database, options);
  return {
    update,
    end,
    ...found,
    ...insertIntents(database, options),
    ...signedCreates(database),
    ...cancelRequests(database, options),
    ...deletions(database),
    ...labelWrites(database, options, found.bringBack),
    ...orderChecks(database, found.bringBack),
    ...foldedCounts(database),
    ...redactIntents(database),
  };
}
