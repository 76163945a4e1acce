import { ASKED_STATUSES } from '@procurement-intents/domain/procurement';
import { INTENTS } from '../../intent-rows/intent-columns.ts';
import type { Database } from '../../postgres/database.ts';
import { bringBack } from './bring-back.ts';

// In the domain, `isOrderOver` says the same.
const ASKED = ASKED_STATUSES.map((status) => `'${status}'`).join(', ');
const REQUEST_CHECK = `UPDATE "intents" SET ${INTENTS.name('nextAttemptAt')} = $2::timestamptz
  WHERE "id" = $1 AND "status" IN (${ASKED}) AND "orderId" IS NOT NULL`;

/** Makes an intent due, so that a worker asks the platform about its order; not before there is one. */
export const orderChecks =
  (database: Database) =>
  async (id: string, at: Date): Promise<void> => {
    const request = () => database.$executeRawUnsafe(REQUEST_CHECK, id, at);
    if ((await request()) === 1) return;
    await bringBack(database, id);
    await request();
  };
