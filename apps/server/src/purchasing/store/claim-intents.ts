import { transition } from '@procurement-intents/domain';
import { createBatcher } from '../../postgres/batch.ts';
import { type ConnectionsOf, WRITE_FAULTS } from '../../postgres/lock-waits.ts';
import type { IntentRow } from '../../intents/store/intent-row.ts';
import { rowColumns } from '../../intents/store/sql-values.ts';
import { MAX_IN_FLIGHT, MAX_ROWS } from '../../intents/store/write-intents.ts';
import { nextAttemptNumber } from './attempt-number.ts';

export interface Claim {
  id: string;
  at: Date;
}

// Half of the columns: with all of them a claim costs us a third more.
const RUN_NAMES = [
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
  'placementToken',
  'placingUntil',
  'resendAt',
  'cancelRequestedAt',
  'cancelRefusal',
] as const satisfies (keyof IntentRow)[];
const RUN_COLUMNS = rowColumns(RUN_NAMES);

/** What a run of a job reads of its intent. */
export type RunRow = Pick<IntentRow, (typeof RUN_NAMES)[number]>;

/** A claimed intent; `isBegun` when this claim moved it to PROCESSING. */
export interface Claimed {
  row: RunRow;
  isBegun: boolean;
}

// The rows are locked in the order of their ids before any is changed, so that two batches never wait in a circle.
// The token is made of the id, so that not even a restored backup can send another one for the same intent; one that
// stands on the row stays.
const CLAIM = `
  WITH found AS (
    SELECT "id", "status" = 'SUBMITTED' AS "isNew" FROM "intents"
    WHERE "id" = ANY($1::text[]) AND "status" IN ('SUBMITTED', 'PROCESSING') ORDER BY "id" FOR UPDATE),
  moved AS (
    UPDATE "intents" AS i SET "attempt" = ${nextAttemptNumber('i."attempt"')},
      "status" = $2::"IntentStatus",
      "version" = i."version" + "isNew"::int,
      "processingAt" = CASE WHEN "isNew" THEN $3::timestamptz ELSE i."processingAt" END,
      "placementToken" = COALESCE(i."placementToken", substr(i."id", 5)),
      "updatedAt" = CASE WHEN "isNew" THEN $3::timestamptz ELSE i."updatedAt" END
    FROM found WHERE i."id" = found."id" RETURNING ${RUN_COLUMNS}, "isNew"),
  noted AS (
    INSERT INTO "intent_events" ("intentId", "type", "at", "from", "to")
    SELECT "id", 'intent.processing', $3::timestamptz, 'SUBMITTED', "status" FROM moved WHERE "isNew")
  SELECT ${RUN_COLUMNS}, "isNew" FROM moved AS i`;

const NEXT_ATTEMPT = `
  WITH found AS (SELECT "id" FROM "intents" WHERE "id" = ANY($1::text[]) ORDER BY "id" FOR UPDATE)
  UPDATE "intents" AS i SET "attempt" = ${nextAttemptNumber('i."attempt"')} FROM found
  WHERE i."id" = found."id" RETURNING ${RUN_COLUMNS}`;

type ClaimedRow = RunRow & { isNew: boolean };

const shared = {
  maxItems: MAX_ROWS,
  maxInFlight: MAX_IN_FLIGHT,
  ...WRITE_FAULTS,
};

/**
 * Begins the run of a purchase: takes the next attempt number, so that an older run can write no more, and makes a
 * SUBMITTED intent PROCESSING, with its token and its event. Null when there is nothing to process. One statement for
 * all that arrive together.
 */
export function createIntentClaimer(connectionsOf: ConnectionsOf): (claim: Claim) => Promise<Claimed | null> {
  return createBatcher({
    ...shared,
    // Two runs of one intent get a number each.
    keyOf: ({ id }: Claim) => id,
    run: async (claims, isBrief) => {
      const at = new Date(Math.max(...claims.map((claim) => claim.at.getTime())));
      const { status } = transition('start', 'SUBMITTED', at);
      const ids = claims.map(({ id }) => id);
      const rows = await connectionsOf(isBrief).$queryRawUnsafe<ClaimedRow[]>(CLAIM, ids, status, at);
      const claimed = new Map(rows.map(({ isNew, ...row }) => [row.id, { row, isBegun: isNew }]));
      return ids.map((id) => claimed.get(id) ?? null);
    },
  });
}

/** Begins a run that is no purchase's: takes the next attempt number. Null when the intent is gone. */
export function createAttemptCounter(connectionsOf: ConnectionsOf): (id: string) => Promise<RunRow | null> {
  return createBatcher({
    ...shared,
    keyOf: (id: string) => id,
    run: async (ids, isBrief) => {
      const rows = await connectionsOf(isBrief).$queryRawUnsafe<RunRow[]>(NEXT_ATTEMPT, ids);
      const begun = new Map(rows.map((row) => [row.id, row]));
      return ids.map((id) => begun.get(id) ?? null);
    },
  });
}
