import type { Logger } from '../observability/logger.ts';
import { createRedactor } from '../personal-data/redactor.ts';
import { createCountFolder } from './count-folder.ts';
import type { IntentStore } from './store/intent-store.ts';
import { createSignatureSweeper } from './sweep-signatures.ts';

export interface SweeperDeps {
  intents: IntentStore;
  log: Logger;
  /** Days from the end of an intent to the end of its personal data; 0: never. */
  redactAfterDays: number;
}

/** Starts what removes old signatures and personal data and folds totals. The result stops it. */
export function startIntentSweepers({ intents, log, redactAfterDays }: SweeperDeps): () => Promise<void> {
  const sweepers = [
    createSignatureSweeper(() => intents.forgetSignatures(), log),
    createCountFolder(() => intents.foldCounts(), log),
    createRedactor({
      records: 'ended intents',
      redact: (due) => intents.redact(due),
      afterDays: redactAfterDays,
      log,
    }),
  ];
  for (const one of sweepers) one.start();
  return async () => {
    await Promise.all(sweepers.map((one) => one.stop()));
  };
}
