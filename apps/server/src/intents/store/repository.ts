import { type Intent, type IntentEvent, Prisma, type SignedCreate } from '#prisma';
import type { Database } from '../../postgres/database.ts';
import type { ConnectionsOf } from '../../postgres/lock-waits.ts';
import {
  createAttemptCounter,
  createIntentClaimer,
  type RunRow,
} from '../../purchasing/store/claim-intents.ts';
import { createOrderPromiser } from '../../purchasing/store/promise-order.ts';
import { createIntentFinder } from './find-intents.ts';
import { forgetSignatures } from './forget-signatures.ts';
import { createIntentInserter, type NewIntent } from './insert-intents.ts';
import { type Recipient, type RecipientBox, sealChanges } from './recipient-box.ts';
import { type Redactable, redactIntents } from './redact-intents.ts';
import { INTENT_COLUMNS as COLUMNS, INTENT_NAMES } from './sql-values.ts';
import { CANCEL_TURN, CANCEL_WAIT, createIntentWriter, type FencedWrite } from './write-intents.ts';

/** An intent as it stands in the database. Amounts in fen. */
export type IntentRow = Intent;
export type IntentEventRow = IntentEvent;
export type SignedCreateRow = SignedCreate;
/** What a change writes beside `version` and `updatedAt`. */
export type IntentPatch = Partial<Omit<Intent, 'id' | 'appId' | 'version' | 'attempt' | 'createdAt'>>;
/** How an intent ends: the one shape in which COMPLETED, FAILED and CANCELLED are written. */
export interface Ending {
  patch: IntentPatch;
  event: NewEvent;
  also?: NewEvent | undefined;
  owesLookup: boolean;
}
export type NewEvent = Pick<IntentEvent, 'type'> & Partial<Pick<IntentEvent, 'from' | 'to' | 'detail'>>;

/** A write happens only while the row is still as the writer read it. */
export interface Fence {
  id: string;
  version: number;
  /** Set by workers: the number of their own run. */
  attempt?: number;
}
export type RunFence = Required<Fence>;

const MAX_EVENTS = 1000;
const LONGEST_LEASE = `interval '10 minutes'`;

const isAwaited = (at: Date): Prisma.Sql =>
  Prisma.sql`"cancelRequestedAt" > ${at}::timestamptz - ${Prisma.raw(CANCEL_WAIT)}`;

/** Inserts the event for the rows of the statement's `moved` part. */
function eventOf(at: Date, event: NewEvent): Prisma.Sql {
  return Prisma.sql`INSERT INTO "intent_events" ("intentId", "type", "at", "from", "to", "detail")
    SELECT "id", ${event.type}, ${at}::timestamptz, ${event.from ?? null}::"IntentStatus", ${event.to ?? null}::"IntentStatus", ${event.detail ?? null} FROM moved`;
}

export type IntentRepository = ReturnType<typeof createIntentRepository>;

/** Told of every move once it is committed. */
export type OnMove = (status: IntentRow['status'], failureCode: string | null) => void;

export interface IntentRepositoryOptions {
  /** Seals the recipients that are written, and opens those that rest sealed. */
  recipients: RecipientBox;
  onMove?: OnMove;
  /** The same database by connections that wait for locks briefly; see {@link BRIEF_LOCK_WAIT_MS}. Default: as usual. */
  brief?: Database;
}

