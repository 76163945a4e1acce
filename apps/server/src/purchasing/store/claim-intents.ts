import { startOf } from '@procurement-intents/domain';
import { createBatcher } from '../../postgres/batch.ts';
import { quoted } from '../../postgres/columns.ts';
import type { Database } from '../../postgres/database.ts';
import { answerGiven, type GivenAnswer, updateFreeRows } from '../../postgres/update-free-rows.ts';
import { INTENTS } from '../../intent-rows/intent-columns.ts';
import type { IntentRow } from '../../intent-rows/intent-row.ts';
import { merchantOrderNoSql } from '../../intent-rows/merchant-order-no.ts';
import type { StoreParts } from '../../intent-rows/store-options.ts';
import { MAX_IN_FLIGHT, MAX_ROWS } from '../../intent-rows/write-intents.ts';
import { nextAttemptNumber } from './attempt-number.ts';

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
] as const satisfies (keyof IntentRow)[];

/** The columns of an intent that an attempt reads. */
export type AttemptRow = Pick<IntentRow, (typeof ATTEMPT_KEYS)[number]>;

// The merchant order number is made of the id, so that a restored backup sends the same one again. A number that the row
// has already is kept.
const CLAIM = updateFreeRows({
  table: '"intents"',
  given: 'unnest($1::text[]) AS w("id")',
  condition: `i."status" IN ('SUBMITTED', 'PROCESSING')`,
  reads: `i."status" = $5::"IntentStatus" AS "isNew"`,
  changes: `"attempt" = ${nextAttemptNumber('i."attempt"')},
    "status" = $2::"IntentStatus",
    "version" = i."version" + w."isNew"::int,
    "processingAt" = CASE WHEN w."isNew" THEN $3::timestamptz ELSE i."processingAt" END,
    ${INTENTS.name('merchantOrderNo')} = ${merchantOrderNoSql('i')},
    "updatedAt" = CASE WHEN w."isNew" THEN $3::timestamptz ELSE i."updatedAt" END`,
  returns: `${INTENTS.read(ATTEMPT_KEYS, 'i')}, w."isNew"`,
  with: `,
    started AS (
      INSERT INTO "intent_events" ("intentId", "type", "at", "from", "to")
      SELECT "id", $4, $3::timestamptz, $5::"IntentStatus", "status" FROM moved WHERE "isNew")`,
  answer: `${quoted(ATTEMPT_KEYS, 'm')}, m."isNew"`,
});

const NEXT_ATTEMPT = updateFreeRows({
  table: '"intents"',
  given: 'unnest($1::text[]) AS w("id")',
  changes: `"attempt" = ${nextAttemptNumber('i."attempt"')}`,
  returns: INTENTS.read(ATTEMPT_KEYS, 'i'),
  answer: quoted(ATTEMPT_KEYS, 'm'),
});

type ClaimedRow = AttemptRow & { isNew: boolean };

const limits = { maxItems: MAX_ROWS, maxInFlight: MAX_IN_FLIGHT };

/** Begins attempts. */
export function claimIntents(database: Database, { open, onMove }: Pick<StoreParts, 'open' | 'onMove'>) {
  const claimBatched = createBatcher({
    ...limits,
    // Two attempts at one intent need two statements, so that each gets its own number.
    keyOf: ({ id }: Claim) => id,
    run: async (claims) => {
      const at = new Date(Math.max(...claims.map((claim) => claim.at.getTime())));
      const { fields, event } = startOf({ status: 'SUBMITTED' }, at);
      const ids = claims.map(({ id }) => id);
      const values = [ids, fields.status, fields.processingAt, event.type, event.from];
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
      if (isNew) onMove(row.status, null);
      return open(row);
    },

    /** Begins an attempt at tracking: takes the next attempt number only. Null when the intent is deleted. */
    beginAttempt: createBatcher({
      ...limits,
      keyOf: (id: string) => id,
      run: async (ids) => answerGiven(ids, await database.rows<GivenAnswer<AttemptRow>>(NEXT_ATTEMPT, [ids])),
    }),
  };
}
