import { checkVersion, checkWriteAccess, type WriteAccess } from '@procurement-intents/domain';
import { changeInTurn } from '../changes/change-in-turn.ts';
import type { ChangeContext } from './intents-context.ts';
import { loadIntent } from './load-intent.ts';
import type { IntentRow } from '../intent-rows/intent-row.ts';

export interface Target {
  appId: string;
  id: string;
  /** Which intents the caller may change. */
  access: WriteAccess;
  /** The caller's `If-Match`; the change is refused when it is stale. */
  ifMatch: string | undefined;
}

// Enough for twenty concurrent writers of one row: at least one of them succeeds in each round.
const MAX_ATTEMPTS = 50;

/**
 * Reads the intent and calls `change`, which checks and writes it. Retries on the current row when another writer has
 * changed it meanwhile. `change` returns null for a lost race and throws to refuse.
 */
export function changeIntent<T>(
  context: ChangeContext<never>,
  target: Target,
  change: (row: IntentRow) => Promise<T | null>,
): Promise<T> {
  return changeInTurn(async () => {
    const row = await loadIntent(context, target.appId, target.id);
    checkWriteAccess(target.access, row);
    checkVersion(row, target.ifMatch);
    return change(row);
  }, MAX_ATTEMPTS);
}
