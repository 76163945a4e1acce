import {
  FAILURES,
  type FailureCode,
  type IntentView,
  type Language,
  STATUS_MESSAGES,
} from '@procurement-intents/contract';
import { fenToYuan } from '../infra/money.ts';
import type { ListRow } from './store/list-store.ts';
import type { Parcel } from '../platforms/platform.ts';
import { REDACTED } from './store/redact-intents.ts';
import type { IntentEventRow, IntentRow } from './store/intent-row.ts';

const yuan = (fen: bigint): number => fenToYuan(Number(fen));
const time = (date: Date): string => date.toISOString();

/** `13800138000` -> `138****8000`. What was redacted has nothing left to mask. */
export function maskPhone(phone: string): string {
  if (phone === REDACTED) return phone;
  return `${phone.slice(0, 3)}****${phone.slice(-4)}`;
}

/** The whole intent as a caller sees it; conditional fields are absent until their condition holds. */
export function presentIntent(row: IntentRow, language: Language): IntentView {
  return {
    ...presentListItem(row),
    productUrl: row.productUrl,
    recipientName: row.recipientName,
    address: row.address,
    phone: maskPhone(row.phone),
    ...(row.remarks !== null && { remarks: row.remarks }),
    statusMessage: STATUS_MESSAGES[row.status][language],
    ...presentOutcome(row, language),
    ...(row.submittedAt && { submittedAt: time(row.submittedAt) }),
    ...(row.completedAt && { completedAt: time(row.completedAt) }),
    ...(row.cancelledAt && { cancelledAt: time(row.cancelledAt) }),
    version: row.version,
  };
}

function presentOutcome(row: IntentRow, language: Language) {
  const failureCode = row.status === 'FAILED' ? (row.failureCode as FailureCode | null) : null;
  return {
    ...(failureCode && { failureCode, failureReason: `${failureCode}: ${FAILURES[failureCode][language]}` }),
    ...(row.orderId !== null && { orderId: row.orderId }),
    ...(row.trackingNumber !== null && { trackingNumber: row.trackingNumber }),
    ...(row.trackingCompany !== null && { trackingCompany: row.trackingCompany }),
    ...presentOrder(row),
    ...(row.amountPaidFen !== null && { amountPaid: yuan(row.amountPaidFen) }),
    ...(row.refundedFen !== null && { refunded: yuan(row.refundedFen) }),
    ...presentFee(row),
  };
}

function presentOrder({ orderStatus, parcels }: IntentRow): Pick<IntentView, 'orderStatus' | 'parcels'> {
  return {
    ...(orderStatus !== null && { orderStatus: orderStatus as IntentView['orderStatus'] & string }),
    ...(Array.isArray(parcels) && parcels.length > 0 && { parcels: parcels as unknown as Parcel[] }),
  };
}

function presentFee(row: IntentRow) {
  return row.cancellationFeeFen === null || row.cancellationFeeFen === 0n
    ? {}
    : { cancellationFee: yuan(row.cancellationFeeFen) };
}

export function presentListItem(row: ListRow) {
  return {
    id: row.id,
    userId: row.userId,
    platform: row.platform,
    title: row.title,
    price: yuan(row.priceFen),
    quantity: row.quantity,
    totalAmount: yuan(row.totalFen),
    status: row.status,
    createdAt: time(row.createdAt),
    updatedAt: time(row.updatedAt),
  };
}

/** The answer to the create, the same for a replay however far the intent has come since. */
export function presentCreated(row: IntentRow) {
  const { id, userId, platform, createdAt } = presentListItem(row);
  const wasSubmitted = row.submittedAt?.getTime() === row.createdAt.getTime();
  const status = wasSubmitted ? ('SUBMITTED' as const) : ('DRAFT' as const);
  return { id, userId, platform, status, createdAt, updatedAt: createdAt };
}

export function presentCancelled(row: IntentRow) {
  if (row.status !== 'CANCELLED' || row.cancelledAt === null) throw new Error('the intent is not cancelled');
  return {
    id: row.id,
    status: row.status,
    updatedAt: time(row.updatedAt),
    cancelledAt: time(row.cancelledAt),
    ...presentFee(row),
  };
}

export function presentEvent({ type, at, from, to, detail }: IntentEventRow) {
  return { type, at: time(at), ...(from && { from }), ...(to && { to }), ...(detail !== null && { detail }) };
}
