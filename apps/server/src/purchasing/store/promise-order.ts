import { createBatcher } from '../../postgres/batch.ts';
import { type ConnectionsOf, WRITE_FAULTS } from '../../postgres/lock-waits.ts';
import type { RunFence } from '../../intents/store/intent-row.ts';
import { MAX_IN_FLIGHT, MAX_ROWS } from '../../intents/store/write-intents.ts';

export interface OrderPromise {
  fence: RunFence;
  /** How long after the database's present time the order may still appear. */
  inFlightMs: number;
}

// The time is the database's, of the statement itself: no process's clock can shorten it. It never goes back, whatever
// the settings of another process are.
const PROMISE = `
  UPDATE "intents" AS i SET
    "placingUntil" = GREATEST(i."placingUntil", "service_now"() + w."ms" * interval '1 millisecond'),
    "resendAt" = GREATEST(i."placingUntil", "service_now"() + w."ms" * interval '1 millisecond')
  FROM json_to_recordset($1::json) AS w("id" text, "version" int, "attempt" int, "ms" int)
  WHERE i."id" = w."id" AND i."version" = w."version" AND i."attempt" = w."attempt"
    AND i."status" = 'PROCESSING' AND i."cancelRequestedAt" IS NULL
  RETURNING i."id", i."placingUntil"`;

/**
 * Commits that an order is about to be sent, unless a cancellation came first, and answers until when it may appear;
 * null when nothing may be sent. Between this and a cancellation request the database decides, so an order is never
 * sent for an intent whose cancellation is on record.
 */
export function createOrderPromiser(
  connectionsOf: ConnectionsOf,
): (promise: OrderPromise) => Promise<Date | null> {
  return createBatcher({
    maxItems: MAX_ROWS,
    maxInFlight: MAX_IN_FLIGHT,
    keyOf: ({ fence }: OrderPromise) => fence.id,
    ...WRITE_FAULTS,
    run: async (promises, isBrief) => {
      // In the order of ids, so that two batches never wait for each other in a circle.
      const given = promises
        .map(({ fence: { id, version, attempt }, inFlightMs: ms }) => ({ id, version, attempt, ms }))
        .toSorted((a, b) => (a.id < b.id ? -1 : 1));
      const rows = await connectionsOf(isBrief).$queryRawUnsafe<{ id: string; placingUntil: Date }[]>(
        PROMISE,
        JSON.stringify(given),
      );
      const until = new Map(rows.map(({ id, placingUntil }) => [id, placingUntil]));
      return promises.map(({ fence }) => until.get(fence.id) ?? null);
    },
  });
}
