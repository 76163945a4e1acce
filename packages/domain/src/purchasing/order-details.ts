import type { OrderStatus } from '@procurement-intents/contract/gateway/codes';
import type { IntentChange, TimelineEvent } from '../intents/intent-change.ts';
import { fenToYuan } from '../money.ts';
import { isDead, type OrderFacts } from './answers.ts';

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

/** What an order tells of a completed intent. Amounts in fen. */
export interface ListedState {
  /** Null before the order is shipped, which a completed intent has nothing to learn from. */
  orderStatus: Exclude<ShownStatus, 'PLACED'> | null;
  amountPaidFen: number;
  /** Null when the platform names no refund. */
  refundedFen: number | null;
  parcelCount: number;
}

/**
 * The state of an order in the form in which it is compared with its completed intent, whoever compares. Such an intent
 * has bought, so a shop that rejects the order afterwards withdraws it.
 */
export function listedStateOf(order: OrderDetails): ListedState {
  const status = isDead(order) ? 'CANCELLED' : orderStatusOf(order);
  return {
    orderStatus: status === 'PLACED' ? null : status,
    amountPaidFen: order.amountPaidFen,
    refundedFen: order.refundedFen ?? null,
    parcelCount: order.parcels.length,
  };
}

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

/**
 * Whether the platform says that it keeps money for an order that came to nothing: it names what it paid back, and that is
 * less than it took. Without that, the amount of such an order is what it would have cost.
 */
export const keepsMoney = (order: OrderDetails): boolean =>
  isDead(order) && order.refundedFen !== undefined && order.refundedFen < order.amountPaidFen;

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
  const detail = `${fenToYuan(amountPaidFen)} paid, ${fenToYuan(agreed.totalFen)} agreed`;
  return {
    fields: isShown && paid !== known ? { amountPaidFen: paid } : {},
    overcharged: isNewAmount ? { type: 'order.overcharged', detail } : null,
  };
}

/** The events of a change of the order that applies `charge`. Callers see what has an event. */
export function withCharge(
  event: TimelineEvent | null,
  charge: Charge,
): Pick<IntentChange, 'event' | 'also' | 'isVisible'> {
  if (event) return { event, also: charge.overcharged ?? undefined, isVisible: true };
  const ofAmount = amountEvent(charge);
  return { event: ofAmount, isVisible: ofAmount !== null };
}

/** The event of an amount that others do not tell; null: nothing is shown anew. */
export function amountEvent({ fields: { amountPaidFen }, overcharged }: Charge): TimelineEvent | null {
  if (overcharged || amountPaidFen === undefined) return overcharged;
  return { type: 'order.amount_changed', detail: String(fenToYuan(amountPaidFen)) };
}
