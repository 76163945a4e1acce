import type { EventType } from '@procurement-intents/contract';
import type { OrderStatus } from '@procurement-intents/contract/gateway/codes';
import { fenToYuan } from '../money.ts';
import type { OrderFacts } from './answers.ts';

/** An order as the platform shows it. Amounts in fen. */
export interface OrderNews extends OrderFacts {
  /** What is charged, shipping included. */
  amountPaidFen: number;
  /** What was paid back, in all. */
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

/** What callers see of an order; a rejected order has no such status. */
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

/** The fields of an intent that come from its order. A field that the platform does not give stays as it is. */
export function orderFields(order: OrderNews) {
  return {
    orderId: order.orderId,
    orderStatus: orderStatusOf(order),
    ...(order.trackingNumber !== undefined && { trackingNumber: order.trackingNumber }),
    ...(order.trackingCompany !== undefined && { trackingCompany: order.trackingCompany }),
    ...(order.parcels.length > 0 && { parcels: order.parcels.map((parcel) => ({ ...parcel })) }),
    ...(order.refundedFen !== undefined && { refundedFen: BigInt(order.refundedFen) }),
  };
}

/** What the amount of an order changes on its intent. */
export interface Charge {
  fields: { amountPaidFen?: bigint };
  /** The event and alarm of an amount above the total; null when there is none. */
  overcharged: (TimelineEvent & { detail: string }) | null;
}

/** What an intent knows of the amount. */
export interface AgreedAmount {
  totalFen: bigint;
  amountPaidFen: bigint | null;
}

/**
 * The one rule for amounts, for every writer of an order's news: an amount above the total is reported each time it grows,
 * and shown at once; any other is shown once the order is paid for, and follows the platform from then on.
 *
 * @param isPaid - whether the platform has confirmed the order.
 */
export function chargeOf(
  { amountPaidFen }: Pick<OrderNews, 'amountPaidFen'>,
  agreed: AgreedAmount,
  isPaid: boolean,
): Charge {
  const paid = BigInt(amountPaidFen);
  const known = agreed.amountPaidFen;
  const isNews = paid > agreed.totalFen && (known === null || paid > known);
  const isShown = isPaid || isNews || known !== null;
  const detail = `${fenToYuan(amountPaidFen)} paid, ${fenToYuan(Number(agreed.totalFen))} agreed`;
  return {
    fields: isShown && paid !== known ? { amountPaidFen: paid } : {},
    overcharged: isNews ? { type: 'order.overcharged', detail } : null,
  };
}

/** The events of a write that brings `charge`; `event` is the write's own. */
export function withCharge(
  event: TimelineEvent | null,
  { fields: { amountPaidFen }, overcharged }: Charge,
): WrittenEvents {
  if (event) return { event, also: overcharged ?? undefined };
  if (overcharged || amountPaidFen === undefined) return { event: overcharged };
  return { event: { type: 'order.amount_changed', detail: String(fenToYuan(Number(amountPaidFen))) } };
}
