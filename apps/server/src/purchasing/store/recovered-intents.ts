import { type EventType, LIFECYCLE } from '@procurement-intents/contract';
import { Prisma } from '#prisma';
import { INTENTS } from '../../intent-rows/intent-columns.ts';
import type { IntentRow } from '../../intent-rows/intent-row.ts';
import type { Database } from '../../postgres/database.ts';

const MERCHANT_ORDER_NO = Prisma.raw(INTENTS.name('merchantOrderNo'));
const ORDER_IN_FLIGHT_UNTIL = Prisma.raw(INTENTS.name('orderInFlightUntil'));
const NEXT_ATTEMPT_AT = Prisma.raw(INTENTS.name('nextAttemptAt'));

const RECOVERED = 'intent.recovered' satisfies EventType;

export type RecoveredIntents = ReturnType<typeof recoveredIntents>;

// A draft that has an order was submitted before the restore: its lost submit is repeated.
const {
  from: [DRAFT],
  to: SUBMITTED,
} = LIFECYCLE.submit;

/** Statements on the intents of a platform's orders, after the database was restored. */
export function recoveredIntents(database: Database) {
  return {
    findMany: (ids: readonly string[]): Promise<Pick<IntentRow, 'id' | 'status' | 'orderId'>[]> =>
      database.intent.findMany({
        where: { id: { in: [...ids] } },
        select: { id: true, status: true, orderId: true },
      }),

    /** Whether the intent exists and has this order. */
    async knowsOrder(id: string, orderId: string): Promise<boolean> {
      return (await database.intent.count({ where: { id, orderId } })) === 1;
    },

    /**
     * Makes an open intent due, whose next attempt finds the order of this number. A draft becomes SUBMITTED. False when
     * the intent is not open or has an order.
     */
    async adoptOrder(id: string, merchantOrderNo: string): Promise<boolean> {
      const adopted = await database.$executeRaw`
        WITH moved AS (
          UPDATE "intents" AS i SET ${MERCHANT_ORDER_NO} = ${merchantOrderNo},
            ${ORDER_IN_FLIGHT_UNTIL} = GREATEST(i.${ORDER_IN_FLIGHT_UNTIL}, "service_now"()),
            ${NEXT_ATTEMPT_AT} = "service_now"(),
            "status" = CASE WHEN was."status" = ${DRAFT}::"IntentStatus"
              THEN ${SUBMITTED}::"IntentStatus" ELSE was."status" END,
            "submittedAt" = COALESCE(i."submittedAt", "service_now"()), "version" = i."version" + 1,
            "updatedAt" = "service_now"()
          FROM (SELECT "id", "status" FROM "intents" WHERE "id" = ${id} FOR UPDATE) AS was
          WHERE i."id" = was."id" AND i."orderId" IS NULL AND was."status" IN ('DRAFT', 'SUBMITTED', 'PROCESSING')
          RETURNING i."id", was."status" AS "from", i."status" AS "to")
        INSERT INTO "intent_events" ("intentId", "type", "at", "from", "to", "detail")
        SELECT "id", ${RECOVERED}, "service_now"(), NULLIF("from", "to"),
          CASE WHEN "from" <> "to" THEN "to" END, ${merchantOrderNo} FROM moved`;
      return adopted === 1;
    },
  };
}
