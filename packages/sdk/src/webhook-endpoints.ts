import { WEBHOOK_NOT_FOUND } from './generated/tables.ts';
import type {
  CreatedWebhook,
  CreateReplayBody,
  CreateWebhookBody,
  DeliveryPage,
  ListDeliveriesQuery,
  OperationId,
  Operations,
  RotatedWebhookSecret,
  RotateWebhookSecretBody,
  TestedWebhook,
  TestWebhookBody,
  UpdateWebhookBody,
  Webhook,
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookList,
  WebhookReplay,
} from './generated/types.ts';
import type { CallOptions, ChangeOptions } from './http/call-options.ts';
import { request, type Call, type ResponsePromise, type Transport } from './http/request.ts';
import type { Refusal } from './http/retry.ts';

type WebhookCall<O extends OperationId> = Call<Operations[O]['result']> & { operation: O };

/**
 * Endpoints that the events of the App are sent to, and what became of each delivery. What receives them is in
 * `@procurement-intents/sdk/webhooks`.
 */
export class Webhooks {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Registers an endpoint. Its `secret` is in this result alone.
   *
   * @example const { id, secret } = await client.webhooks.create({ url: 'https://erp.example.com/hooks' });
   * @throws ApiError `VALIDATION_FAILED` (40001); `WEBHOOK_EXISTS` (40901) with the `id` of the endpoint that has the
   *   address, also when the answer of an earlier attempt was lost: {@link rotateSecret} then gives a secret;
   *   `LIMIT_REACHED` (40903).
   */
  create(body: CreateWebhookBody, options?: CallOptions): ResponsePromise<CreatedWebhook> {
    return this.#send({ operation: 'createWebhook', body }, options);
  }

  /**
   * All endpoints of the App, the newest first.
   *
   * @example const { items } = await client.webhooks.list();
   */
  list(options?: CallOptions): ResponsePromise<WebhookList> {
    return this.#send({ operation: 'listWebhooks' }, options);
  }

  /**
   * Reads an endpoint, without its secret.
   *
   * @example const { status, failingSince } = await client.webhooks.get(id);
   * @throws ApiError `WEBHOOK_NOT_FOUND` (40402), `NOT_OWNER` (40301).
   */
  get(id: string, options?: CallOptions): ResponsePromise<Webhook> {
    return this.#send({ operation: 'getWebhook', ids: [id] }, options);
  }

  /**
   * Changes the fields of `patch`. An endpoint that is enabled again gets nothing that it missed: see {@link replay}.
   *
   * @example await client.webhooks.update(id, { status: 'ENABLED' });
   * @throws ApiError `VALIDATION_FAILED` (40001), `WEBHOOK_EXISTS` (40901), `VERSION_CONFLICT` (40902), `WEBHOOK_NOT_FOUND`
   *   (40402), `NOT_OWNER` (40301).
   */
  update(id: string, patch: UpdateWebhookBody, options?: ChangeOptions): ResponsePromise<Webhook> {
    return this.#send({ operation: 'updateWebhook', ids: [id], body: patch }, options);
  }

