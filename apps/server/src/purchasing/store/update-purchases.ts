import type { Fence, IntentPatch, NewEvent } from '../../intent-rows/intent-row.ts';
import type { StoreParts } from '../../intent-rows/store-options.ts';
import { createIntentWriter } from '../../intent-rows/write-intents.ts';
import type { Database } from '../../postgres/database.ts';

/** What callers and the timeline see of a change. */
export interface UpdateTrace {
  event?: NewEvent | null;
  /** A second event, after `event`. */
  also?: NewEvent | undefined;
  /** Whether callers can see the change, which increments the version. Default false. */
  isVisible?: boolean;
}

/** What attempts write of their intents. */
export function updatePurchases(database: Database, { sealed }: Pick<StoreParts, 'sealed'>) {
  const write = sealed(createIntentWriter(database, ['id']));
  return {
    /** Writes `patch` and its events in one statement. False when the fence is lost: then nothing is written. */
    update: async (
      fence: Fence,
      patch: IntentPatch,
      at: Date,
      { event = null, also, isVisible = false }: UpdateTrace = {},
    ): Promise<boolean> => (await write({ fence, patch, at, event, also, isVisible })) !== null,
  };
}