export function createIntentRepository(
  database: Database,
  { recipients, onMove = () => {}, brief = database }: IntentRepositoryOptions,
) {
  const open = <Row extends Recipient & { id: string }>(row: Row | null): Row | null =>
    row && recipients.open(row);
  const findIntent = createIntentFinder(database);
  const connectionsOf: ConnectionsOf = (isBrief) => (isBrief ? brief : database);
  const insertIntent = createIntentInserter(connectionsOf, recipients);
  const sealed =
    <Answer>(writer: (write: FencedWrite) => Answer) =>
    (write: FencedWrite): Answer =>
      writer({ ...write, patch: sealChanges(recipients, write.fence.id, write.patch) });
  const writeForRow = sealed(createIntentWriter(connectionsOf, INTENT_NAMES));
  const write = sealed(createIntentWriter(connectionsOf, ['id']));
  const claimIntent = createIntentClaimer(connectionsOf);
  const beginAttempt = createAttemptCounter(connectionsOf);
  const promiseOrder = createOrderPromiser(connectionsOf);
  return {
    find: async (id: string): Promise<IntentRow | null> => open(await findIntent(id)),

    findByIdempotencyKey: async (appId: string, idempotencyKey: string): Promise<IntentRow | null> =>
      open(await database.intent.findUnique({ where: { appId_idempotencyKey: { appId, idempotencyKey } } })),

    /** See {@link createIntentInserter}. */
    async insert(item: NewIntent): Promise<boolean> {
      const isInserted = await insertIntent(item);
      if (isInserted) onMove(item.row.status, null);
      return isInserted;
    },

    /** The create that a signature stood for, whether or not its intent still exists. */
    findSignedCreate: (appId: string, signature: string): Promise<SignedCreateRow | null> =>
      database.signedCreate.findUnique({ where: { appId_signature: { appId, signature } } }),

    /** Notes that the signature of a repeated create stands for the intent of the first one. False when it is taken. */
    async keepSignature(
      { appId, signature, idempotencyKey }: Pick<SignedCreateRow, 'appId' | 'signature' | 'idempotencyKey'>,
      intentId: string,
      createdAt: Date,
    ): Promise<boolean> {
      const data = { appId, signature, idempotencyKey, intentId, createdAt };
      return (await database.signedCreate.createMany({ data, skipDuplicates: true })).count === 1;
    },

    /** See {@link forgetSignatures}. */
    forgetSignatures: (): Promise<number> => forgetSignatures(database),

    /**
     * Writes `patch` and the event that tells of it in one statement, if the row is still as the fence says; counts
     * the version up. Null when the race was lost, and then nothing was written.
     */
    async save(fence: Fence, patch: IntentPatch, at: Date, event: NewEvent): Promise<IntentRow | null> {
      const saved = open(await writeForRow({ fence, patch, at, event, isVisible: true }));
      if (saved && event.to) onMove(saved.status, saved.failureCode);
      return saved;
    },

    /** The same for a run, which carries on with the row it has. False when the race was lost. */
    record: async (
      fence: RunFence,
      patch: IntentPatch,
      at: Date,
      event: NewEvent,
      also?: NewEvent,
    ): Promise<boolean> => (await write({ fence, patch, at, event, also, isVisible: true })) !== null,

    /** Writes an outcome: see {@link Ending}. Null when the race was lost or the end would be early. */
    async end(fence: Fence, { patch, event, also, owesLookup }: Ending, at: Date): Promise<IntentRow | null> {
      const ended = open(await writeForRow({ fence, patch, at, event, also, owesLookup, isVisible: true }));
      if (ended && event.to) onMove(ended.status, ended.failureCode);
      return ended;
    },

    /** Writes what callers cannot see (retry times, attempts' traces) without counting the version up. */
    note: async (fence: RunFence, patch: IntentPatch, at: Date, event: NewEvent | null): Promise<boolean> =>
      (await write({ fence, patch, at, event, isVisible: false })) !== null,

    /** Whether the row is still as the fence says. */
    async holds({ id, version, attempt }: RunFence): Promise<boolean> {
      return (await database.intent.count({ where: { id, version, attempt } })) === 1;
    },

    /** Changes bookkeeping alone, without an event. False when the race was lost. */
    patch: async (fence: Fence, patch: IntentPatch, at: Date): Promise<boolean> =>
      (await write({ fence, patch, at, event: null, isVisible: false })) !== null,

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

    /** Puts a cancellation on record; an open one stays as it is. Null when the intent is not PROCESSING any more. */
    async requestCancel(id: string, version: number, at: Date): Promise<IntentRow | null> {
      const [row] = await database.$queryRaw<IntentRow[]>`
        WITH moved AS (
          UPDATE "intents" SET "cancelRequestedAt" = ${at}::timestamptz, "cancelRefusal" = NULL, "dispatchAt" = ${at}::timestamptz
          WHERE "id" = ${id} AND "version" = ${version} AND "status" = 'PROCESSING' AND "cancelRequestedAt" IS NULL RETURNING ${COLUMNS}),
        noted AS (${eventOf(at, { type: 'intent.cancel_requested' })})
        SELECT ${COLUMNS} FROM moved`;
      return open(row ?? null);
    },

    async remove(fence: Fence): Promise<boolean> {
      const { count } = await database.intent.deleteMany({ where: { id: fence.id, version: fence.version } });
      return count === 1;
    },

    /** See {@link redactIntents}. */
    redact: (redactable: Redactable): Promise<number> => redactIntents(database, redactable),

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

    /** The newest 1,000 events, oldest first: no purchase has as many, but its caller may update a draft for ever. */
    listEvents: async (intentId: string): Promise<IntentEventRow[]> => {
      const newest = { where: { intentId }, orderBy: { id: 'desc' }, take: MAX_EVENTS } as const;
      return (await database.intentEvent.findMany(newest)).reverse();
    },

    /**
     * Takes the intents that want a job, oldest first, and pushes their next turn to `retryAt`. `hand` runs in the same
     * transaction, so an intent is never marked as handed over without its job; those that it answers are due again at
     * `againAt`.
     */
    takeDue(
      now: Date,
      options: { limit: number; retryAt: Date; againAt: Date },
      hand: (
        due: Pick<IntentRow, 'id' | 'status' | 'platform'>[],
        transaction: Prisma.TransactionClient,
      ) => Promise<string[]>,
    ): Promise<number> {
      return database.$transaction(async (transaction) => {
        const due = await transaction.$queryRaw<Pick<IntentRow, 'id' | 'status' | 'platform'>[]>`
          UPDATE "intents" SET "dispatchAt" = CASE
            -- Its running job may have read the row before the request came: look again soon, a caller waits.
            WHEN ${isAwaited(now)} THEN ${now}::timestamptz + ${Prisma.raw(CANCEL_TURN)}
            -- Who waits in a long line has a job that cannot get lost: it is looked after ever more rarely.
            WHEN "status" = 'SUBMITTED' THEN GREATEST(${options.retryAt}::timestamptz,
              ${now}::timestamptz + LEAST(${now}::timestamptz - "submittedAt", ${Prisma.raw(LONGEST_LEASE)}))
            ELSE ${options.retryAt}::timestamptz END WHERE "id" = ANY(ARRAY(
            SELECT "id" FROM "intents" WHERE "dispatchAt" <= ${now}::timestamptz ORDER BY "dispatchAt"
            LIMIT ${options.limit} FOR UPDATE SKIP LOCKED))
          RETURNING "id", "status", "platform"`;
        const again = due.length > 0 ? await hand(due, transaction) : [];
        if (again.length > 0) {
          const where = { id: { in: again } };
          await transaction.intent.updateMany({ where, data: { dispatchAt: options.againAt } });
        }
        return due.length;
      });
    },
  };
}
