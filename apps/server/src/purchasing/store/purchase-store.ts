import { REMARKS_ALONE } from '@procurement-intents/domain';
import { Prisma } from '#prisma';
import { INTENTS } from '../../intents/store/intent-columns.ts';
import type { Fence, IntentPatch, IntentRow, NewEvent, RunFence } from '../../intents/store/intent-row.ts';
import { openStore, type StoreOptions } from '../../intents/store/store-options.ts';
import { CANCEL_TURN, CANCEL_WAIT, createIntentWriter } from '../../intents/store/write-intents.ts';
import type { Database } from '../../postgres/database.ts';
import { createAttemptCounter, createIntentClaimer, type RunRow } from './claim-intents.ts';
import { createOrderFeeds } from './order-feeds.ts';
import { createOrderPromiser } from './promise-order.ts';

/** How an intent ends: the one shape in which COMPLETED, FAILED and CANCELLED are written. */
export interface Ending {
  patch: IntentPatch;
  event: NewEvent;
  also?: NewEvent | undefined;
  owesLookup: boolean;
}

/** What a change tells the timeline and the callers. */
export interface UpdateTrace {
  event?: NewEvent | null;
  /** Goes into the timeline behind `event`. */
  also?: NewEvent | undefined;
  /** Whether callers can see the change: then the version is counted up. Default false. */
  isVisible?: boolean;
}

/** What is known of an intent that wants a job. */
export type DueIntent = Pick<IntentRow, 'id' | 'appId' | 'status' | 'platform'>;

const LONGEST_LEASE = `interval '10 minutes'`;

const isAwaited = (at: Date): Prisma.Sql =>
  Prisma.sql`"cancelRequestedAt" > ${at}::timestamptz - ${Prisma.raw(CANCEL_WAIT)}`;

export type PurchaseStore = ReturnType<typeof createPurchaseStore>;

/** What workers read and write of intents. */
export function createPurchaseStore(database: Database, options: StoreOptions) {
  const { open, sealed, onMove } = openStore(options);
  const writeForRow = sealed(createIntentWriter(database, INTENTS.keys));
  const write = sealed(createIntentWriter(database, ['id']));
  const claimIntent = createIntentClaimer(database);
  const beginAttempt = createAttemptCounter(database);
  const promiseOrder = createOrderPromiser(database);
  return {
    /** See {@link createIntentClaimer}. */
    async claim(id: string, at: Date): Promise<RunRow | null> {
      const claimed = await claimIntent({ id, at });
      if (claimed?.isBegun) onMove(claimed.row.status, null);
      return open(claimed?.row ?? null);
    },

    /** See {@link createAttemptCounter}. */
    beginAttempt,

    /** See {@link createOrderPromiser}. */
    promiseOrder,

    /** See {@link createOrderFeeds}. */
    feeds: createOrderFeeds(database),

    /** Writes `patch`, and in the same statement what it tells. False when the race was lost: nothing is written then. */
    update: async (
      fence: Fence,
      patch: IntentPatch,
      at: Date,
      { event = null, also, isVisible = false }: UpdateTrace = {},
    ): Promise<boolean> => (await write({ fence, patch, at, event, also, isVisible })) !== null,

    /** Writes an outcome: see {@link Ending}. Null when the race was lost or the end would be early. */
    async end(fence: Fence, { patch, event, also, owesLookup }: Ending, at: Date): Promise<IntentRow | null> {
      const ended = open(await writeForRow({ fence, patch, at, event, also, owesLookup, isVisible: true }));
      if (ended && event.to) onMove(ended.status, ended.failureCode);
      return ended;
    },

    /** Whether the row is still as the fence says. */
    async holds({ id, version, attempt }: RunFence): Promise<boolean> {
      return (await database.intent.count({ where: { id, version, attempt } })) === 1;
    },

    /** Whether a caller has changed since the create what a platform compares: the quantity or the recipient. */
    async hasChangedContent(id: string): Promise<boolean> {
      const where = { intentId: id, type: 'intent.updated', NOT: { detail: REMARKS_ALONE } };
      return (await database.intentEvent.findFirst({ where, select: { id: true } })) !== null;
    },

    /** How many intents want a job at `now`, counted up to `limit`. */
    async countDue(now: Date, limit: number): Promise<number> {
      const [row] = await database.$queryRaw<{ due: bigint }[]>`
        SELECT count(*) AS due FROM (
          SELECT 1 FROM "intents" WHERE "dispatchAt" <= ${now}::timestamptz ORDER BY "dispatchAt" LIMIT ${limit}) AS waiting`;
      return Number(row?.due ?? 0);
    },

    findMany: (ids: readonly string[]): Promise<Pick<IntentRow, 'id' | 'status' | 'orderId'>[]> =>
      database.intent.findMany({
        where: { id: { in: [...ids] } },
        select: { id: true, status: true, orderId: true },
      }),

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
        SELECT "id", 'intent.recovered', "service_now"(), NULLIF("from", "to"),
          CASE WHEN "from" <> "to" THEN "to" END, ${merchantOrderNo} FROM moved`;
      return adopted === 1;
    },

    /** Whether the intent stands with this order as its own. */
    async knowsOrder(id: string, orderId: string): Promise<boolean> {
      return (await database.intent.count({ where: { id, orderId } })) === 1;
    },

    /**
     * Takes the intents that want a job, oldest first, and pushes their next turn to `retryAt`. `hand` runs in the same
     * transaction, so an intent is never marked as handed over without its job; those that it answers are due again at
     * `againAt`.
     */
    takeDue(
      now: Date,
      { limit, retryAt, againAt }: { limit: number; retryAt: Date; againAt: Date },
      hand: (due: DueIntent[], transaction: Prisma.TransactionClient) => Promise<string[]>,
    ): Promise<number> {
      return database.$transaction(async (transaction) => {
        const due = await transaction.$queryRaw<DueIntent[]>`
          UPDATE "intents" SET "dispatchAt" = CASE
            -- Its running job may have read the row before the request came: look again soon, a caller waits.
            WHEN ${isAwaited(now)} THEN ${now}::timestamptz + ${Prisma.raw(CANCEL_TURN)}
            -- Who waits in a long line has a job that cannot get lost: it is looked after ever more rarely.
            WHEN "status" = 'SUBMITTED' THEN GREATEST(${retryAt}::timestamptz,
              ${now}::timestamptz + LEAST(${now}::timestamptz - "submittedAt", ${Prisma.raw(LONGEST_LEASE)}))
            ELSE ${retryAt}::timestamptz END WHERE "id" = ANY(ARRAY(
            SELECT "id" FROM "intents" WHERE "dispatchAt" <= ${now}::timestamptz ORDER BY "dispatchAt"
            LIMIT ${limit} FOR UPDATE SKIP LOCKED))
          RETURNING "id", "appId", "status", "platform"`;
        const again = due.length > 0 ? await hand(due, transaction) : [];
        if (again.length > 0) {
          const where = { id: { in: again } };
          await transaction.intent.updateMany({ where, data: { nextAttemptAt: againAt } });
        }
        return due.length;
      });
    },
  };
}
