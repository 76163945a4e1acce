import type { PlatformId } from '@procurement-intents/contract';
import type { AuditActionOn } from '@procurement-intents/contract/company';
import type { RequestStatus } from '@procurement-intents/contract/procurement';
import {
  presentRecordedRequest,
  type RequestChanges,
  type StoredRequest,
} from '@procurement-intents/domain/procurement';
import type { Transaction } from '../../postgres/transaction.ts';
import { column, nullable, TableSql } from '../../postgres/columns.ts';
import { type RecipientBox, sealChanges } from '../../personal-data/recipient-box.ts';

const text = column<string>('text');
const fen = column<bigint>('bigint');
const time = column<Date>('timestamptz');

/** The columns that are read: all that a request has, and nothing of how it is kept. */
export const REQUESTS = new TableSql({
  id: text,
  requestedBy: text,
  platform: column<PlatformId>('"Platform"'),
  productUrl: text,
  title: text,
  priceFen: fen,
  quantity: column<number>('integer'),
  totalFen: fen,
  recipientName: text,
  address: text,
  phone: text,
  remarks: nullable(text),
  justification: text,
  supplierId: nullable(text),
  contractId: nullable(text),
  contractLine: nullable(text),
  status: column<RequestStatus>('"RequestStatus"'),
  decidedBy: nullable(text),
  decidedAt: nullable(time),
  decisionNote: nullable(text),
  intentId: nullable(text),
  orderId: nullable(text),
  spentFen: nullable(fen),
  endedAt: nullable(time),
  createdAt: time,
  updatedAt: time,
  version: column<number>('integer'),
});
export type RequestColumn = keyof typeof REQUESTS.table;

/** The same, as Prisma takes them. */
export const REQUEST_COLUMNS = Object.fromEntries(REQUESTS.keys.map((name) => [name, true])) as Record<
  RequestColumn,
  true
>;

/** Locks the request until the end of the transaction, and reads it with its recipient in plain text. */
export async function lockRequest(
  transaction: Transaction,
  recipients: RecipientBox,
  id: string,
): Promise<StoredRequest | null> {
  await transaction.$queryRaw`SELECT 1 FROM "purchase_requests" WHERE "id" = ${id} FOR UPDATE`;
  const row = await transaction.purchaseRequest.findUnique({ where: { id }, select: REQUEST_COLUMNS });
  return row && recipients.open(row);
}

/** Writes a change of a request that is locked. The result has what is recorded of it. */
export async function writeRequest(
  transaction: Transaction,
  recipients: RecipientBox,
  before: StoredRequest,
  { changes, at, action }: { changes: RequestChanges; at: Date; action: AuditActionOn<'purchaseRequest'> },
) {
  const { id } = before;
  const stamps = { updatedAt: at, version: before.version + 1 };
  const data = { ...sealChanges(recipients, id, changes), ...stamps };
  await transaction.purchaseRequest.update({ where: { id }, data, select: { id: true } });
  const after: StoredRequest = { ...before, ...changes, ...stamps };
  const shown = { before: presentRecordedRequest(before), after: presentRecordedRequest(after) };
  return { result: after, change: { action, subjectId: id, ...shown } };
}
