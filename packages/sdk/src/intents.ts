import { CANCEL_REFUSED, INTENT_NOT_FOUND, SUBMIT_REFUSED } from './generated/tables.ts';
import type {
  CancelledIntent,
  CreatedIntent,
  CreateIntentBody,
  Intent,
  IntentIn,
  IntentEvents,
  IntentStatus,
  OperationId,
  Operations,
  StatusReason,
  UpdateIntentBody,
} from './generated/types.ts';
import {
  listIntents,
  type FieldList,
  type IntentList,
  type ListedIntent,
  type ListPage,
  type ListQuery,
} from './intent-list.ts';
import type {
  CallOptions,
  ChangeOptions,
  CreateAndWaitOptions,
  CreateOptions,
  WaitOptions,
} from './http/call-options.ts';
import { createKeyOf } from './http/create-key.ts';
import { request, type Call, type ResponsePromise, type Transport } from './http/request.ts';
import type { Refusal } from './http/retry.ts';
import { WAIT_TIMEOUT_MS, waitForIntent, type FinalStatus } from './wait-for-intent.ts';

type IntentCall<O extends OperationId> = Call<Operations[O]['result']> & { operation: O };

/**
 * Purchase intents: one product to buy for one recipient.
 *
 * Every method can throw {@link ApiError}, {@link ConnectionError}, {@link TimeoutError}, or the reason of an aborted
 * signal. Calls are retried automatically when a retry can help and cannot buy twice.
 */
export class Intents {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Accepts a purchase. The service orders it shortly after; {@link waitFor} returns the outcome. Repeating a failed
   * call is safe only with the same `idempotencyKey`; it returns the first answer again, so for the current `status` read
   * the intent.
   *
   * @example const { id } = await client.intents.create(order, { idempotencyKey: 'order-2026-0042' });
   * @throws ApiError `VALIDATION_FAILED` (40001) with one entry per field, also when `productUrl` shows no product;
   *   `IDEMPOTENCY_KEY_REUSED` (40901) for another body under a known key, with the id of its intent: a new key would buy again;
   *   `SIGNATURE_REUSED` (40901) when the call was signed again and refused a second time. TypeError for an invalid
   *   key, and in Node for an option that does not exist.
   */
  create(body: CreateIntentBody, options: CreateOptions = {}): ResponsePromise<CreatedIntent> {
    const createKey = createKeyOf(options.idempotencyKey);
    return this.#send({ operation: 'createIntent', body, createKey }, options);
  }

