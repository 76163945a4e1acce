import type { Prisma } from '#prisma';

/** The transaction of a unit of work, which may write everything. Its statements become visible together. */
export type Transaction = Prisma.TransactionClient;

/**
 * The models of which the audit log tells, and those that are written with them. `scripts/house/table-owners.mjs` has the same, and
 * the files whose SQL may write them.
 */
type RecordedModel =
  | 'apiKey'
  | 'app'
  | 'appSecret'
  | 'auditEvent'
  | 'contract'
  | 'contractLine'
  | 'idempotentCreate'
  | 'intent'
  | 'oAuthClient'
  | 'oAuthGrant'
  | 'purchaseRequest'
  | 'session'
  | 'supplier'
  | 'user'
  | 'webhookDelivery'
  | 'webhookEndpoint'
  | 'webhookReplay'
  | 'webhookSecret';

type WriteName = `${'create' | 'update' | 'delete'}${'' | 'Many' | 'ManyAndReturn'}` | 'upsert';

/** A client of the database without the statements that write a {@link RecordedModel}. */
export type ReadsOf<Client extends Record<RecordedModel, object>> = Omit<Client, RecordedModel> & {
  readonly [Model in RecordedModel]: Omit<Client[Model], WriteName>;
};

/** What every transaction may do: all but to write a {@link RecordedModel}. */
export type Statements = ReadsOf<Transaction>;
