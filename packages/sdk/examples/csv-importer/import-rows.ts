import { isApiError, type ProcurementIntents } from '@procurement-intents/sdk';
import type { Journal } from './journal.ts';
import type { Row } from './read-rows.ts';

// Enough to keep the allowed rate while the service takes 2 s for a product page. The client keeps to the rate.
const IN_FLIGHT = 20;

export interface Counts {
  accepted: number;
  refused: number;
  /** Accepted by an earlier run. */
  skipped: number;
}

/**
 * Buys rows, several at a time, and notes each result. A row that is wrong is noted, and the others go on.
 *
 * @throws the error of a row that may succeed later, or that is no row's fault, after the calls under way have ended:
 *   mend it and run again. No row is bought twice, because each has its key in the file.
 */
export async function importRows(
  rows: AsyncIterable<Row>,
  { client, journal }: { client: ProcurementIntents; journal: Journal },
): Promise<Counts> {
  const counts: Counts = { accepted: 0, refused: 0, skipped: 0 };
  const iterator = rows[Symbol.asyncIterator]();
  let failure: { error: unknown } | null = null;

  async function work(): Promise<void> {
    while (!failure) {
      try {
        const { done, value: row } = await iterator.next();
        if (done) return;
        counts[await buy(row)] += 1;
      } catch (error) {
        failure ??= { error };
      }
    }
  }

  async function buy({ orderNo, body }: Row): Promise<keyof Counts> {
    if (journal.accepted.has(orderNo)) return 'skipped';
    try {
      const { id } = await client.intents.create(body, { idempotencyKey: orderNo });
      journal.add({ orderNo, id });
      return 'accepted';
    } catch (error) {
      if (!isApiError(error, 'VALIDATION_FAILED', 'IDEMPOTENCY_KEY_REUSED')) throw error;
      const { name, data } = error;
      journal.add({ orderNo, refused: `${name} ${JSON.stringify(data)}` });
      return 'refused';
    }
  }

  await Promise.all(Array.from({ length: IN_FLIGHT }, work));
  if (failure) throw (failure as { error: unknown }).error;
  return counts;
}
