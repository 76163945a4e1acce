import { type ListDeliveriesInput, type WebhookDeliveryView } from '@procurement-intents/contract/webhooks';
import { digitsOf, idPattern } from '@procurement-intents/contract';
import { ApiError } from '@procurement-intents/domain';
import {
  type Closing,
  deliveryQueryOf,
  presentAttempt,
  presentDelivery,
  presentDeliveryPage,
  requireEnabled,
  type StoredDelivery,
  webhookBody,
} from '@procurement-intents/domain/webhooks';
import type { ListCaller } from '../fair-share/caller-shares.ts';
import {
  loadWebhook,
  type WebhookChange,
  type WebhooksContext,
  type WebhookTarget,
} from './manage-webhooks.ts';
import type { DeliveryLog } from './store/delivery-log.ts';
import type { EndpointRow } from './store/webhook-store.ts';

export interface LogContext extends WebhooksContext {
  deliveries: DeliveryLog;
}

const closingOf = ({ endpoint, lane }: EndpointRow): Closing => ({
  isDisabled: endpoint.disabledAt !== null,
  endUpTo: lane.endUpTo,
});

/**
 * A page of the log, when it is the caller's turn.
 *
 * @throws ApiError `WEBHOOK_NOT_FOUND`, `NOT_OWNER`; `RATE_LIMITED` when too many lists of the App wait; ValidationError for
 *   a cursor that is not of a log.
 */
export async function listDeliveries(
  context: LogContext,
  target: WebhookTarget,
  input: ListDeliveriesInput,
  caller: ListCaller,
) {
  const row = await loadWebhook(context, target);
  const query = deliveryQueryOf(input);
  const closing = closingOf(row);
  const read = () => context.deliveries.list(target.id, query, closing);
  const { found, lookedTo } = await caller.inTurn(read);
  return presentDeliveryPage(found, { limit: query.limit, lookedTo, closing });
}

const NOT_FOUND = 'DELIVERY_NOT_FOUND';

async function loadDelivery(
  { deliveries }: LogContext,
  webhookId: string,
  deliveryId: string,
): Promise<StoredDelivery> {
  const id = digitsOf('delivery', deliveryId);
  const found = idPattern('delivery').test(deliveryId) ? await deliveries.find(webhookId, id) : null;
  if (!found) throw new ApiError(NOT_FOUND);
  return found;
}

/** A delivery with its body and attempts. @throws ApiError `WEBHOOK_NOT_FOUND`, `NOT_OWNER`, `DELIVERY_NOT_FOUND`. */
export async function readDelivery(context: LogContext, target: WebhookTarget, deliveryId: string) {
  const row = await loadWebhook(context, target);
  const delivery = await loadDelivery(context, target.id, deliveryId);
  const [event, attempts] = await Promise.all([
    context.deliveries.findEvent(delivery.id),
    context.deliveries.readAttempts(delivery.id),
  ]);
  const last = attempts.at(-1);
  return {
    ...presentDelivery(delivery, closingOf(row)),
    body: event === null ? '' : webhookBody(event),
    log: attempts.map((attempt) => presentAttempt(attempt, delivery.isSending && attempt === last)),
  };
}

/**
 * Asks for one more attempt now.
 *
 * @throws ApiError `WEBHOOK_NOT_FOUND`, `NOT_OWNER`, `DELIVERY_NOT_FOUND`, `WEBHOOK_DISABLED`.
 */
export async function retryDelivery(
  context: LogContext,
  target: WebhookChange,
  deliveryId: string,
): Promise<WebhookDeliveryView> {
  const row = await loadWebhook(context, target);
  const { id } = await loadDelivery(context, target.id, deliveryId);
  requireEnabled(row.endpoint);
  await context.deliveries.retry(id, row.endpoint, target.by);
  return presentDelivery(await loadDelivery(context, target.id, deliveryId), closingOf(row));
}
