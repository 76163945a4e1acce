import { INTENTS } from '../../intent-rows/intent-columns.ts';
import type { Database } from '../../postgres/database.ts';

const REQUEST_CHECK = `UPDATE "intents" SET ${INTENTS.name('nextAttemptAt')} = $2::timestamptz
  WHERE "id" = $1 AND "status" IN ('PROCESSING', 'COMPLETED') AND "orderId" IS NOT NULL`;

/** Asks workers to look at orders. */
export const orderChecks = (database: Database, bringBack: (id: string) => Promise<void>) => ({
  /** Makes the intent due, so that a worker asks the platform about its order; not before there is one. */
  async requestCheck(id: string, at: Date): Promise<void> {
    const request = () => database.$executeRawUnsafe(REQUEST_CHECK, id, at);
    if ((await request()) === 1) return;
    await bringBack(id);
    await request();
  },
});
