import {
  FAILURES,
  type FailureCode,
  type IntentListItemView,
  type IntentView,
  type Language,
  type ListItemField,
  STATUS_MESSAGES,
} from '@procurement-intents/contract';
import { presentRecipient } from '../personal-data.ts';
import { fenToYuan } from '../money.ts';
import { givenKeyOf } from './decide-replay.ts';
import type {
  IntentDetails,
  ListedIntent,
  StoredEvent,
  StoredIntent,
  StoredOutcome,
} from './intent-fields.ts';
import { labelsOf } from './labels.ts';

const time = (date: Date): string => date.toISOString();

/** The whole intent as a caller sees it; conditional fields are absent until their condition holds. */
export function presentIntent(intent: Omit<StoredIntent, 'idempotencyKey'>, language: Language): IntentView {
  return {
    ...presentListItem(intent),
    productUrl: intent.productUrl,
    ...presentRecipient(intent),
    ...presentDetails(intent, language),
  };
}

function presentDetails(intent: Omit<IntentDetails, 'idempotencyKey'>, language: Language) {
  return {
    ...(intent.remarks !== null && { remarks: intent.remarks }),
    ...(intent.labels !== null && { labels: labelsOf(intent) }),
    statusMessage: STATUS_MESSAGES[intent.status][language],
    ...presentOutcome(intent, language),
    ...(intent.submittedAt && { submittedAt: time(intent.submittedAt) }),
    ...(intent.completedAt && { completedAt: time(intent.completedAt) }),
    ...(intent.cancelledAt && { cancelledAt: time(intent.cancelledAt) }),
    ...(intent.archivedAt && { archivedAt: time(intent.archivedAt) }),
    version: intent.version,
  };
}

function presentOutcome(intent: StoredOutcome & Pick<ListedIntent, 'status'>, language: Language) {
  return {
    ...(intent.status === 'FAILED' &&
      intent.failureCode !== null &&
      presentFailure(intent.failureCode, language)),
    ...(intent.orderId !== null && { orderId: intent.orderId }),
    ...(intent.trackingNumber !== null && { trackingNumber: intent.trackingNumber }),
    ...(intent.trackingCompany !== null && { trackingCompany: intent.trackingCompany }),
    ...presentOrder(intent),
    ...(intent.amountPaidFen !== null && { amountPaid: fenToYuan(intent.amountPaidFen) }),
    ...(intent.refundedFen !== null && { refunded: fenToYuan(intent.refundedFen) }),
    ...presentFee(intent),
  };
}

/** A release that runs beside a later one, or after it, meets codes that it does not know: it shows them as they are. */
function presentFailure(stored: string, language: Language) {
  const failureCode = stored as FailureCode;
  const reason = Object.hasOwn(FAILURES, stored) ? FAILURES[failureCode] : STATUS_MESSAGES.FAILED;
  return { failureCode, failureReason: `${failureCode}: ${reason[language]}` };
}

function presentOrder({ orderStatus, parcels }: StoredOutcome): Pick<IntentView, 'orderStatus' | 'parcels'> {
  return {
    ...(orderStatus !== null && { orderStatus: orderStatus as IntentView['orderStatus'] & string }),
    ...(Array.isArray(parcels) &&
      parcels.length > 0 && { parcels: parcels as IntentView['parcels'] & object }),
  };
}

function presentFee(intent: Pick<StoredOutcome, 'cancellationFeeFen'>) {
  return intent.cancellationFeeFen === null || intent.cancellationFeeFen === 0n
    ? {}
    : { cancellationFee: fenToYuan(intent.cancellationFeeFen) };
}

/** An intent of a list with every field that the caller can choose; without its recipient, where that was not read. */
export function presentChoice(intent: IntentDetails | StoredIntent, language: Language): IntentListItemView {
  const idempotencyKey = givenKeyOf(intent.idempotencyKey);
  return {
    ...presentListItem(intent),
    productUrl: intent.productUrl,
    ...('recipientName' in intent && presentRecipient(intent)),
    ...presentDetails(intent, language),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  };
}

export function presentListItem(intent: ListedIntent) {
  return {
    id: intent.id,
    userId: intent.userId,
    platform: intent.platform,
    title: intent.title,
    price: fenToYuan(intent.priceFen),
    quantity: intent.quantity,
    totalAmount: fenToYuan(intent.totalFen),
    status: intent.status,
    createdAt: time(intent.createdAt),
    updatedAt: time(intent.updatedAt),
  } satisfies Record<ListItemField, unknown>;
}

/** The response to the create. A replay gets the same, whatever has happened to the intent since. */
export function presentCreated(intent: StoredIntent) {
  const { id, userId, platform, createdAt } = presentListItem(intent);
  const wasSubmitted = intent.submittedAt?.getTime() === intent.createdAt.getTime();
  const status = wasSubmitted ? ('SUBMITTED' as const) : ('DRAFT' as const);
  return { id, userId, platform, status, createdAt, updatedAt: createdAt };
}

export function presentCancelled(intent: StoredIntent) {
  if (intent.status !== 'CANCELLED' || intent.cancelledAt === null)
    throw new Error('the intent is not cancelled');
  return {
    id: intent.id,
    status: intent.status,
    updatedAt: time(intent.updatedAt),
    cancelledAt: time(intent.cancelledAt),
    ...presentFee(intent),
  };
}

export function presentEvent({ type, at, from, to, detail }: StoredEvent) {
  return { type, at: time(at), ...(from && { from }), ...(to && { to }), ...(detail !== null && { detail }) };
}
