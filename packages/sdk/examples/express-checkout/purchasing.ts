import { failureOf, isApiError, type ProcurementIntents } from '@procurement-intents/sdk';
import type { WebhookEvent } from '@procurement-intents/sdk/webhooks';
import type { Order, Orders } from './orders.ts';

export interface Shop {
  client: ProcurementIntents;
  orders: Orders;
  /** Notifies the people of the shop. */
  alert: (message: string) => void;
}

// A customer waits for the answer. An order that takes longer is sent again by `workOnOrders`.
const TIMEOUT_MS = 10_000;

/**
 * Sends a stored order. Its number is the idempotency key, so it can be sent any number of times and is bought once.
 * It ends as REFUSED only if the order itself is at fault; whatever else happens, it stays NEW and is sent again.
 */
export async function placeOrder({ client, orders, alert }: Shop, order: Order): Promise<Order> {
  const { number, purchase } = order;
  try {
    const { id } = await client.intents.create(purchase, { idempotencyKey: number, timeoutMs: TIMEOUT_MS });
    return orders.update(number, { state: 'ACCEPTED', intentId: id });
  } catch (error) {
    if (isApiError(error, 'VALIDATION_FAILED')) {
      return orders.update(number, { state: 'REFUSED', reason: JSON.stringify(error.data.errors) });
    }
    if (isApiError(error, 'IDEMPOTENCY_KEY_REUSED')) {
      alert(`order ${number}: ${error.data.id} has its number and other content`);
      return orders.update(number, { state: 'REFUSED', reason: error.name });
    }
    // Signature, clock, allow list, permission: the shop has to mend something, and then the order can be bought.
    if (isApiError(error) && !error.retryable) alert(`order ${number}: ${error.message}. ${error.fix}`);
    return order;
  }
}

/** Reads how an accepted order stands, and stores its end. */
async function followOrder({ client, orders, alert }: Shop, { number, intentId }: Order): Promise<void> {
  const intent = await client.intents.get(intentId as string);
  if (intent.status === 'COMPLETED' || intent.status === 'CANCELLED') {
    orders.update(number, { state: intent.status });
  }
  if (intent.status !== 'FAILED') return;
  const { actor, retryable } = failureOf(intent.failureCode);
  alert(`order ${number}: ${intent.failureReason} To act: ${actor}. Can be ordered again: ${retryable}.`);
  orders.update(number, { state: 'FAILED', reason: intent.failureCode });
}

/**
 * Reads how the order of an event stands. What it stores is true now, so an event that comes twice, late or out of order
 * does no harm. One that comes before the answer of its create finds no order here, and is left to `workOnOrders`.
 */
export async function noteEvent(shop: Shop, { data }: WebhookEvent): Promise<void> {
  const order = 'intentId' in data ? shop.orders.findByIntent(data.intentId) : null;
  if (order?.state === 'ACCEPTED') await followOrder(shop, order);
}

/** One round over all open orders: sends what is not accepted yet, and follows the others. */
export async function workOnOrders(shop: Shop): Promise<void> {
  for (const order of shop.orders.open()) {
    try {
      await (order.state === 'NEW' ? placeOrder(shop, order) : followOrder(shop, order));
    } catch (error) {
      shop.alert(`order ${order.number}: ${String(error)}`);
    }
  }
}
