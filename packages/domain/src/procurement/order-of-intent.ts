import type { IntentStatus } from '@procurement-intents/contract';
import { digitsOf, idOf } from '@procurement-intents/contract/bearer';
import { conflict } from '../bearer/refusals.ts';
import type { StoredIntent } from '../intents/intent-fields.ts';
import { isOrderCancellable, type StoredOrder } from './present-order.ts';

/** An intent of any App, and when its purchase came how far. */
export interface OrderedIntent extends StoredIntent {
  appId: string;
  processingAt: Date | null;
  orderAcceptedAt: Date | null;
}

/**
 * When the order of an intent was first known. `indexed-times.ts` of the server has it in SQL: `rules-in-sql.test.ts` holds
 * both to one answer.
 */
export const placedAtOf = (intent: OrderedIntent): Date =>
  intent.orderAcceptedAt ?? intent.completedAt ?? intent.processingAt ?? intent.createdAt;

/** The id of the intent whose order has this id: both have the digits of one UUID. */
export const intentIdOfOrder = (orderId: string): string => idOf('intent', digitsOf('order', orderId));

/** A row of the list of orders; `createdAt` is what `startDate` and `endDate` bound. */
export type OrderOfIntent = StoredOrder & { createdAt: Date };

/** The order of an intent, null without one. In the database the view of orders is the same. */
export function orderOfIntent(intent: OrderedIntent): OrderOfIntent | null {
  if (intent.orderStatus === null) return null;
  const placedAt = placedAtOf(intent);
  return {
    id: idOf('order', digitsOf('intent', intent.id)),
    orderId: intent.orderId ?? '',
    intentId: intent.id,
    appId: intent.appId,
    platform: intent.platform,
    title: intent.title,
    quantity: intent.quantity,
    amountPaidFen: intent.amountPaidFen,
    status: intent.orderStatus as StoredOrder['status'],
    intentStatus: intent.status,
    trackingNumber: intent.trackingNumber,
    trackingCompany: intent.trackingCompany,
    placedAt,
    createdAt: placedAt,
    updatedAt: intent.updatedAt,
  };
}

/** The statuses of the intents whose orders a platform is asked about. In the server, `order-checks.ts` has them in SQL. */
export const ASKED_STATUSES: readonly IntentStatus[] = ['PROCESSING', 'COMPLETED'];

/** Whether the order of an intent is over, so that a platform need not be asked about it. */
export const isOrderOver = (intentStatus: IntentStatus): boolean => !ASKED_STATUSES.includes(intentStatus);

/** Refuses to cancel the order of an intent that is not being processed. @throws BearerError `conflict`. */
export function checkOrderCancel(intentStatus: IntentStatus): void {
  if (!isOrderCancellable(intentStatus)) throw conflict('the order is not being processed any more');
}
