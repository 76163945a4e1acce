import { CAPACITIES } from '@procurement-intents/contract';
import { PROCUREMENT_LIMITS } from '@procurement-intents/contract/procurement';
import { BearerError, checkId, found } from '@procurement-intents/domain/bearer';
import { checkOrderCancel, isOrderOver } from '@procurement-intents/domain/procurement';
import type { Actor } from '../audit/record-change.ts';
import { cancelIntent } from '../intents/cancel-intent.ts';
import { withWrites } from '../intents/change-intent.ts';
import type { IntentsContext, RecordedIntents, RequestCheck } from '../intents/intents-context.ts';
import { pollUntil } from '../polling/poll-until.ts';
import type { OrderRow, OrderStore } from './store/order-store.ts';

/** The dependencies of the verbs on orders. */
export interface OrdersContext {
  orders: OrderStore;
  intents: IntentsContext;
  recorded: RecordedIntents;
  requestCheck: RequestCheck;
  /** The questions to platforms that calls wait for, by the id of the order. */
  refreshes: Map<string, Promise<OrderRow>>;
  /** How long a refresh waits for a worker. Default `PROCUREMENT_LIMITS.orderRefreshMs`. */
  refreshMs?: number;
}

/** Whoever refreshes an order changes nothing of which there is a record. */
type RefreshContext = Omit<OrdersContext, 'recorded'>;

/** @throws BearerError `not_found`. */
export async function loadOrder({ orders }: Pick<OrdersContext, 'orders'>, id: string): Promise<OrderRow> {
  checkId('order', id);
  return found(await orders.find(id));
}

/**
 * Has a worker ask the platform about the order, and waits for the answer. The order of an intent that has failed or was
 * cancelled is over, and is shown as it is. Calls at once for one order share a question.
 *
 * @throws BearerError `unavailable` without an answer in time, or when too many orders are asked about.
 */
export async function refreshOrder(context: RefreshContext, id: string): Promise<OrderRow> {
  const { refreshes } = context;
  const before = await loadOrder(context, id);
  if (isOrderOver(before.intentStatus)) return before;
  // A second question would make the worker give up the first.
  const earlier = refreshes.get(id);
  if (earlier) return earlier;
  if (refreshes.size >= CAPACITIES.orderRefreshes) throw new BearerError('unavailable');
  const refresh = askPlatform(context, before).finally(() => refreshes.delete(id));
  refreshes.set(id, refresh);
  return refresh;
}

async function askPlatform(context: RefreshContext, before: OrderRow): Promise<OrderRow> {
  const { intents, requestCheck, refreshMs = PROCUREMENT_LIMITS.orderRefreshMs } = context;
  await requestCheck(before.intentId, intents.clock.now());
  const readAnswer = async (): Promise<OrderRow | null> => {
    const order = await loadOrder(context, before.id);
    const isChecked = order.checkedAt?.getTime() !== before.checkedAt?.getTime();
    return isChecked || isOrderOver(order.intentStatus) ? order : null;
  };
  const answered = await pollUntil(readAnswer, { timeoutMs: refreshMs });
  if (answered === null) throw new BearerError('unavailable');
  return answered;
}

/**
 * Cancels the order while its intent is PROCESSING: a worker asks the platform. The record has who asked for it first, also
 * when the platform refuses.
 *
 * @throws BearerError `conflict` for another status; ApiError when the platform refuses, or does not answer in time.
 */
export async function cancelOrder(
  context: OrdersContext,
  id: string,
  { actor, signal }: { actor: Actor; signal: AbortSignal },
): Promise<OrderRow> {
  const { intents, recorded } = context;
  const { appId, intentId, intentStatus } = await loadOrder(context, id);
  checkOrderCancel(intentStatus);
  const writes = recorded({ actor, at: intents.clock.now() }, { id })('order.cancel_requested');
  const target = { appId, id: intentId, access: 'all', ifMatch: undefined } as const;
  await cancelIntent(withWrites(intents, writes), target, signal);
  return loadOrder(context, id);
}
