import { pickChanged } from '@procurement-intents/gateway';
import type {
  ChangedOrders,
  Found,
  RefundState,
  RejectReason,
  ShopOrder,
} from '@procurement-intents/gateway';

/** An order, as the engine returns it for {@link ORDER}. */
export interface EngineOrder {
  id: string;
  code: string;
  state: string;
  updatedAt: string;
  totalWithTax: number;
  shippingWithTax: number;
  customFields: {
    merchantOrderNo: string | null;
    contentHash: string | null;
    /** Fen of the payment that was begun. */
    payingFen: number | null;
    awaitsTransfer: boolean | null;
    /** Why the order was refused, as JSON. */
    rejection: string | null;
  };
  lines: { id: string; quantity: number; productVariant: { sku: string } }[];
  payments: { id: string; amount: number; state: string; refunds: EngineRefund[] }[] | null;
  fulfillments: { state: string; method: string; trackingCode: string }[] | null;
}

interface EngineRefund {
  id: string;
  total: number;
  state: string;
}

export const ORDER = `id code state updatedAt totalWithTax shippingWithTax
  customFields { merchantOrderNo contentHash payingFen awaitsTransfer rejection }
  lines { id quantity productVariant { sku } }
  payments { id amount state refunds { id total state } }
  fulfillments { state method trackingCode }`;

/** States in which nothing is paid. */
export const OPEN_STATES: readonly string[] = ['Draft', 'ArrangingPayment'];
const SENT_STATES: ReadonlySet<string> = new Set(['Shipped', 'Delivered']);

export const paymentsOf = ({ payments }: EngineOrder) =>
  (payments ?? []).filter(({ state }) => state === 'Settled');
const refundsOf = (order: EngineOrder) =>
  paymentsOf(order)
    .flatMap(({ refunds }) => refunds)
    .filter(({ state }) => state !== 'Failed');
const sumOf = (refunds: readonly EngineRefund[]) => refunds.reduce((sum, { total }) => sum + total, 0);
const parcelsOf = ({ fulfillments }: EngineOrder) =>
  (fulfillments ?? []).filter(({ state }) => SENT_STATES.has(state));

/** Whether a parcel has left: an order that is being changed by a person still has its parcels. */
export const isSent = (order: EngineOrder): boolean => parcelsOf(order).length > 0;

function statusOf(order: EngineOrder): ShopOrder['status'] | null {
  const { state, customFields } = order;
  if (customFields.rejection !== null) return 'REJECTED';
  if (state === 'Cancelled' || state === 'Delivered')
    return state === 'Delivered' ? 'DELIVERED' : 'CANCELLED';
  if (isSent(order)) return 'SHIPPED';
  if (!OPEN_STATES.includes(state)) return 'CONFIRMED';
  return customFields.awaitsTransfer === true ? 'ACCEPTED' : null;
}

/** What the protocol says of the order; null while it is half-made. */
export function orderOf(order: EngineOrder): ShopOrder | null {
  const status = statusOf(order);
  if (!status) return null;
  const { code, customFields, updatedAt, shippingWithTax } = order;
  const amountPaidFen =
    status === 'ACCEPTED'
      ? (customFields.payingFen ?? 0)
      : paymentsOf(order).reduce((sum, { amount }) => sum + amount, 0);
  const refundedFen = sumOf(refundsOf(order).filter(({ state }) => state === 'Settled'));
  return {
    orderId: code,
    merchantOrderNo: customFields.merchantOrderNo ?? '',
    status,
    amountPaidFen,
    ...(amountPaidFen > 0 && { shippingFen: shippingWithTax, refundedFen }),
    parcels: parcelsOf(order).map(({ method, trackingCode }) => ({
      trackingNumber: trackingCode,
      trackingCompany: method,
    })),
    ...(customFields.rejection !== null && readRejection(customFields.rejection)),
    updatedAtMs: Date.parse(updatedAt),
  };
}

const readRejection = (text: string) => JSON.parse(text) as { reason: RejectReason; message?: string };

/** What of each payment is not yet in a refund. */
export function owedOf(order: EngineOrder): { paymentId: string; fen: number }[] {
  return paymentsOf(order)
    .map(({ id, amount, refunds }) => ({
      paymentId: id,
      fen: amount - sumOf(refunds.filter(({ state }) => state !== 'Failed')),
    }))
    .filter(({ fen }) => fen > 0);
}

/** The refund of a payment that a person booked waits for a person, too. */
export const refundStateOf = (order: EngineOrder): RefundState =>
  refundsOf(order).every(({ state }) => state === 'Settled') ? 'done' : 'pending';

/** What the kit is told of a number. */
export function foundOf(order: EngineOrder): Found<string> {
  const { payingFen, contentHash } = order.customFields;
  const known = orderOf(order);
  const content = { contentHash: contentHash ?? '' };
  if (known) return { ...content, order: known };
  return { ...content, begun: order.id, touchedAtMs: Date.parse(order.updatedAt), payingFen };
}

/**
 * The next orders of the list, from those that the engine returned by time. It sorts by the microsecond and shows
 * milliseconds: where it may have more than it returned, some of the last millisecond may be missing, so that one is left out.
 *
 * @returns null when all are of one millisecond: the engine has to be asked for more.
 */
export function pageOf(
  orders: readonly ShopOrder[],
  query: ChangedOrders,
  isWhole: boolean,
): ShopOrder[] | null {
  if (isWhole) return pickChanged(orders, query);
  const lastMs = orders.at(-1)?.updatedAtMs ?? 0;
  const page = pickChanged(orders, { ...query, changedBeforeMs: Math.min(query.changedBeforeMs, lastMs) });
  return page.length > 0 ? page : null;
}
