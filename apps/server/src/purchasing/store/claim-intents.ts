import { PURCHASE_STATUSES } from '@procurement-intents/contract';
import { startOf } from '@procurement-intents/domain';
import { createBatcher } from '../../postgres/batch.ts';
import { literals, quoted } from '../../postgres/columns.ts';
import type { Database } from '../../postgres/database.ts';
import { answerGiven, type GivenAnswer, updateFreeRows } from '../../postgres/update-free-rows.ts';
import { changeSql, parametersOf, parameterValues, shapeOf } from '../../intent-rows/change-sql.ts';
import { INTENTS } from '../../intent-rows/intent-columns.ts';
import type { IntentRow, StoreOptions } from '../../intent-rows/intent-row.ts';
import { merchantOrderNoSql } from '../../intent-rows/merchant-order-no.ts';
import { STARTS_AT_ONCE } from '../../intent-rows/write-intents.ts';
import { nextAttemptNumber } from '../../intent-rows/attempt-number.ts';

interface Claim {
  id: string;
  at: Date;
}

// Half of the columns; a claim with all of them takes a third more CPU time.
const ATTEMPT_KEYS = [
  'id',
  'appId',
  'platform',
  'productUrl',
  'priceFen',
  'quantity',
  'totalFen',
  'recipientName',
  'address',
  'phone',
  'remarks',
  'status',
  'version',
  'createdAt',
  'submittedAt',
  'completedAt',
  'orderId',
  'amountPaidFen',
  'orderAcceptedAt',
  'orderStatus',
  'parcels',
  'refundedFen',
  'pageGoneAt',
  'mustCompareOrder',
  'attempt',
  'processingAt',
  'merchantOrderNo',
  'orderInFlightUntil',
  'retryOrderAfter',
  'cancelRequestedAt',
  'cancelRefusal',
  'cancelSentOrderId',
  'isSentCancelRefused',
  'foundOrderId',
] as const satisfies (keyof IntentRow)[];

const TRACKED_KEYS = [...ATTEMPT_KEYS, 'orderMissingAt', 'missingReportedAt'] as const;

/** The columns of an intent that an attempt reads. */
export type AttemptRow = Pick<IntentRow, (typeof ATTEMPT_KEYS)[number]>;
type TrackedRow = Pick<IntentRow, (typeof TRACKED_KEYS)[number]>;

// Every start writes the same fields.
const START = changeSql(shapeOf(startOf({ status: 'SUBMITTED' }, new Date(0))), 'isNew');

// The merchant order number is made of the id, so that a restored backup sends the same one again. A number that the row
// has already is kept.
export const CLAIM = updateFreeRows({
  table: '"intents"',
  given: `unnest($1::text[]) AS one("id"), (SELECT ${parametersOf(START, 2)}) AS start`,
  condition: `i."status" IN (${literals(PURCHASE_STATUSES)})`,
  reads: `i."status" = w."from" AS "isNew"`,
  changes: `"attempt" = ${nextAttemptNumber('i."attempt"')},
    ${INTENTS.name('merchantOrderNo')} = ${merchantOrderNoSql('i')}, ${START.changes}`,
  returns: [INTENTS.read(ATTEMPT_KEYS, 'i'), 'w."isNew"', ...START.returns].join(', '),
  with: START.events,
  answer: `${quoted(ATTEMPT_KEYS, 'm')}, m."isNew"`,
});

export const NEXT_ATTEMPT = updateFreeRows({
  table: '"intents"',
  given: 'unnest($1::text[]) AS w("id")',
  changes: `"attempt" = ${nextAttemptNumber('i."attempt"')}`,
  returns: INTENTS.read(TRACKED_KEYS, 'i'),
  answer: quoted(TRACKED_KEYS, 'm'),
});

type ClaimedRow = AttemptRow & { isNew: boolean };

/** Begins attempts. */
export function claimIntents(database: Database, { recipients, onStatusChange }: StoreOptions) {
  const claimBatched = createBatcher({
    ...STARTS_AT_ONCE,
    // Two attempts at one intent need two statements, so that each gets its own number.
    keyOf: ({ id }: Claim) => id,
    run: async (claims) => {
      const at = new Date(Math.max(...claims.map((claim) => claim.at.getTime())));
      const start = startOf({ status: 'SUBMITTED' }, at);
      const ids = claims.map(({ id }) => id);
      const values = [ids, ...parameterValues(START, start, at)];
      return answerGiven(ids, await database.rows<GivenAnswer<ClaimedRow>>(CLAIM, values));
    },
  });
  return {
    /**
     * Begins an attempt at a purchase: takes the next attempt number, which fences off earlier attempts, and moves a
     * SUBMITTED intent to PROCESSING with its merchant order number and event. Null when the intent is not open.
     */
    async claim(id: string, at: Date): Promise<AttemptRow | null> {
      const claimed = await claimBatched({ id, at });
      if (claimed === null) return null;
      const { isNew, ...row } = claimed;
      if (isNew) onStatusChange(row.status, null);
      return recipients.open(row);
    },

    /** Begins an attempt at tracking: takes the next attempt number only. Null when the intent is deleted. */
    beginAttempt: createBatcher({
      ...STARTS_AT_ONCE,
      keyOf: (id: string) => id,
      run: async (ids) => answerGiven(ids, await database.rows<GivenAnswer<TrackedRow>>(NEXT_ATTEMPT, [ids])),
    }),
  };
}
