import { INTENTS } from '../../intents/store/intent-columns.ts';
import type { Fence, IntentPatch, IntentRow, NewEvent } from '../../intents/store/intent-row.ts';
import type { StoreParts } from '../../intents/store/store-options.ts';
import { createIntentWriter } from '../../intents/store/write-intents.ts';
import type { Database } from '../../postgres/database.ts';

/** How an intent ends: the one shape in which COMPLETED, FAILED and CANCELLED are written. */
export interface Ending {
  patch: IntentPatch;
  event: NewEvent;
  also?: NewEvent | undefined;
  owesLookup: boolean;
}

/** What a change tells the timeline and the callers. */
export interface UpdateTrace {
  event?: NewEvent | null;
  /** Goes into the timeline behind `event`. */
  also?: NewEvent | undefined;
  /** Whether callers can see the change: then the version is counted up. Default false. */
  isVisible?: boolean;
}

/** What runs write of their intents. */
export function updatePurchases(
  database: Database,
  { open, sealed, onMove }: Pick<StoreParts, 'open' | 'sealed' | 'onMove'>,
) {
  const writeForRow = sealed(createIntentWriter(database, INTENTS.keys));
  const write = sealed(createIntentWriter(database, ['id']));
  return {
    /** Writes `patch`, and in the same statement what it tells. False when the race was lost: nothing is written then. */
    update: async (
      fence: Fence,
      patch: IntentPatch,
      at: Date,
      { event = null, also, isVisible = false }: UpdateTrace = {},
    ): Promise<boolean> => (await write({ fence, patch, at, event, also, isVisible })) !== null,

    /** Writes an outcome: see {@link Ending}. Null when the race was lost or the end would be early. */
    async end(fence: Fence, { patch, event, also, owesLookup }: Ending, at: Date): Promise<IntentRow | null> {
      const ended = open(await writeForRow({ fence, patch, at, event, also, owesLookup, isVisible: true }));
      if (ended && event.to) onMove(ended.status, ended.failureCode);
      return ended;
    },
  };
}
