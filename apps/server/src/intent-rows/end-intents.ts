import type { Database } from '../postgres/database.ts';
import { INTENTS } from './intent-columns.ts';
import type { Fence, IntentPatch, IntentRow, NewEvent } from './intent-row.ts';
import type { StoreParts } from './store-options.ts';
import { createIntentWriter } from './write-intents.ts';

/** The end of an intent: COMPLETED, FAILED or CANCELLED. */
export interface Ending {
  patch: IntentPatch;
  event: NewEvent;
  also?: NewEvent | undefined;
  needsLookup: boolean;
}

/** The only writer of ends, for callers and workers. */
export function endIntents(
  database: Database,
  { open, sealed, onMove }: Pick<StoreParts, 'open' | 'sealed' | 'onMove'>,
) {
  const write = sealed(createIntentWriter(database, INTENTS.keys));
  return {
    /** Ends the intent. Null when the fence is lost, or when a trigger refuses the end because an order may still appear. */
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
