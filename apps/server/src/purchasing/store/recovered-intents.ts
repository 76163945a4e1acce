import { type AdoptingIntent, adoptionOf } from '@procurement-intents/domain';
import { Prisma } from '#prisma';
import { rowFinder } from '../../intent-rows/all-intents.ts';
import { changeRow } from '../../intent-rows/change-row.ts';
import { INTENTS } from '../../intent-rows/intent-columns.ts';
import type { IntentRow } from '../../intent-rows/intent-row.ts';
import type { Database } from '../../postgres/database.ts';

const findRows = rowFinder(['id', 'status', 'orderId', 'foundOrderId']);
const READ = Prisma.raw(
  INTENTS.read(['status', 'orderId', 'foundOrderId', 'submittedAt', 'orderInFlightUntil']),
);

export type RecoveredIntents = ReturnType<typeof recoveredIntents>;

/** Statements on the intents of a platform's orders, after the database was restored. */
export function recoveredIntents(database: Database) {
  return {
    findMany: async (
      ids: readonly string[],
    ): Promise<Pick<IntentRow, 'id' | 'status' | 'orderId' | 'foundOrderId'>[]> => [
      ...(await findRows(database, ids)).values(),
    ],

    /** Whether the intent exists and has this order. */
    async knowsOrder(id: string, orderId: string): Promise<boolean> {
      return (await findRows(database, [id])).get(id)?.orderId === orderId;
    },

    /** Writes the adoption of an order. False when the intent is not open or has another order. */
    adoptOrder(id: string, order: { orderId: string; merchantOrderNo: string }): Promise<boolean> {
      return database.$transaction(async (transaction) => {
        // The lock keeps attempts and callers from changing the row until it is adopted.
        const [row] = await transaction.$queryRaw<(AdoptingIntent & { at: Date })[]>`
          SELECT ${READ}, "service_now"() AS "at" FROM "intents" WHERE "id" = ${id} FOR UPDATE`;
        const adoption = row && adoptionOf(row, order, row.at);
        if (!adoption) return false;
        const target = Prisma.sql`SELECT ${id} AS "id", ${row.at}::timestamptz AS "at"`;
        await transaction.$executeRaw(changeRow(target, adoption));
        return true;
      });
    },
  };
}
