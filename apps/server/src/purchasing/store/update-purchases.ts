import type { Fence, IntentPatch, NewEvent } from '../../intent-rows/intent-row.ts';
import type { StoreParts } from '../../intent-rows/store-options.ts';
import { createIntentWriter } from '../../intent-rows/write-intents.ts';
import type { Database } from '../../postgres/database.ts';

/** What a change tells the timeline and the callers. */
export interface UpdateTrace {
  event?: NewEvent | null;
  /** Goes into the timeline behind `event`. */
  also?: NewEvent | undefined;
  /** Whether callers can see the change: then the version is counted up. Default false. */
  isVisible?: boolean;
}

/** What runs write of their intents. */
export function updatePurchases(database: Database, { sealed }: Pick<StoreParts, 'sealed'>) {
  const write = sealed(createIntentWriter(database, ['id']));
  return {
    /** Writes `patch`, and in the same statement what it tells. False when the race was lost: nothing is written then. */
    update: async (
      fence: Fence,
      patch: IntentPatch,
      at: Date,
      { event = null, also, isVisible = false }: UpdateTrace = {},
    ): Promise<boolean> => (await write({ fence, patch, at, event, also, isVisible })) !== null,
  };
}
