import type { Database } from '../../postgres/database.ts';
import { findIntents } from './find-intents.ts';
import { foldedCounts } from './fold-counts.ts';
import { insertIntents } from './insert-intents.ts';
import { redactIntents } from './redact-intents.ts';
import { signedCreates } from './signed-creates.ts';
import { endIntents } from '../../intent-rows/end-intents.ts';
import { openStore, type StoreOptions } from '../../intent-rows/store-options.ts';
import { updateIntents } from './update-intents.ts';

export type IntentStore = ReturnType<typeof createIntentStore>;

/** What verbs read and write of intents. */
export function createIntentStore(database: Database, options: StoreOptions) {
  const parts = openStore(options);
  return {
    ...findIntents(database, parts),
    ...insertIntents(database, parts),
    ...signedCreates(database),
    ...updateIntents(database, parts),
    ...endIntents(database, parts),
    ...foldedCounts(database),
    ...redactIntents(database),
  };
}
