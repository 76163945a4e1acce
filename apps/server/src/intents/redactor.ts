import type { Logger } from '../observability/logger.ts';
import { Sweeper } from '../polling/sweeper.ts';
import { type Redactable, REDACTED_AT_ONCE } from './store/redact-intents.ts';
import type { IntentStore } from './store/intent-store.ts';

export interface RedactorDeps {
  intents: Pick<IntentStore, 'redact'>;
  /** Days from the end of an intent to its redaction; 0: never. */
  afterDays: number;
  log: Logger;
}

const SWEEP_MS = 10_000;

/**
 * Redacts intents that are due, with at most one statement of each kind: those with a request for redaction, and those
 * that ended `afterDays` ago. Returns whether more are due.
 */
export async function redactDue({ intents, afterDays, log }: RedactorDeps): Promise<boolean> {
  const kinds: Redactable[] = [
    { isRequested: true },
    ...(afterDays > 0 ? [{ endedDaysAgo: afterDays }] : []),
  ];
  let isMore = false;
  for (const kind of kinds) {
    const redacted = await intents.redact(kind);
    if (redacted > 0) log.info({ redacted, ...kind }, 'redacted personal data of ended intents');
    isMore ||= redacted === REDACTED_AT_ONCE;
  }
  return isMore;
}

/** Redacts due intents at intervals. Several may run concurrently. */
export function createRedactor(deps: RedactorDeps): Sweeper {
  const sweep = (): Promise<boolean> => redactDue(deps);
  return new Sweeper({ name: 'personal data', everyMs: SWEEP_MS, sweep, log: deps.log });
}