  /**
   * Creates an intent and waits until it ends or has a status of `until`: check `status` of the result. `timeoutMs`
   * (default 300 000) covers both, from the first attempt of the create. An error has the `idempotencyKey`, and the
   * `intentId` once there is one.
   *
   * @example
   * const intent = await client.intents.createAndWait(order);
   * if (intent.status === 'FAILED') console.log(intent.failureCode);
   * @throws as {@link create} and {@link waitFor}.
   */
  async createAndWait<const S extends IntentStatus = never>(
    body: CreateIntentBody,
    options: CreateAndWaitOptions<S> = {},
  ): Promise<IntentIn<S | FinalStatus>> {
    const { timeoutMs = WAIT_TIMEOUT_MS, idempotencyKey } = options;
    const createKey = createKeyOf(idempotencyKey);
    let startedAt = 0;
    const onStart = () => (startedAt = performance.now());
    const createMs = Math.min(timeoutMs, this.#transport.timeoutMs);
    const call = { operation: 'createIntent', body, createKey, onStart } as const;
    const { id } = await this.#send(call, { ...options, timeoutMs: createMs });
    const restMs = Math.max(1, timeoutMs - (performance.now() - startedAt));
    return this.#waitFor(id, { ...options, timeoutMs: restMs }, createKey);
  }

  /**
   * The intents of the calling App, newest first by default. Await the list for one page; `for await` yields all
   * intents, page after page, where each page is a call with its own `timeoutMs`.
   *
   * @example for await (const { id, price } of client.intents.list({ status: 'FAILED', fields: ['id', 'price'] })) console.log(id, price);
   * @throws ApiError `VALIDATION_FAILED` (40001).
   */
  list<const Fields extends FieldList | undefined = undefined>(
    query: ListQuery<Fields> = {},
    options?: CallOptions,
  ): IntentList<ListedIntent<Fields>> {
    type Page = ResponsePromise<ListPage<ListedIntent<Fields>>>;
    const read = (part: object) =>
      this.#send({ operation: 'listIntents', query: { ...query, ...part } }, options) as unknown as Page;
    // A cursor includes its page number.
    return listIntents(read({}), (cursor) => read({ cursor, page: undefined }));
  }

  /**
   * Reads the whole intent. Fields whose condition does not hold are absent.
   *
   * @example const { status, statusMessage } = await client.intents.get(id);
   * @throws ApiError `INTENT_NOT_FOUND` (40401), `NOT_OWNER` (40301).
   */
  get(id: string, options?: CallOptions): ResponsePromise<Intent> {
    return this.#send({ operation: 'getIntent', id }, options);
  }

  /**
   * Changes the fields of `patch`, while DRAFT or SUBMITTED. The total follows the quantity.
   *
   * @example await client.intents.update(id, { quantity: 3 }, { ifVersion: intent.version });
   * @throws ApiError `UPDATE_REFUSED` (40002), `VERSION_CONFLICT` (40902), `VALIDATION_FAILED` (40001),
   *   `INTENT_NOT_FOUND` (40401), `NOT_OWNER` (40301).
   */
  update(id: string, patch: UpdateIntentBody, options?: ChangeOptions): ResponsePromise<Intent> {
    return this.#send({ operation: 'updateIntent', id, body: patch }, options);
  }

  /**
   * Replaces all labels, whatever the status; `{}` removes them. `version` stays, and of two calls the later one stands.
   *
   * @example await client.intents.setLabels(id, { batch: '2026-11' });
   * @throws ApiError `VALIDATION_FAILED` (40001), `INTENT_NOT_FOUND` (40401), `NOT_OWNER` (40301).
   */
  setLabels(id: string, labels: Record<string, string>, options?: CallOptions): ResponsePromise<Intent> {
    return this.#send({ operation: 'setIntentLabels', id, body: { labels } }, options);
  }

  /**
   * Cancels the intent, irreversibly. While SUBMITTED at once and free; while PROCESSING the platform decides, which
   * can take 20 s and cost a fee (`cancellationFee`, yuan).
   *
   * @example const { cancellationFee = 0 } = await client.intents.cancel(id);
   * @throws ApiError `CANCEL_REFUSED` (40003) from any other status, `CANCEL_FAILED` (50003) when the platform
   *   refuses (already shipped), `CANCEL_UNDECIDED` (50301) when it has not decided by the deadline,
   *   `VERSION_CONFLICT` (40902), `INTENT_NOT_FOUND` (40401), `NOT_OWNER` (40301).
   */
  cancel(id: string, options?: ChangeOptions): ResponsePromise<CancelledIntent> {
    const recoverResult = ({ code, data }: Refusal, rest: CallOptions) =>
      code === CANCEL_REFUSED &&
      (data as StatusReason | null)?.currentStatus === 'CANCELLED' &&
      this.get(id, rest).then(toCancelled);
    return this.#send({ operation: 'cancelIntent', id, recoverResult }, options);
  }

  /**
   * Submits a draft for purchase.
   *
   * @example const { status } = await client.intents.submit(draft.id);
   * @throws ApiError `SUBMIT_REFUSED` (40002) unless DRAFT, `VALIDATION_FAILED` (40001) when `productUrl` shows no
   *   product, `VERSION_CONFLICT` (40902), `INTENT_NOT_FOUND` (40401), `NOT_OWNER` (40301).
   */
  submit(id: string, options?: ChangeOptions): ResponsePromise<Intent> {
    const recoverResult = ({ code }: Refusal, rest: CallOptions) =>
      code === SUBMIT_REFUSED && this.get(id, rest);
    return this.#send({ operation: 'submitIntent', id, recoverResult }, options);
  }

  /**
   * Deletes the record permanently, while DRAFT, FAILED or CANCELLED. An order on the platform is not changed.
   *
   * @example await client.intents.delete(id);
   * @throws ApiError `DELETE_REFUSED` (40004), `VERSION_CONFLICT` (40902), `INTENT_NOT_FOUND` (40401), `NOT_OWNER`
   *   (40301).
   */
  delete(id: string, options?: ChangeOptions): ResponsePromise<void> {
    const recoverResult = ({ code }: Refusal) => code === INTENT_NOT_FOUND && Promise.resolve(null);
    return this.#send({ operation: 'deleteIntent', id, recoverResult }, options) as ResponsePromise<never>;
  }

  /**
   * Archives an intent that has ended: it leaves the list, which has it with `archived: 'true'` or `'any'` alone. All else
   * works as before.
   *
   * @example await client.intents.archive(id);
   * @throws ApiError `ARCHIVE_REFUSED` (40002) unless COMPLETED, FAILED or CANCELLED, `VERSION_CONFLICT` (40902),
   *   `INTENT_NOT_FOUND` (40401), `NOT_OWNER` (40301).
   */
  archive(id: string, options?: ChangeOptions): ResponsePromise<Intent> {
    return this.#send({ operation: 'archiveIntent', id }, options);
  }

  /**
   * Puts an archived intent on the list again.
   *
   * @example await client.intents.unarchive(id);
   * @throws ApiError `VERSION_CONFLICT` (40902), `INTENT_NOT_FOUND` (40401), `NOT_OWNER` (40301).
   */
  unarchive(id: string, options?: ChangeOptions): ResponsePromise<Intent> {
    return this.#send({ operation: 'unarchiveIntent', id }, options);
  }

  /**
   * The timeline: every status change and attempt, oldest first.
   *
   * @example const { items } = await client.intents.events(id);
   * @throws ApiError `INTENT_NOT_FOUND` (40401), `NOT_OWNER` (40301).
   */
  events(id: string, options?: CallOptions): ResponsePromise<IntentEvents> {
    return this.#send({ operation: 'listIntentEvents', id }, options);
  }

  /**
   * Waits until the intent has one of the statuses `until` or a final one: check `status` of the result. Reads every
   * half second at first and every 4 to 6 s at last, at random, and continues through short outages. It follows one intent:
   * for many, read a list of those that changed.
   *
   * @example const intent = await client.intents.waitFor(id, { until: ['PROCESSING'], timeoutMs: 60_000 });
   * @throws TimeoutError after `timeoutMs` (default 300 000); the purchase continues. Otherwise as {@link get}.
   */
  waitFor<const S extends IntentStatus = never>(
    id: string,
    options?: WaitOptions<S>,
  ): Promise<IntentIn<S | FinalStatus>> {
    return this.#waitFor(id, options);
  }

  #waitFor<const S extends IntentStatus>(id: string, options?: WaitOptions<S>, key?: string) {
    return waitForIntent((each, rest) => this.get(each, rest), id, options, key);
  }

  /**
   * For functions beside the class, which a page loads with their first use.
   *
   * @internal
   */
  static send<O extends OperationId>(
    { intents }: { intents: Intents },
    call: IntentCall<O>,
    options: ChangeOptions | undefined,
  ) {
    return intents.#send(call, options);
  }

  #send<O extends OperationId>(call: IntentCall<O>, options: ChangeOptions | undefined) {
    return request<Operations[O]['result']>(this.#transport, call, options);
  }
}

function toCancelled({ id, updatedAt, cancelledAt = updatedAt, cancellationFee }: Intent): CancelledIntent {
  return { id, status: 'CANCELLED', updatedAt, cancelledAt, cancellationFee };
}
