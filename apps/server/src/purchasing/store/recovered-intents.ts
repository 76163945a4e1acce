import type { EventType } from '@procurement-intents/contract';
import type { IntentRow } from '../../intent-rows/intent-row.ts';
import type { Database } from '../../postgres/database.ts';

const RECOVERED = 'intent.recovered' satisfies EventType;

/** The intents behind the orders of a platform, after the database was restored. */
export function recoveredIntents(database: Database) {
  return {
    findMany: (ids: readonly string[]): Promise<Pick<IntentRow, 'id' | 'status' | 'orderId'>[]> =>
      database.intent.findMany({
        where: { id: { in: [...ids] } },
        select: { id: true, status: true, orderId: true },
      }),

    /** Whether the intent stands with this order as its own. */
    async knowsOrder(id: string, orderId: string): Promise<boolean> {
      return (await database.intent.count({ where: { id, orderId } })) === 1;
    },

    /**
     * Lets an open intent look for the order of this number in its next attempt, which is due now. A draft was
     * submitted before the database was set back, and is again. False when it is not open, or knows an order.
     */
    async adoptOrder(id: string, merchantOrderNo: string): Promise<boolean> {
      const adopted = await database.$executeRaw`
        WITH moved AS (
          UPDATE "intents" AS i SET "placementToken" = ${merchantOrderNo},
            "placingUntil" = GREATEST(i."placingUntil", "service_now"()), "dispatchAt" = "service_now"(),
            "status" = CASE WHEN was."status" = 'DRAFT' THEN 'SUBMITTED' ELSE was."status" END,
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
