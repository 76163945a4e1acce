import type { Logger } from '../observability/logger.ts';
import { Sweeper } from '../queue/sweeper.ts';
import { type Redactable, REDACTED_AT_ONCE } from './store/redact-intents.ts';
import type { IntentStore } from './store/intent-store.ts';

export interface RedactorDeps {
  intents: Pick<IntentStore, 'redact'>;
  /** Days from the end of an intent to the end of its personal data; 0: never. */
  afterDays: number;
  log: Logger;
}

const SWEEP_MS = 10_000;

/**
 * Overwrites what is to go by now, at most one statement of each kind: intents whose person asked for it, and those that
 * ended so many days ago. Answers whether more is waiting.
 */
export async function redactDue({ intents, afterDays, log }: RedactorDeps): Promise<boolean> {
  const kinds: Redactable[] = [
    { isRequested: true },
    ...(afterDays > 0 ? [{ endedDaysAgo: afterDays }] : []),
  ];
  let isMore = false;
  for (const kind of kinds) {
    const redacted = await intents.redact(kind);
    if (redacted > 0) log.info({ redacted, ...kind }, 'personal data of ended intents is overwritten');
    isMore ||= redacted === REDACTED_AT_ONCE;
  }
  return isMore;
}

/** Lets personal data end, by and by. Any number of them may run. */
export function createRedactor(deps: RedactorDeps): Sweeper {
  const sweep = (): Promise<boolean> => redactDue(deps);
  return new Sweeper({ name: 'personal data', everyMs: SWEEP_MS, sweep, log: deps.log });
}
