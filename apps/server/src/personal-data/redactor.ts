import type { Logger } from '../observability/logger.ts';
import { Sweeper } from '../polling/sweeper.ts';

/** Which of the records that have ended: those with a request for redaction, or by the age of their end. */
export type DueRecords = { isRequested: true } | { endedDaysAgo: number };

/**
 * How many records one statement redacts at most: some 0.15 s on a busy machine, with all indexes of a large table, far
 * below what a statement may take.
 */
export const REDACTED_AT_ONCE = 200;

export interface RedactorDeps {
  /** Whose personal data ends, for the log: `ended intents`. */
  records: string;
  /** Redacts at most {@link REDACTED_AT_ONCE} records, and returns their number. */
  redact: (due: DueRecords) => Promise<number>;
  /** Days from the end of a record to its redaction; 0: never. */
  afterDays: number;
  log: Logger;
}

const SWEEP_MS = 10_000;

/** Redacts records that are due, with at most one statement of each kind. Returns whether more are due. */
export async function redactDue({ records, redact, afterDays, log }: RedactorDeps): Promise<boolean> {
  const kinds: DueRecords[] = [
    { isRequested: true },
    ...(afterDays > 0 ? [{ endedDaysAgo: afterDays }] : []),
  ];
  let isMore = false;
  for (const kind of kinds) {
    const redacted = await redact(kind);
    if (redacted > 0) log.info({ redacted, ...kind }, `redacted personal data of ${records}`);
    isMore ||= redacted === REDACTED_AT_ONCE;
  }
  return isMore;
}

/** Redacts due records at intervals. Several may run concurrently. */
export function createRedactor(deps: RedactorDeps): Sweeper {
  const sweep = (): Promise<boolean> => redactDue(deps);
  return new Sweeper({ name: `personal data of ${deps.records}`, everyMs: SWEEP_MS, sweep, log: deps.log });
}
