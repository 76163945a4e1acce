import { type Intent, Prisma } from '#prisma';

// Postgres does not turn a text parameter into an enum by itself.
const ENUM_CASTS: Record<string, string> = { status: '::"IntentStatus"', platform: '::"Platform"' };

export const column = (name: string): Prisma.Sql => Prisma.raw(`"${name}"`);

/** A parameter to be compared with or written to the column `name`. */
export const valueOf = (name: string, bound: unknown): Prisma.Sql =>
  ENUM_CASTS[name] ? Prisma.sql`${bound}${Prisma.raw(ENUM_CASTS[name])}` : Prisma.sql`${bound}`;

export const columns = (names: readonly string[]): Prisma.Sql => Prisma.join(names.map(column), ', ');

/** What Postgres makes of the columns of an intent that arrives as JSON. */
export const INTENT_TYPES = {
  id: 'text',
  appId: 'text',
  userId: 'text',
  platform: '"Platform"',
  productUrl: 'text',
  title: 'text',
  priceFen: 'bigint',
  quantity: 'int',
  totalFen: 'bigint',
  recipientName: 'text',
  address: 'text',
  phone: 'text',
  remarks: 'text',
  status: '"IntentStatus"',
  version: 'int',
  idempotencyKey: 'text',
  requestHash: 'text',
  createdAt: 'timestamptz',
  updatedAt: 'timestamptz',
  submittedAt: 'timestamptz',
  completedAt: 'timestamptz',
  cancelledAt: 'timestamptz',
  failureCode: 'text',
  orderId: 'text',
  amountPaidFen: 'bigint',
  trackingNumber: 'text',
  trackingCompany: 'text',
  cancellationFeeFen: 'bigint',
  dispatchAt: 'timestamptz',
  attempt: 'int',
  processingAt: 'timestamptz',
  placementToken: 'text',
  placingUntil: 'timestamptz',
  resendAt: 'timestamptz',
  reconcileStep: 'int',
  cancelRequestedAt: 'timestamptz',
  cancelRefusal: 'text',
  orderAcceptedAt: 'timestamptz',
  orderStatus: 'text',
  parcels: 'jsonb',
  refundedFen: 'bigint',
  pageGoneAt: 'timestamptz',
  mustCompareOrder: 'boolean',
  redactRequestedAt: 'timestamptz',
  redactedAt: 'timestamptz',
} as const satisfies Record<keyof Intent, string>;

/** The columns of a row that arrives as JSON, each with its type. */
export const typedText = (types: Readonly<Record<string, string>>): string =>
  Object.entries(types)
    .map(([name, type]) => `"${name}" ${type}`)
    .join(', ');

export const INTENT_NAMES = Object.keys(INTENT_TYPES) as (keyof Intent)[];

export const typedColumns = (types: Readonly<Record<string, string>>): Prisma.Sql =>
  Prisma.raw(typedText(types));

/** Named one by one: a prepared `*` fails on every connection after a migration has added a column. */
export const INTENT_COLUMNS = columns(INTENT_NAMES);

/** Columns of a table named `i`, as text. */
export const rowColumns = (names: readonly string[]): string => names.map((name) => `i."${name}"`).join(', ');
