import type { Database } from '../../postgres/database.ts';
import type { StoreOptions } from '../../intent-rows/intent-row.ts';
import { createIntentWriter } from '../../intent-rows/intent-writer.ts';
import { bringBack } from './bring-back.ts';
import { cancelRequests } from './cancel-requests.ts';
import { deletions } from './deletions.ts';
import { findIntents } from './find-intents.ts';
import { insertIntents } from './insert-intents.ts';
import { labelWrites } from './labels.ts';
import { signedCreates } from './signed-creates.ts';

export type IntentStore = ReturnType<typeof createIntentStore>;

/**
 * What the verbs of Apps read and write of single intents. Lists have `list-store.ts`, workers `intent-sweeps.ts`; the
 * company adds intents by `intentAdder`, changes them by `recorded-intents.ts` and asks about orders by `order-checks.ts`.
 */
export const createIntentStore = (database: Database, options: StoreOptions) => ({
  ...createIntentWriter(database, options),
  ...findIntents(database, options),
  bringBack: (id: string) => bringBack(database, id),
  ...insertIntents(database, options),
  ...signedCreates(database),
  ...cancelRequests(database, options),
  ...deletions(database),
  ...labelWrites(database, options),
});
