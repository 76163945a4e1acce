import type { ChangeRequest } from '@procurement-intents/domain';
import { changeInTurn } from '../changes/change-in-turn.ts';
import type { ChangeContext, IntentsContext, IntentWrite, IntentWrites } from './intents-context.ts';
import { loadIntent } from './load-intent.ts';
import type { IntentRow } from '../intent-rows/intent-row.ts';

/** The intent that a caller asks to change. */
export interface Target extends ChangeRequest {
  appId: string;
  id: string;
}

// Enough for twenty concurrent writers of one row: at least one of them succeeds in each round.
const MAX_ATTEMPTS = 50;

/**
 * Reads the intent and calls `change`, which decides by `decideChange` and writes. Retries on the current row when another
 * writer has changed it meanwhile. `change` returns null for a lost race and throws to refuse.
 *
 * A write finds no row either when the intent has moved to the archive: it is brought back then, and changed in the next
 * turn. What is refused, or changes nothing, leaves the intent where it lies.
 */
export function changeIntent<T>(
  context: ChangeContext<never>,
  target: Target,
  change: (row: IntentRow) => Promise<T | null>,
): Promise<T> {
  return changeInTurn(async () => {
    const row = await loadIntent(context, target.appId, target.id);
    const changed = await change(row);
    if (changed === null && row.archivedAt !== null) await context.intents.bringBack(row.id);
    return changed;
  }, MAX_ATTEMPTS);
}

/**
 * What a verb works with when its writes are other statements than an App's own, such as those with a record.
 *
 * @param find - reads an intent. Default: as for an App.
 */
export function withWrites<Write extends IntentWrite>(
  context: IntentsContext,
  writes: Pick<IntentWrites, Write>,
  find = context.intents.find,
): ChangeContext<Write> {
  const { bringBack } = context.intents;
  return { ...context, intents: { ...writes, find, bringBack } };
}
