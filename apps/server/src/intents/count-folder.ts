import type { Logger } from '../observability/logger.ts';
import { Sweeper } from '../polling/sweeper.ts';
import { FOLDED_AT_ONCE } from './store/fold-counts.ts';

// A list sums what has changed since, at the limits of an App some hundred rows. To fold more often would write each sum
// more often.
const FOLD_MS = 3000;

/** @param fold - folds a chunk of changes of totals and answers how many they were. */
export function createCountFolder(fold: () => Promise<number>, log: Logger): Sweeper {
  const sweep = async (): Promise<boolean> => (await fold()) === FOLDED_AT_ONCE;
  return new Sweeper({ name: 'changes of totals', everyMs: FOLD_MS, sweep, log });
}
