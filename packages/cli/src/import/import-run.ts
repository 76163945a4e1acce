import { ConnectionError, isApiError } from '@procurement-intents/sdk';
import type { Service } from '../service.ts';
import type { ImportReport, RowResult } from './import-report.ts';
import type { NamedRow } from './name-rows.ts';

// Enough to keep the allowed rate while the service takes 2 s for a product page.
const IN_FLIGHT = 20;
// By then the service is down, or refuses everybody; single rows may fail for themselves.
const MAX_FAILURES_IN_A_ROW = 5;

/** Counts of the rows of one run. */
export interface ImportCounts {
  rows: number;
  accepted: number;
  acceptedBefore: number;
  refused: number;
  unclear: number;
  notTried: number;
}

interface Parts {
  service: Pick<Service, 'create'>;
  report: ImportReport;
  onResult: (counts: ImportCounts, result: { row: NamedRow; error: Error | null }) => void;
}

type Answer = Partial<RowResult> & { outcome: 'accepted' | 'refused' | 'unclear' };

/** Buys rows, several at a time; the client keeps to the allowed rate. Each result is in the report at once. */
export class ImportRun {
  readonly counts: ImportCounts;
  /** Why the run ended before its last row; null when it did not. */
  stoppedBy: unknown = null;
  readonly #parts: Parts;
  readonly #waiting: NamedRow[];
  #failuresInARow = 0;

  constructor(rows: readonly NamedRow[], parts: Parts) {
    const { results } = parts.report;
    this.#parts = parts;
    this.#waiting = rows.filter(({ idempotencyKey }) => results.get(idempotencyKey)?.outcome !== 'accepted');
    const notTried = this.#waiting.length;
    const acceptedBefore = rows.length - notTried;
    this.counts = { rows: rows.length, accepted: 0, acceptedBefore, refused: 0, unclear: 0, notTried };
  }

  async run(): Promise<void> {
    await Promise.all(Array.from({ length: IN_FLIGHT }, () => this.#work()));
  }

  async #work(): Promise<void> {
    for (;;) {
      const row = this.stoppedBy === null ? this.#waiting.shift() : undefined;
      if (!row) return;
      try {
        await this.#buy(row);
      } catch (error) {
        this.stoppedBy ??= error;
      }
    }
  }

  async #buy(row: NamedRow): Promise<void> {
    const { service, report, onResult } = this.#parts;
    const { body, idempotencyKey } = row;
    let error: Error | null = null;
    let result: Answer;
    // After a crash the report has to name every row that may have been bought.
    await report.add(row, { outcome: 'sent' });
    try {
      const { id, status } = await service.create(body, { idempotencyKey });
      result = { outcome: 'accepted', id, status };
    } catch (thrown) {
      // Throws what no row is the cause of, such as a wrong signature.
      result = { outcome: judge(thrown), ...holderOf(thrown), error: describe(thrown as Error) };
      error = thrown as Error;
    }
    await report.add(row, result);
    this.counts[result.outcome] += 1;
    this.counts.notTried -= 1;
    this.#failuresInARow = result.outcome === 'unclear' ? this.#failuresInARow + 1 : 0;
    onResult(this.counts, { row, error });
    if (this.#failuresInARow >= MAX_FAILURES_IN_A_ROW) throw error;
  }
}

/** @throws the error itself when it would meet every other row too. */
function judge(error: unknown): 'refused' | 'unclear' {
  if (isApiError(error, 'VALIDATION_FAILED', 'IDEMPOTENCY_KEY_REUSED', 'BODY_MALFORMED', 'BODY_TOO_LARGE')) {
    return 'refused';
  }
  const isTransient = isApiError(error)
    ? error.retryable
    : error instanceof ConnectionError && error.retryable;
  if (isTransient || isApiError(error, 'SIGNATURE_REUSED')) return 'unclear';
  throw error;
}

/** The intent that already has the key: the row may be bought. */
function holderOf(error: unknown): Pick<RowResult, 'id'> {
  return isApiError(error, 'IDEMPOTENCY_KEY_REUSED') ? { id: error.data.id } : {};
}

function describe(error: Error): NonNullable<RowResult['error']> {
  const requestId = isApiError(error) ? error.requestId : null;
  return { name: error.name, message: error.message, ...(requestId !== null && { requestId }) };
}
