import type { EventType } from '@procurement-intents/contract';
import type { OrderStatus } from '@procurement-intents/contract/gateway/codes';
import { fenToYuan } from '../money.ts';
import type { OrderFacts } from './answers.ts';

/** An order as the platform shows it. Amounts in fen. */
export interface OrderDetails extends OrderFacts {
  /** The amount charged, shipping included. */
  amountPaidFen: number;
  /** The total paid back. */
  refundedFen?: number;
  parcels: readonly { trackingNumber: string; trackingCompany?: string }[];
  /** Of the first parcel. */
  trackingNumber?: string;
  trackingCompany?: string;
}

/** An entry of an intent's timeline. */
export interface TimelineEvent {
  type: EventType;
  detail?: string;
}

/** The events of one write: `also` follows `event`. */
export interface WrittenEvents {
  event: TimelineEvent | null;
  also?: TimelineEvent | undefined;
}

type ShownStatus = 'PLACED' | 'SHIPPED' | 'DELIVERED' | 'CANCELLED';

/** The `orderStatus` of an intent by the status of its order; null for a rejected order, which shows none. */
const SHOWN_STATUS: Record<OrderStatus, ShownStatus | null> = {
  ACCEPTED: 'PLACED',
  CONFIRMED: 'PLACED',
  SHIPPED: 'SHIPPED',
  DELIVERED: 'DELIVERED',
  CANCELLED: 'CANCELLED',
  REJECTED: null,
};

export const orderStatusOf = ({ status }: Pick<OrderFacts, 'status'>): ShownStatus | null =>
  SHOWN_STATUS[status];

/** The fields of an intent that come from its order. A field that the platform omits is not changed. */
export function orderFields(order: OrderDetails) {
  return {
    orderId: order.orderId,
    orderStatus: orderStatusOf(order),
    ...(order.trackingNumber !== undefined && { trackingNumber: order.trackingNumber }),
    ...(order.trackingCompany !== undefined && { trackingCompany: order.trackingCompany }),
    ...(order.parcels.length > 0 && { parcels: order.parcels.map((parcel) => ({ ...parcel })) }),
    ...(order.refundedFen !== undefined && { refundedFen: BigInt(order.refundedFen) }),
  };
}

/** The changes that the amount of an order makes to its intent. */
export interface Charge {
  fields: { amountPaidFen?: bigint };
  /** The event and alarm of an amount above the total; null when there is none. */
  overcharged: (TimelineEvent & { detail: string }) | null;
}

/** The amounts of an intent. */
export interface AgreedAmount {
  totalFen: bigint;
  amountPaidFen: bigint | null;
}

/**
 * Decides what the amount of an order changes. An amount above the total is shown at once and reported each time it
 * grows. Any other amount is shown once the platform has confirmed the order, and is kept up to date from then on.
 *
 * @param isPaid - whether the platform has confirmed the order.
 */
export function chargeOf(
  { amountPaidFen }: Pick<OrderDetails, 'amountPaidFen'>,
  agreed: AgreedAmount,
  isPaid: boolean,
): Charge {
  const paid = BigInt(amountPaidFen);
  const known = agreed.amountPaidFen;
  const isNewAmount = paid > agreed.totalFen && (known === null || paid > known);
  const isShown = isPaid || isNewAmount || known !== null;
  const detail = `${fenToYuan(amountPaidFen)} paid, ${fenToYuan(Number(agreed.totalFen))} agreed`;
  return {
    fields: isShown && paid !== known ? { amountPaidFen: paid } : {},
    overcharged: isNewAmount ? { type: 'order.overcharged', detail } : null,
  };
}

/** The events of a write that applies `charge`; `event` is the event of the write itself. */
export function withCharge(
  event: TimelineEvent | null,
  { fields: { amountPaidFen }, overcharged }: Charge,
): WrittenEvents {
  if (event) return { event, also: overcharged ?? undefined };
  if (overcharged || amountPaidFen === undefined) return { event: overcharged };
  return { event: { type: 'order.amount_changed', detail: String(fenToYuan(Number(amountPaidFen))) } };
}
