import type { Database } from '../../postgres/database.ts';
import { foldCounts } from './fold-counts.ts';
import { forgetSignatures } from './forget-signatures.ts';
import { redactIntents } from './redact-intents.ts';

export type IntentSweeps = ReturnType<typeof createIntentSweeps>;

/** What a worker does for all intents from time to time. */
export const createIntentSweeps = (database: Database) => ({
  forgetSignatures: () => forgetSignatures(database),
  foldCounts: () => foldCounts(database),
  ...redactIntents(database),
});
