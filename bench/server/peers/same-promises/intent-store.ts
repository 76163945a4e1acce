import type { CreateIdentity, CreateKeys, SignedCreate, StoredIntent } from '@procurement-intents/domain';
import { DatabaseError, type Pool } from 'pg';
import { INTENTS } from '../../../../apps/server/src/intent-rows/intent-columns.ts';
import type { RecipientBox } from '../../../../apps/server/src/personal-data/recipient-box.ts';

/** A row as it is read. Amounts in fen. */
export type StoredRow = StoredIntent & { appId: string; requestHash: string; redactedAt: Date | null };
/** A row as it is written. */
export type NewRow = StoredIntent & CreateIdentity & { nextAttemptAt: Date | null };

export interface NewIntent {
  row: NewRow;
  /** What the first event of the timeline is called. */
  type: string;
  signature: string;
}

const WRITTEN = [
  'id',
  'appId',
  'userId',
  'platform',
  'productUrl',
  'title',
  'priceFen',
  'quantity',
  'totalFen',
  'recipientName',
  'address',
  'phone',
  'remarks',
  'status',
  'version',
  'idempotencyKey',
  'requestHash',
  'createdAt',
  'updatedAt',
  'submittedAt',
  'nextAttemptAt',
] as const satisfies readonly (keyof NewRow)[];

// What an answer shows, and what tells a repeated create.
const READ = [
  ...WRITTEN.filter((name) => name !== 'idempotencyKey' && name !== 'nextAttemptAt'),
  'completedAt',
  'cancelledAt',
  'failureCode',
  'orderId',
  'orderStatus',
  'trackingNumber',
  'trackingCompany',
  'parcels',
  'amountPaidFen',
  'refundedFen',
  'cancellationFeeFen',
  'redactedAt',
  'labels',
  'archivedAt',
] as const satisfies readonly (keyof StoredRow)[];

/** What a parameter is, where Postgres would take it for text. */
const CASTS: Partial<Record<(typeof WRITTEN)[number], string>> = {
  platform: '::"Platform"',
  status: '::"IntentStatus"',
  priceFen: '::bigint',
  totalFen: '::bigint',
  quantity: '::int',
  version: '::int',
  createdAt: '::timestamptz',
  updatedAt: '::timestamptz',
  submittedAt: '::timestamptz',
  nextAttemptAt: '::timestamptz',
};
const SIGNATURE = `$${WRITTEN.length + 1}`;
const TYPE = `$${WRITTEN.length + 2}`;

// One statement, so that intent, signature and first event stand together or not at all: a signature that is taken fails
// it as a whole.
const INSERT = `
  WITH added AS (
    INSERT INTO "intents" (${INTENTS.names(WRITTEN)}, "checksArchive")
    SELECT ${WRITTEN.map((name, index) => `$${index + 1}${CASTS[name] ?? ''}`).join(', ')}, true
    WHERE NOT EXISTS (SELECT FROM "archived_keys"
      WHERE "appId" = $${WRITTEN.indexOf('appId') + 1} AND "idempotencyKey" = $${WRITTEN.indexOf('idempotencyKey') + 1})
    ON CONFLICT ("appId", "idempotencyKey") DO NOTHING
    RETURNING "id", "appId", "idempotencyKey", "createdAt", "status", "version"),
  signed AS (
    INSERT INTO "signed_creates" ("appId", "signature", "idempotencyKey", "intentId", "createdAt")
    SELECT "appId", ${SIGNATURE}, "idempotencyKey", "id", "createdAt" FROM added),
  noted AS (
    INSERT INTO "intent_events" ("intentId", "appId", "status", "version", "type", "at", "to")
    SELECT "id", "appId", "status", "version", ${TYPE}, "createdAt", "status" FROM added RETURNING "id"),
  unpublished AS (INSERT INTO "unpublished_events" SELECT "id" FROM noted)
  SELECT "id" FROM added`;
const FIND = `SELECT ${INTENTS.read(READ)} FROM "intents" WHERE "id" = $1`;
const FIND_BY_KEY = `SELECT ${INTENTS.read(READ)} FROM "intents" WHERE "appId" = $1 AND "idempotencyKey" = $2`;
const FIND_SIGNED = `SELECT "intentId", "idempotencyKey", "createdAt" FROM "signed_creates"
  WHERE "appId" = $1 AND "signature" = $2`;
const KEEP_SIGNATURE = `INSERT INTO "signed_creates" ("appId", "signature", "idempotencyKey", "intentId", "createdAt")
  VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`;

const UNIQUE_VIOLATION = '23505';

/** Intents in the service's own tables, one prepared statement a call. */
export class IntentStore {
  readonly #pool: Pool;
  readonly #recipients: RecipientBox;

  constructor(pool: Pool, recipients: RecipientBox) {
    this.#pool = pool;
    this.#recipients = recipients;
  }

  /** False, and nothing written, when key or signature were taken before. */
  async insert({ row, type, signature }: NewIntent): Promise<boolean> {
    const sealed = { ...row, ...this.#recipients.seal(row.id, row) };
    const values = [...WRITTEN.map((name) => sealed[name]), signature, type];
    try {
      const { rowCount } = await this.#pool.query({ name: 'insert-intent', text: INSERT, values });
      return rowCount === 1;
    } catch (error) {
      if (error instanceof DatabaseError && error.code === UNIQUE_VIOLATION) return false;
      throw error;
    }
  }

  find(id: string): Promise<StoredRow | null> {
    return this.#findOne({ name: 'find-intent', text: FIND, values: [id] });
  }

  findByKey(appId: string, idempotencyKey: string): Promise<StoredRow | null> {
    return this.#findOne({ name: 'find-by-key', text: FIND_BY_KEY, values: [appId, idempotencyKey] });
  }

  /** The create that a signature stood for. */
  async findSigned(appId: string, signature: string): Promise<SignedCreate | null> {
    const values = [appId, signature];
    const { rows } = await this.#pool.query<SignedCreate>({ name: 'find-signed', text: FIND_SIGNED, values });
    return rows[0] ?? null;
  }

  /** Notes that the signature stands for an intent that exists. False when it is taken. */
  async keepSignature(
    appId: string,
    { signature, idempotencyKey }: CreateKeys,
    intentId: string,
  ): Promise<boolean> {
    const values = [appId, signature, idempotencyKey, intentId, new Date()];
    const { rowCount } = await this.#pool.query({ name: 'keep-signature', text: KEEP_SIGNATURE, values });
    return rowCount === 1;
  }

  async #findOne(statement: { name: string; text: string; values: string[] }): Promise<StoredRow | null> {
    const { rows } = await this.#pool.query<StoredRow>(statement);
    return rows[0] ? this.#recipients.open(rows[0]) : null;
  }
}
