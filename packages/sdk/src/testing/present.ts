import { FAILURES, type IntentView, type Language, STATUS_MESSAGES } from '@procurement-intents/contract';
import { totalFenOf, type EventRecord, type IntentRecord } from './intent-record.ts';

const yuan = (fen: number): number => fen / 100;
const maskPhone = (phone: string): string => `${phone.slice(0, 3)}****${phone.slice(-4)}`;

export function presentListItem(intent: IntentRecord) {
  const { id, userId, platform, title, priceFen, quantity, status } = intent;
  return {
    id,
    userId,
    platform,
    title,
    price: yuan(priceFen),
    quantity,
    totalAmount: yuan(totalFenOf(intent)),
    status,
    createdAt: intent.createdAt.toISOString(),
    updatedAt: intent.updatedAt.toISOString(),
  };
}

/** The whole intent; fields whose condition does not hold are absent. */
export function presentIntent(intent: IntentRecord, language: Language): IntentView {
  const { failureCode, orderId, trackingNumber, trackingCompany, amountPaidFen } = intent;
  return {
    ...presentListItem(intent),
    productUrl: intent.productUrl,
    recipientName: intent.recipientName,
    address: intent.address,
    phone: maskPhone(intent.phone),
    ...(intent.remarks !== null && { remarks: intent.remarks }),
    statusMessage: STATUS_MESSAGES[intent.status][language],
    ...(failureCode && { failureCode, failureReason: `${failureCode}: ${FAILURES[failureCode][language]}` }),
    ...(orderId !== null && { orderId }),
    ...(trackingNumber !== null && { trackingNumber }),
    ...(trackingCompany !== null && { trackingCompany }),
    ...presentOrder(intent),
    ...(amountPaidFen !== null && { amountPaid: yuan(amountPaidFen) }),
    ...presentFee(intent),
    ...(intent.submittedAt && { submittedAt: intent.submittedAt.toISOString() }),
    ...(intent.completedAt && { completedAt: intent.completedAt.toISOString() }),
    ...(intent.cancelledAt && { cancelledAt: intent.cancelledAt.toISOString() }),
    version: intent.version,
  };
}

function presentOrder(intent: IntentRecord): Pick<IntentView, 'orderStatus' | 'parcels'> {
  const { trackingNumber, trackingCompany } = intent;
  if (trackingNumber !== null) {
    const parcel = { trackingNumber, ...(trackingCompany !== null && { trackingCompany }) };
    return { orderStatus: 'SHIPPED', parcels: [parcel] };
  }
  const isTakenBack = intent.status === 'CANCELLED' || intent.failureCode === 'PROCESSING_TIMEOUT';
  if (intent.orderId === null || (intent.status === 'FAILED' && !isTakenBack)) return {};
  return { orderStatus: isTakenBack ? 'CANCELLED' : 'PLACED' };
}

function presentFee({ cancellationFeeFen }: IntentRecord) {
  return cancellationFeeFen === 0 ? {} : { cancellationFee: yuan(cancellationFeeFen) };
}

/** The answer to the create; its repetition gets the same, however far the intent has come. */
export function presentCreated(intent: IntentRecord) {
  const { id, userId, platform, createdAt } = presentListItem(intent);
  const wasSubmitted = intent.submittedAt?.getTime() === intent.createdAt.getTime();
  return {
    id,
    userId,
    platform,
    status: wasSubmitted ? 'SUBMITTED' : 'DRAFT',
    createdAt,
    updatedAt: createdAt,
  };
}

export function presentCancelled(intent: IntentRecord) {
  const { id, status, updatedAt, cancelledAt } = intent;
  return {
    id,
    status,
    updatedAt: updatedAt.toISOString(),
    cancelledAt: cancelledAt?.toISOString(),
    ...presentFee(intent),
  };
}

export function presentEvent({ at, ...event }: EventRecord) {
  return { ...event, at: at.toISOString() };
}
