import { type Intent, type IntentEvent, Prisma, type SignedCreate } from '#prisma';
import type { Database } from '../infra/database.ts';
import { column, valueOf } from './sql-values.ts';

/** An intent as it stands in the database. Amounts in fen. */
export type IntentRow = Intent;
export type IntentEventRow = IntentEvent;
/** What a change writes beside `version` and `updatedAt`. */
export type IntentPatch = Partial<Omit<Intent, 'id' | 'appId' | 'version' | 'createdAt'>>;
export type NewEvent = Pick<IntentEvent, 'type'> & Partial<Pick<IntentEvent, 'from' | 'to' | 'detail'>>;

/** A write happens only while the row is still as the writer read it. */
export interface Fence {
  id: string;
  version: number;
  /** Set by workers: the number of their own run. */
  attempt?: number;
}

const assignments = (patch: IntentPatch): Prisma.Sql =>
  Prisma.join(
    Object.entries(patch).map(([name, bound]) => Prisma.sql`${column(name)} = ${valueOf(name, bound)}`),
    ', ',
  );

/** Named one by one: a prepared `*` fails on every connection after a migration has added a column. */
const COLUMNS = Prisma.join(Object.values(Prisma.IntentScalarFieldEnum).map(column), ', ');

// A caller waits for a cancellation: whatever a run puts off, its turn stays this near for as long as one may wait.
const CANCEL_TURN = Prisma.sql`interval '1 second'`;
const CANCEL_WAIT = Prisma.sql`interval '20 seconds'`;
const isAwaited = (at: Date): Prisma.Sql =>
  Prisma.sql`"cancelRequestedAt" > ${at}::timestamptz - ${CANCEL_WAIT}`;

/** The assignments of a patch; a later turn never overtakes the one that a cancellation has asked for. */
function assignmentsOf(patch: IntentPatch, at: Date): Prisma.Sql {
  const { dispatchAt, ...rest } = patch;
  const endsCancel = 'cancelRequestedAt' in patch || 'status' in patch;
  if (!dispatchAt || endsCancel) return assignments(patch);
  const turn = Prisma.sql`"dispatchAt" = CASE WHEN ${isAwaited(at)}
    THEN LEAST(${dispatchAt}::timestamptz, ${at}::timestamptz + ${CANCEL_TURN}) ELSE ${dispatchAt}::timestamptz END`;
  return Object.keys(rest).length === 0 ? turn : Prisma.sql`${assignments(rest)}, ${turn}`;
}

/** Inserts the event for the rows of the statement's `moved` part. */
function eventOf(at: Date, event: NewEvent): Prisma.Sql {
  return Prisma.sql`INSERT INTO "intent_events" ("intentId", "type", "at", "from", "to", "detail")
    SELECT "id", ${event.type}, ${at}::timestamptz, ${event.from ?? null}::"IntentStatus", ${event.to ?? null}::"IntentStatus", ${event.detail ?? null} FROM moved`;
}

export type IntentRepository = ReturnType<typeof createIntentRepository>;

// Calls made at once can share a timestamp and so a signature; they also arrive at once.
const SAME_MOMENT_MS = 5000;

/**
 * Takes the signature for this create, or takes nothing when another has it. Two keys may share a signature for a
 * moment: equal purchases made in parallel are equal texts. Later it can only be a recording under a key of its own,
 * for the key is not signed.
 */
function onceFor({ appId, id, idempotencyKey, createdAt }: IntentRow, signature: string): Prisma.Sql {
  const momentAgo = new Date(createdAt.getTime() - SAME_MOMENT_MS);
  return Prisma.sql`once AS (
    INSERT INTO "signed_creates" AS known ("appId", "signature", "idempotencyKey", "intentId", "createdAt")
    VALUES (${appId}, ${signature}, ${idempotencyKey}, ${id}, ${createdAt}::timestamptz)
    ON CONFLICT ("appId", "signature") DO UPDATE SET "signature" = known."signature"
      WHERE known."createdAt" >= ${momentAgo}::timestamptz AND known."idempotencyKey" <> EXCLUDED."idempotencyKey"
        AND starts_with(known."idempotencyKey", 'key ') AND starts_with(EXCLUDED."idempotencyKey", 'key ')
    RETURNING 1)`;
}