  /**
   * Deletes an endpoint and its log.
   *
   * @example await client.webhooks.delete(id);
   * @throws ApiError `WEBHOOK_NOT_FOUND` (40402), `VERSION_CONFLICT` (40902), `NOT_OWNER` (40301).
   */
  delete(id: string, options?: ChangeOptions): ResponsePromise<void> {
    const recoverResult = ({ code }: Refusal) => code === WEBHOOK_NOT_FOUND && Promise.resolve(null);
    return this.#send(
      { operation: 'deleteWebhook', ids: [id], recoverResult },
      options,
    ) as ResponsePromise<never>;
  }

  /**
   * Gives an endpoint a new secret. The old one signs too until `expiresAt`, by default for a day: give receivers both.
   *
   * @example const { secret, expiresAt } = await client.webhooks.rotateSecret(id);
   * @throws ApiError `WEBHOOK_NOT_FOUND` (40402), `VERSION_CONFLICT` (40902), `NOT_OWNER` (40301), `VALIDATION_FAILED` (40001).
   */
  rotateSecret(
    id: string,
    body: RotateWebhookSecretBody = {},
    options?: ChangeOptions,
  ): ResponsePromise<RotatedWebhookSecret> {
    return this.#send({ operation: 'rotateWebhookSecret', ids: [id], body }, options);
  }

  /**
   * Sends a sample event now, and returns what came back, whatever it was.
   *
   * @example const { status, error } = await client.webhooks.test(id);
   * @throws ApiError `WEBHOOK_NOT_FOUND` (40402), `NOT_OWNER` (40301), `WEBHOOK_DISABLED` (40902) while it has no secret,
   *   `RATE_LIMITED` (42901) after six in a minute.
   */
  test(id: string, body: TestWebhookBody = {}, options?: CallOptions): ResponsePromise<TestedWebhook> {
    return this.#send({ operation: 'testWebhook', ids: [id], body, isRepeatable: false }, options);
  }

  /**
   * One page of the log of an endpoint, the newest first.
   *
   * @example const { items, nextCursor } = await client.webhooks.deliveries(id, { state: 'FAILED' });
   * @throws ApiError `WEBHOOK_NOT_FOUND` (40402), `NOT_OWNER` (40301), `VALIDATION_FAILED` (40001).
   */
  deliveries(
    id: string,
    query: ListDeliveriesQuery = {},
    options?: CallOptions,
  ): ResponsePromise<DeliveryPage> {
    return this.#send({ operation: 'listWebhookDeliveries', ids: [id], query }, options);
  }

  /**
   * A delivery with its body and attempts.
   *
   * @example const { log } = await client.webhooks.delivery(id, deliveryId);
   * @throws ApiError `WEBHOOK_NOT_FOUND` (40402), `DELIVERY_NOT_FOUND` (40403), `NOT_OWNER` (40301).
   */
  delivery(id: string, deliveryId: string, options?: CallOptions): ResponsePromise<WebhookDeliveryDetail> {
    return this.#send({ operation: 'getWebhookDelivery', ids: [id, deliveryId] }, options);
  }

  /**
   * Sends a delivery once more, also one that succeeded.
   *
   * @example await client.webhooks.retry(id, deliveryId);
   * @throws ApiError `WEBHOOK_NOT_FOUND` (40402), `DELIVERY_NOT_FOUND` (40403), `WEBHOOK_DISABLED` (40902), `NOT_OWNER` (40301).
   */
  retry(id: string, deliveryId: string, options?: CallOptions): ResponsePromise<WebhookDelivery> {
    return this.#send({ operation: 'retryWebhookDelivery', ids: [id, deliveryId] }, options);
  }

  /**
   * Sends the events of a span of time again, by default those that the endpoint has not taken.
   *
   * @example const { id: replayId } = await client.webhooks.replay(id, { since: '2026-11-21T08:00:00Z' });
   * @throws ApiError `REPLAY_RUNNING` (40902), `WEBHOOK_DISABLED` (40902), `EVENTS_EXPIRED` (41001), `VALIDATION_FAILED` (40001),
   *   `WEBHOOK_NOT_FOUND` (40402), `NOT_OWNER` (40301).
   */
  replay(id: string, body: CreateReplayBody, options?: CallOptions): ResponsePromise<WebhookReplay> {
    return this.#send({ operation: 'createWebhookReplay', ids: [id], body }, options);
  }

  /**
   * How far a replay is.
   *
   * @example const { state, remaining } = await client.webhooks.getReplay(id, replayId);
   * @throws ApiError `WEBHOOK_NOT_FOUND` (40402), `DELIVERY_NOT_FOUND` (40403), `NOT_OWNER` (40301).
   */
  getReplay(id: string, replayId: string, options?: CallOptions): ResponsePromise<WebhookReplay> {
    return this.#send({ operation: 'getWebhookReplay', ids: [id, replayId] }, options);
  }

  #send<O extends OperationId>(call: WebhookCall<O>, options: ChangeOptions | undefined) {
    return request<Operations[O]['result']>(this.#transport, call, options);
  }
}
