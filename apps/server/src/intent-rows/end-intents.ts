import type { Database } from '../postgres/database.ts';
import { INTENTS } from './intent-columns.ts';
import type { Fence, IntentPatch, IntentRow, NewEvent } from './intent-row.ts';
import type { StoreParts } from './store-options.ts';
import { createIntentWriter } from './write-intents.ts';

/** How an intent ends: the one shape in which COMPLETED, FAILED and CANCELLED are written. */
export interface Ending {
  patch: IntentPatch;
  event: NewEvent;
  also?: NewEvent | undefined;
  needsLookup: boolean;
}

/** The one writer of outcomes, for callers and workers. */
export function endIntents(
  database: Database,
  { open, sealed, onMove }: Pick<StoreParts, 'open' | 'sealed' | 'onMove'>,
) {
  const write = sealed(createIntentWriter(database, INTENTS.keys));
  return {
    /** Writes an outcome: see {@link Ending}. Null when the race was lost or the end would be early. */
    async end(
      fence: Fence,
      { patch, event, also, needsLookup }: Ending,
      at: Date,
    ): Promise<IntentRow | null> {
      const ended = open(await write({ fence, patch, at, event, also, needsLookup, isVisible: true }));
      if (ended && event.to) onMove(ended.status, ended.failureCode);
      return ended;
    },
  };
}