/** Told of every move once it is committed. */
export type OnMove = (status: IntentRow['status'], failureCode: string | null) => void;

export function createIntentRepository(database: Database, onMove: OnMove = () => {}) {
  return {
    find: (id: string): Promise<IntentRow | null> => database.intent.findUnique({ where: { id } }),

    findByIdempotencyKey: (appId: string, idempotencyKey: string): Promise<IntentRow | null> =>
      database.intent.findUnique({ where: { appId_idempotencyKey: { appId, idempotencyKey } } }),

    /**
     * Inserts the intent with its first event, or answers null when its idempotency key is taken or its signature was
     * used before, even by an intent that has been deleted since. One statement.
     */
    async insert(row: IntentRow, event: NewEvent, signature: string): Promise<IntentRow | null> {
      const names = Object.keys(row);
      const columns = Prisma.join(names.map(column), ', ');
      const values = Prisma.join(
        names.map((name) => valueOf(name, row[name as keyof IntentRow])),
        ', ',
      );
      const [inserted] = await database.$queryRaw<IntentRow[]>`
        WITH ${onceFor(row, signature)}, moved AS (
          INSERT INTO "intents" (${columns}) SELECT ${values} WHERE EXISTS (SELECT 1 FROM once)
          ON CONFLICT ("appId", "idempotencyKey") DO NOTHING RETURNING ${COLUMNS}),
        noted AS (${eventOf(row.createdAt, event)})
        SELECT ${COLUMNS} FROM moved`;
      if (inserted) onMove(inserted.status, null);
      return inserted ?? null;
    },

    /** The create that a signature stood for, whether or not its intent still exists. */
    findSignedCreate: (appId: string, signature: string): Promise<SignedCreate | null> =>
      database.signedCreate.findUnique({ where: { appId_signature: { appId, signature } } }),

    /** Lets a signature that lost to an earlier create of the same key stand for that one. */
    async bindSignature(signature: string, { appId, id, createdAt }: IntentRow): Promise<void> {
      await database.signedCreate.updateMany({
        where: { appId, signature },
        data: { intentId: id, createdAt },
      });
    },

    /** Forgets the creates before `time`, whose timestamps are refused by now. */
    async forgetSignedCreates(time: Date): Promise<void> {
      await database.signedCreate.deleteMany({ where: { createdAt: { lt: time } } });
    },

    /**
     * Writes `patch` and the event that tells of it in one statement, if the row is still as the fence says; counts
     * the version up. Null when the race was lost, and then nothing was written.
     */
    async save(fence: Fence, patch: IntentPatch, at: Date, event: NewEvent): Promise<IntentRow | null> {
      const attempt =
        fence.attempt === undefined ? Prisma.empty : Prisma.sql`AND "attempt" = ${fence.attempt}`;
      const [saved] = await database.$queryRaw<IntentRow[]>`
        WITH moved AS (
          UPDATE "intents" SET ${assignmentsOf({ ...patch, updatedAt: at }, at)}, "version" = "version" + 1
          WHERE "id" = ${fence.id} AND "version" = ${fence.version} ${attempt} RETURNING ${COLUMNS}),
        noted AS (${eventOf(at, event)})
        SELECT ${COLUMNS} FROM moved`;
      if (saved && event.to) onMove(saved.status, saved.failureCode);
      return saved ?? null;
    },

    /** Writes what callers cannot see (retry times, attempts' traces) without counting the version up. */
    async note(fence: Fence, patch: IntentPatch, at: Date, event: NewEvent): Promise<IntentRow | null> {
      const attempt =
        fence.attempt === undefined ? Prisma.empty : Prisma.sql`AND "attempt" = ${fence.attempt}`;
      const [saved] = await database.$queryRaw<IntentRow[]>`
        WITH moved AS (
          UPDATE "intents" SET ${assignmentsOf(patch, at)}
          WHERE "id" = ${fence.id} AND "version" = ${fence.version} ${attempt} RETURNING ${COLUMNS}),
        noted AS (${eventOf(at, event)})
        SELECT ${COLUMNS} FROM moved`;
      return saved ?? null;
    },

    /** Changes bookkeeping alone, without an event. False when the race was lost. */
    async patch(fence: Fence, patch: IntentPatch, at: Date): Promise<boolean> {
      const attempt =
        fence.attempt === undefined ? Prisma.empty : Prisma.sql`AND "attempt" = ${fence.attempt}`;
      const count = await database.$executeRaw`
        UPDATE "intents" SET ${assignmentsOf(patch, at)}
        WHERE "id" = ${fence.id} AND "version" = ${fence.version} ${attempt}`;
      return count === 1;
    },

    /** Begins a run: takes the next attempt number, so that an older run can write no more. */
    async beginAttempt(id: string): Promise<IntentRow | null> {
      const [row] = await database.$queryRaw<IntentRow[]>`
        UPDATE "intents" SET "attempt" = "attempt" + 1 WHERE "id" = ${id} RETURNING ${COLUMNS}`;
      return row ?? null;
    },

    /**
     * Commits that an order is about to be sent, unless a cancellation came first. Between this and a cancellation
     * request the database decides, so an order is never sent for an intent whose cancellation is on record.
     */
    async beginPlacing(fence: Fence, placingUntil: Date): Promise<boolean> {
      const { count } = await database.intent.updateMany({
        where: { ...fence, status: 'PROCESSING', cancelRequestedAt: null },
        data: { placingUntil, resendAt: placingUntil },
      });
      return count === 1;
    },

    /** Puts a cancellation on record; an open one stays as it is. Null when the intent is not PROCESSING any more. */
    async requestCancel(id: string, version: number, at: Date): Promise<IntentRow | null> {
      const [row] = await database.$queryRaw<IntentRow[]>`
        WITH moved AS (
          UPDATE "intents" SET "cancelRequestedAt" = ${at}::timestamptz, "cancelRefusal" = NULL, "dispatchAt" = ${at}::timestamptz
          WHERE "id" = ${id} AND "version" = ${version} AND "status" = 'PROCESSING' AND "cancelRequestedAt" IS NULL RETURNING ${COLUMNS}),
        noted AS (${eventOf(at, { type: 'intent.cancel_requested' })})
        SELECT ${COLUMNS} FROM moved`;
      return row ?? null;
    },

    async remove(fence: Fence): Promise<boolean> {
      const { count } = await database.intent.deleteMany({ where: { id: fence.id, version: fence.version } });
      return count === 1;
    },

    /** How many intents want a job at `now`, counted up to `limit`. */
    async countDue(now: Date, limit: number): Promise<number> {
      const [row] = await database.$queryRaw<{ due: bigint }[]>`
        SELECT count(*) AS due FROM (
          SELECT 1 FROM "intents" WHERE "dispatchAt" <= ${now}::timestamptz LIMIT ${limit}) AS waiting`;
      return Number(row?.due ?? 0);
    },

    listEvents: (intentId: string): Promise<IntentEventRow[]> =>
      database.intentEvent.findMany({ where: { intentId }, orderBy: { id: 'asc' } }),

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
            WHEN ${isAwaited(now)} THEN ${now}::timestamptz + ${CANCEL_TURN}
            ELSE ${options.retryAt}::timestamptz END WHERE "id" IN (
            SELECT "id" FROM "intents" WHERE "dispatchAt" <= ${now}::timestamptz ORDER BY "dispatchAt"
            LIMIT ${options.limit} FOR UPDATE SKIP LOCKED)
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
