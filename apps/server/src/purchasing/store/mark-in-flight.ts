import { createBatcher, HELD } from '../../postgres/batch.ts';
import type { Database } from '../../postgres/database.ts';
import { answerGiven, type GivenAnswer, updateFreeRows } from '../../postgres/update-free-rows.ts';
import { INTENTS } from '../../intent-rows/intent-columns.ts';
import type { Fence } from '../../intent-rows/intent-row.ts';
import { STARTS_AT_ONCE } from '../../intent-rows/write-intents.ts';

/** An order that is about to be sent. */
export interface InFlightMark {
  fence: Fence;
  /** How long from now, by the database's clock, the order may still appear. */
  inFlightMs: number;
}

const ORDER_IN_FLIGHT_UNTIL = INTENTS.name('orderInFlightUntil');
// The time comes from the database's clock, so that a wrong clock of a process cannot shorten it. GREATEST: a process with
// shorter settings must not set it back.
const LATER_END = `GREATEST(i.${ORDER_IN_FLIGHT_UNTIL}, "service_now"() + w."ms" * interval '1 millisecond')`;

export const MARK_IN_FLIGHT = updateFreeRows({
  table: '"intents"',
  given: `json_to_recordset($1::json) AS w(${INTENTS.given(['id', 'version', 'attempt'])}, "ms" int)`,
  condition: `i."version" = w."version" AND i."attempt" = w."attempt"
    AND i."status" = 'PROCESSING' AND i."cancelRequestedAt" IS NULL`,
  changes: `${ORDER_IN_FLIGHT_UNTIL} = ${LATER_END}, ${INTENTS.name('retryOrderAfter')} = ${LATER_END}`,
  returns: `i."id", i.${ORDER_IN_FLIGHT_UNTIL} AS "until"`,
  answer: `m."id", m."until"`,
});

/** Records orders before they are sent. */
export function markOrdersInFlight(database: Database) {
  return {
    /**
     * Commits that an order is about to be sent, and returns until when it may appear. Null when a cancellation is on
     * record or the fence is lost: then nothing may be sent. The row lock decides between this and a cancellation.
     */
    markInFlight: createBatcher({
      ...STARTS_AT_ONCE,
      keyOf: ({ fence }: InFlightMark) => fence.id,
      run: async (marks): Promise<(Date | null | typeof HELD)[]> => {
        const given = marks.map(({ fence, inFlightMs: ms }) => ({ ...fence, ms }));
        const ids = marks.map(({ fence }) => fence.id);
        const answers = await database.rows<GivenAnswer<{ id: string; until: Date }>>(MARK_IN_FLIGHT, [
          JSON.stringify(given),
        ]);
        return answerGiven(ids, answers).map((answer) => (answer === HELD ? HELD : (answer?.until ?? null)));
      },
    }),
  };
}
