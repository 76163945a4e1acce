import type { Logger } from '../observability/logger.ts';
import { createRedactor } from '../personal-data/redactor.ts';
import { startLoops } from '../polling/start-loops.ts';
import { createCountFolder } from './count-folder.ts';
import type { IntentSweeps } from './store/intent-sweeps.ts';
import { createSignatureSweeper } from './sweep-signatures.ts';

export interface SweeperDeps {
  sweeps: IntentSweeps;
  log: Logger;
  /** Days from the end of an intent to the end of its personal data; 0: never. */
  redactAfterDays: number;
}

/** Starts what removes old signatures and personal data and folds totals. The result stops it. */
export function startIntentSweepers({ sweeps, log, redactAfterDays }: SweeperDeps): () => Promise<void> {
  return startLoops(
    createSignatureSweeper(() => sweeps.forgetSignatures(), log),
    createCountFolder(() => sweeps.foldCounts(), log),
    createRedactor({
      records: 'ended intents',
      redact: (due) => sweeps.redact(due),
      afterDays: redactAfterDays,
      log,
    }),
  );
}
