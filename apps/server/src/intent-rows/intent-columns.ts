import type { $Enums, Prisma } from '#prisma';
import { column, filledLater, named, nullable, type RowOf, TableSql } from '../postgres/columns.ts';

const text = column<string>('text');
const int = column<number>('int');
const fen = column<bigint>('bigint');
const time = column<Date>('timestamptz');
const json = column<Prisma.JsonValue>('jsonb');
const later = {
  text: filledLater(nullable(text), null),
  fen: filledLater(nullable(fen), null),
  time: filledLater(nullable(time), null),
};

/**
 * The columns of `intents`: their types, and which of them a create leaves to later changes. Four keep another name in the
 * database (decision 0009); everything else goes by the keys.
 */
const COLUMNS = {
  id: text,
  appId: text,
  userId: text,
  platform: column<$Enums.Platform>('"Platform"'),
  productUrl: text,
  title: text,
  priceFen: fen,
  quantity: int,
  totalFen: fen,
  recipientName: text,
  address: text,
  phone: text,
  remarks: nullable(text),
  labels: nullable(json),
  status: column<$Enums.IntentStatus>('"IntentStatus"'),
  version: int,
  idempotencyKey: text,
  requestHash: text,
  createdAt: time,
  updatedAt: time,
  submittedAt: nullable(time),
  completedAt: later.time,
  cancelledAt: later.time,
  failureCode: later.text,
  orderId: later.text,
  amountPaidFen: later.fen,
  trackingNumber: later.text,
  trackingCompany: later.text,
  cancellationFeeFen: later.fen,
  nextAttemptAt: named(nullable(time), 'dispatchAt'),
  attempt: filledLater(int, 0),
  processingAt: later.time,
  merchantOrderNo: named(later.text, 'placementToken'),
  orderInFlightUntil: named(later.time, 'placingUntil'),
  retryOrderAfter: named(later.time, 'resendAt'),
  cancelRequestedAt: later.time,
  cancelRefusal: later.text,
  cancelSentOrderId: later.text,
  isSentCancelRefused: filledLater(column<boolean>('boolean'), false),
  foundOrderId: later.text,
  orderAcceptedAt: later.time,
  orderStatus: later.text,
  parcels: filledLater(nullable(json), null),
  refundedFen: later.fen,
  pageGoneAt: later.time,
  mustCompareOrder: filledLater(column<boolean>('boolean'), false),
  orderMissingAt: later.time,
  missingReportedAt: later.time,
  redactRequestedAt: later.time,
  redactedAt: later.time,
  orderCheckedAt: later.time,
  archivedAt: later.time,
  unarchivedAt: later.time,
  // Every create looks for its key in the archive.
  checksArchive: column<boolean>('boolean'),
} as const;

/** A row of `intents`. Amounts in fen. */
export type IntentRow = RowOf<typeof COLUMNS>;

/** Parts of statements on `intents`. */
export const INTENTS = new TableSql(COLUMNS);

type LaterKey = {
  [Key in keyof typeof COLUMNS]: (typeof COLUMNS)[Key] extends { initial: unknown } ? Key : never;
}[keyof typeof COLUMNS];

const isLater = (key: keyof IntentRow): key is LaterKey => 'initial' in COLUMNS[key];

/** Every column that a create fills. */
export const CREATED_KEYS = INTENTS.keys.filter((key) => !isLater(key));

/** The columns that a create does not fill, with their defaults in the table. */
export const NOTHING_YET = Object.fromEntries(
  INTENTS.keys.filter(isLater).map((key) => [key, COLUMNS[key].initial]),
) as Pick<IntentRow, LaterKey>;
