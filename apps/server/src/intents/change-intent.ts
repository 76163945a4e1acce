import { checkVersion } from '@procurement-intents/domain';
import { ApiError } from '../errors.ts';
import type { IntentsContext } from './intents-context.ts';
import { loadIntent } from './load-intent.ts';
import type { IntentRow } from './store/intent-row.ts';

export interface Target {
  appId: string;
  id: string;
  /** The caller's `If-Match`; a stale one refuses the change. */
  ifMatch: string | undefined;
}

// Twenty writers on one row at once all get through: each attempt at least one of them wins.
const MAX_ATTEMPTS = 50;

/**
 * Reads the intent, lets `change` decide and write, and begins again on the row as it stands when another writer came
 * between. `change` returns null for a lost race and throws to refuse.
 */
export async function changeIntent<T>(
  context: IntentsContext,
  target: Target,
  change: (row: IntentRow) => Promise<T | null>,
): Promise<T> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const row = await loadIntent(context, target.appId, target.id);
    checkVersion(row, target.ifMatch);
    const result = await change(row);
    if (result !== null) return result;
  }
  throw new ApiError('UNAVAILABLE');
}
