import { Prisma } from '#prisma';
import type { Database } from '../../postgres/database.ts';
import { growingTables } from '../../postgres/prepared-statements.ts';
import type { IntentPatch, IntentRow, NewEvent } from '../../intent-rows/intent-row.ts';
import { INTENTS } from '../../intent-rows/intent-columns.ts';
import { scheduleLookups } from '../../intent-rows/schedule-lookups.ts';
import { nextAttemptNumber } from './attempt-number.ts';

/** A look for an order that may turn up after its intent has ended without one; owed even when the intent is deleted. */
export interface OrderLookupRow {
  intentId: string;
  platform: IntentRow['platform'];
  merchantOrderNo: string;
  /** Looks so far. */
  step: number;
  /** Number of this run. */
  attempt: number;
  /** The order whose cancellation was sent before this run, if any was. */
  cancelRequestedOrderId: string | null;
  /** Whose intent it was; null where nobody has noted it and the intent is deleted. */
  appId: string | null;
  /** Of the intent, as the next; null when it is deleted. */
  totalFen: bigint | null;
  amountPaidFen: bigint | null;
}

/** The App of looks where nobody has noted it: they share the places of one. */
const NO_APP = 'nobody';

/** What a look found: what it writes of the order, and the events that tell of it. */
export interface LookupResult {
  patch: Omit<IntentPatch, 'recipientName' | 'address' | 'phone'>;
  events: Pick<NewEvent, 'type' | 'detail'>[];
}

/** Late orders are owed for a day, so their table grows with traffic; `order_feeds` has a row for each platform. */
export const LOOKUP_TABLES = growingTables('order_lookups');

const NEXT_ATTEMPT = nextAttemptNumber('"order_lookups"."attempt"');

const SCHEDULE = `
  ${scheduleLookups({
    from: `SELECT $1::text, COALESCE((SELECT "appId" FROM "intents" WHERE "id" = $1), '${NO_APP}'),
      $2::"Platform", $3::text`,
  })} DO UPDATE SET "merchantOrderNo" = EXCLUDED."merchantOrderNo", "dueAt" = EXCLUDED."dueAt",
    -- A look that is under way has not seen what this one is for.
    "attempt" = ${NEXT_ATTEMPT}, "step" = 0`;

const ADOPT = `
  WITH taken AS (
    UPDATE "intents" SET "dispatchAt" = NULL, "reconcileStep" = NULL
    WHERE "id" = ANY($1::text[]) AND "status" IN ('FAILED', 'CANCELLED')
    RETURNING "id", "appId", "platform", "placementToken")
  ${scheduleLookups({
    from: 'SELECT "id", "appId", "platform", "placementToken" FROM taken WHERE "placementToken" IS NOT NULL',
  })} DO NOTHING`;

// JSON has no big integers; Postgres reads them from text.
const toJson = (value: object): string =>
  JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? String(one) : one));

export type OrderLookups = ReturnType<typeof createOrderLookups>;

/** What the service owes to the shops: looks for late orders, with their cancellation. */
export function createOrderLookups(database: Database) {
  return {
    /** Takes the next attempt number, so that an older run can write no more. Null when nothing is owed. */
    async begin(intentId: string): Promise<OrderLookupRow | null> {
      const [row] = await database.$queryRaw<OrderLookupRow[]>`
        WITH begun AS (
          UPDATE "order_lookups" SET "attempt" = ${Prisma.raw(NEXT_ATTEMPT)} WHERE "intentId" = ${intentId}
          RETURNING "intentId", "platform", "merchantOrderNo", "step", "attempt", "cancelRequestedOrderId",
            NULLIF("appId", ${NO_APP}) AS "notedAppId")
        SELECT begun.*, COALESCE(i."appId", begun."notedAppId") AS "appId", i."totalFen", i."amountPaidFen" FROM begun LEFT JOIN "intents" AS i ON i."id" = begun."intentId"`;
      return row ?? null;
    },

    /** Puts on record that a cancellation is about to be sent. False when another run came between: send none. */
    async requestCancel({ intentId, attempt }: OrderLookupRow, orderId: string): Promise<boolean> {
      const changed = await database.$executeRaw`
        UPDATE "order_lookups" SET "cancelRequestedOrderId" = ${orderId}
        WHERE "intentId" = ${intentId} AND "attempt" = ${attempt}`;
      return changed === 1;
    },

    /** Asks for the next look after `afterMs`, unless another run came between. */
    async repeat({ intentId, attempt }: OrderLookupRow, step: number, afterMs: number): Promise<void> {
      await database.$executeRaw`
        UPDATE "order_lookups" SET "step" = ${step}, "dueAt" = "service_now"() + ${afterMs} * interval '1 millisecond'
        WHERE "intentId" = ${intentId} AND "attempt" = ${attempt}`;
    },

    /** Ends the looking. What was found goes onto the intent and its timeline, as far as these still exist. */
    async finish({ intentId, attempt }: OrderLookupRow, result: LookupResult | null): Promise<void> {
      const done = Prisma.sql`
        DELETE FROM "order_lookups" WHERE "intentId" = ${intentId} AND "attempt" = ${attempt} RETURNING "intentId"`;
      if (result === null) return void (await database.$executeRaw(done));
      const { patch, events } = result;
      const names = Object.keys(patch) as (keyof LookupResult['patch'])[];
      const given = Prisma.raw(INTENTS.given(names));
      const changes = Prisma.raw(names.map((name) => `${INTENTS.name(name)} = w."${name}"`).join(', '));
      await database.$executeRaw`
        WITH done AS (${done}),
        moved AS (
          UPDATE "intents" AS i SET ${changes}, "version" = i."version" + 1, "updatedAt" = "service_now"()
          FROM done, json_to_record(${toJson(patch)}::json) AS w(${given})
          WHERE i."id" = done."intentId" RETURNING i."id", i."updatedAt")
        INSERT INTO "intent_events" ("intentId", "type", "at", "detail")
        SELECT "id", e."type", "updatedAt", e."detail"
        FROM moved, json_to_recordset(${toJson(events)}::json) AS e("type" text, "detail" text)`;
    },

    /** Puts a look on record that is due now. */
    async schedule(lookup: Pick<OrderLookupRow, 'intentId' | 'platform' | 'merchantOrderNo'>): Promise<void> {
      const { intentId, platform, merchantOrderNo } = lookup;
      await database.$executeRawUnsafe(SCHEDULE, intentId, platform, merchantOrderNo);
    },

    /** Takes over the looks that the release before kept on the intents' own rows. */
    async adopt(intentIds: readonly string[], transaction: Prisma.TransactionClient): Promise<void> {
      await transaction.$executeRawUnsafe(ADOPT, [...intentIds]);
    },
  };
}
