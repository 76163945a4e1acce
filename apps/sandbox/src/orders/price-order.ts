import type { GatewayOrderRequest } from '@procurement-intents/contract/gateway/messages';
import type { RejectReason } from '@procurement-intents/contract/gateway/codes';
import { nearestFen } from '@procurement-intents/contract/money';
import { ITEMS } from '../items.ts';
import type { OrderableItem, Ordering } from '../items.ts';
import { scaleFen } from '../money.ts';

export interface OrderPrice {
  refusal: RejectReason | null;
  shippingFen: number;
  amountPaidFen: number;
}

/** The cost of the order, shipping included, or why it is refused. Checked before anything is paid. */
export function priceOrder(
  item: OrderableItem,
  { unitPrice, quantity, maxTotal }: GatewayOrderRequest,
  isTaken: boolean,
): OrderPrice {
  const { refusal, shippingFen, paidPercent }: Ordering = ITEMS[item].ordering;
  const totalFen = nearestFen(unitPrice) * quantity + shippingFen;
  const isOverTotal = maxTotal !== undefined && totalFen > nearestFen(maxTotal);
  const reason = refusal ?? (isTaken ? 'OUT_OF_STOCK' : isOverTotal ? 'PRICE_CHANGED' : null);
  if (reason) return { refusal: reason, shippingFen: 0, amountPaidFen: 0 };
  return { refusal: null, shippingFen, amountPaidFen: scaleFen(totalFen, paidPercent) };
}
