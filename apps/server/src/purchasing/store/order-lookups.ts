import { UNBOUGHT_STATUSES } from '@procurement-intents/contract';
import { Prisma } from '#prisma';
import { literals } from '../../postgres/columns.ts';
import type { Database } from '../../postgres/database.ts';
import { ALL_INTENTS } from '../../intent-rows/all-intents.ts';
import { changeRow, type PlainChange } from '../../intent-rows/change-row.ts';
import type { IntentRow } from '../../intent-rows/intent-row.ts';
import { NEXT_LOOKUP_ATTEMPT, scheduleLookups } from '../../intent-rows/schedule-lookups.ts';

/** The look-ups of an order that may appear after its intent has ended without one. They outlive a deleted intent. */
export interface OrderLookupRow {
  intentId: string;
  platform: IntentRow['platform'];
  merchantOrderNo: string;
  /** Number of look-ups so far. */
  step: number;
  /** Number of this attempt. */
  attempt: number;
  /** The order whose cancellation was sent before this attempt; null: none. */
  cancelRequestedOrderId: string | null;
  /** The order that the platform had shown before the intent ended; null: none, or the intent is deleted. */
  shownOrderId: string | null;
  /** Whether the row of the intent tells that order as cancelled. */
  isShownCancelled: boolean;
  /** The status of the intent; null when it is deleted. */
  intentStatus: IntentRow['status'] | null;
  /** The App of the intent; null when the database had no such intent. */
  appId: string | null;
  /** The intent's total; null when it is deleted. */
  totalFen: bigint | null;
  /** The intent's amount paid; null when it is deleted or nothing was paid. */
  amountPaidFen: bigint | null;
}

// What a look-up has found is written to no other intent: see `isUnbought`.
export const IS_UNBOUGHT = `i."status" IN (${literals(UNBOUGHT_STATUSES)})`;

/** Stored where the database has no such intent, as after a restore. Such look-ups share the slots of one App. */
const NO_APP = 'nobody';

const SCHEDULE = `
  ${scheduleLookups({
    from: `SELECT $1::text, COALESCE(i."appId", '${NO_APP}'), $2::"Platform", $3::text, i."cancelSentOrderId"
      FROM (SELECT 1) AS one LEFT JOIN ${ALL_INTENTS} AS i ON i."isIntent" AND i."id" = $1`,
  })} DO UPDATE SET "merchantOrderNo" = EXCLUDED."merchantOrderNo", "dueAt" = EXCLUDED."dueAt",
    "attempt" = ${NEXT_LOOKUP_ATTEMPT}, "step" = 0`;

export type OrderLookups = ReturnType<typeof createOrderLookups>;

/** The scheduled look-ups of late orders. */
export function createOrderLookups(database: Database) {
  return {
    /** Takes the next attempt number, which fences off earlier attempts. Null when no look-up is scheduled. */
    async begin(intentId: string): Promise<OrderLookupRow | null> {
      const [row] = await database.$queryRaw<OrderLookupRow[]>`
        WITH begun AS (
          UPDATE "order_lookups" SET "attempt" = ${Prisma.raw(NEXT_LOOKUP_ATTEMPT)} WHERE "intentId" = ${intentId}
          RETURNING "intentId", "platform", "merchantOrderNo", "step", "attempt", "cancelRequestedOrderId",
            NULLIF("appId", ${NO_APP}) AS "lookupAppId")
        SELECT begun.*, COALESCE(i."appId", begun."lookupAppId") AS "appId", i."status" AS "intentStatus", i."totalFen",
          i."amountPaidFen",
          COALESCE(i."orderId", i."foundOrderId") AS "shownOrderId",
          COALESCE(i."orderStatus" = 'CANCELLED', false) AS "isShownCancelled"
        FROM begun LEFT JOIN LATERAL (
          SELECT "appId", "status", "totalFen", "amountPaidFen", "orderId", "foundOrderId", "orderStatus"
          FROM ${Prisma.raw(ALL_INTENTS)} AS known
          WHERE "isIntent" AND "id" = begun."intentId") AS i ON true`;
      return row ?? null;
    },

    /** Records a cancellation before it is sent. False when a later attempt has begun: then none may be sent. */
    async requestCancel({ intentId, attempt }: OrderLookupRow, orderId: string): Promise<boolean> {
      const changed = await database.$executeRaw`
        UPDATE "order_lookups" SET "cancelRequestedOrderId" = ${orderId}
        WHERE "intentId" = ${intentId} AND "attempt" = ${attempt}`;
      return changed === 1;
    },

    /** Schedules the next look-up, unless a later attempt has begun. */
    async repeat({ intentId, attempt }: OrderLookupRow, step: number, afterMs: number): Promise<void> {
      await database.$executeRaw`
        UPDATE "order_lookups" SET "step" = ${step}, "dueAt" = "service_now"() + ${afterMs} * interval '1 millisecond'
        WHERE "intentId" = ${intentId} AND "attempt" = ${attempt}`;
    },

    /** Ends the look-ups and writes the result to the intent and its timeline, if it has ended without a purchase. */
    async finish({ intentId, attempt }: OrderLookupRow, result: PlainChange | null): Promise<void> {
      const done = Prisma.sql`
        DELETE FROM "order_lookups" WHERE "intentId" = ${intentId} AND "attempt" = ${attempt}
        RETURNING "intentId" AS "id", "service_now"() AS "at"`;
      // An intent that has moved to the archive is put back: its row gets the result.
      if (result) await database.$queryRaw`SELECT "bring_back_intent"(${intentId})`;
      await database.$executeRaw(result ? changeRow(done, result, IS_UNBOUGHT) : done);
    },

    /** Schedules a look-up that is due now. */
    async schedule(lookup: Pick<OrderLookupRow, 'intentId' | 'platform' | 'merchantOrderNo'>): Promise<void> {
      const { intentId, platform, merchantOrderNo } = lookup;
      await database.$executeRawUnsafe(SCHEDULE, intentId, platform, merchantOrderNo);
    },
  };
}
