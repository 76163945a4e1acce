import { check, isVisible } from './check-options.ts';
import type { AnyApiError, ConnectionError } from './errors.ts';
import type {
  CancelledIntent,
  CreatedIntent,
  CreateIntentBody,
  Intent,
  IntentEvents,
  IntentStatus,
  OperationId,
  UpdateIntentBody,
} from './generated/types.ts';
import {
  listIntents,
  type IntentList,
  type ListedIntent,
  type ListPage,
  type ListQuery,
} from './intent-list.ts';
import { request, type Call, type CallOptions, type Transport } from './http/request.ts';
import {
  WAIT_TIMEOUT_MS,
  waitForIntent,
  type FinalStatus,
  type IntentIn,
  type WaitOptions,
} from './wait-for-intent.ts';

type Refused = AnyApiError | ConnectionError;

export interface CreateOptions extends CallOptions {
  /**
   * Names the purchase: repeating the call with the same key and body, in this process or a later one, buys nothing
   * more. 1 to 255 visible ASCII characters; your own order number serves well. Default: a new key for each call.
   */
  idempotencyKey?: string | undefined;
}

export interface ChangeOptions extends CallOptions {
  /**
   * Refuse with `VERSION_CONFLICT` (40902) unless the intent still has this `version`. Such a call is not repeated
   * after a lost answer, because its own success would then look like the conflict.
   */
  ifVersion?: number | undefined;
}

export type CreateAndWaitOptions<S extends IntentStatus = IntentStatus> = WaitOptions<S> &
  Pick<CreateOptions, 'idempotencyKey'>;

/**
 * Purchase intents: one product to buy for one recipient.
 *
 * Every method can throw {@link ApiError}, {@link ConnectionError}, {@link TimeoutError}, or the reason of an aborted
 * signal. Calls are repeated by themselves where that can help and cannot buy twice.
 */
export class Intents {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Accepts a purchase. The service orders it shortly after; {@link waitFor} tells how it ends. Repeating a call that
   * failed is safe only with the same `idempotencyKey`.
   *
   * @throws ApiError `VALIDATION_FAILED` (40001) with one entry a field, also when `productUrl` shows no product;
   *   `IDEMPOTENCY_KEY_REUSED` (40901) for another body under a known key, which names the intent that it stands for;
   *   `SIGNATURE_REUSED` (40901) when the call was signed again and refused once more. TypeError for a key of the wrong form.
   */
  async create(body: CreateIntentBody, options: CreateOptions = {}): Promise<CreatedIntent> {
    // One key a call, made before the first attempt, is what makes it safe to send again.
    const key = options.idempotencyKey ?? crypto.randomUUID();
    check(isVisible(key) && key.length < 256, 'idempotencyKey must be 1 to 255 visible ASCII characters');
    return this.#send({ operation: 'createIntent', body, headers: { 'idempotency-key': key } }, options);
  }

  /**
   * Creates an intent and waits for its end, or for one of `until`: look at `status` of what you get. `timeoutMs`
   * (default 300 000) covers both.
   *
   * @throws as {@link create} and {@link waitFor}.
   */
  async createAndWait<const S extends IntentStatus = never>(
    body: CreateIntentBody,
    options: CreateAndWaitOptions<S> = {},
  ): Promise<IntentIn<S | FinalStatus>> {
    const { timeoutMs = WAIT_TIMEOUT_MS, idempotencyKey, signal } = options;
    const startedAt = performance.now();
    const createMs = Math.min(timeoutMs, this.#transport.timeoutMs);
    const { id } = await this.create(body, { idempotencyKey, signal, timeoutMs: createMs });
    const restMs = Math.max(1, timeoutMs - (performance.now() - startedAt));
    return this.waitFor(id, { ...options, timeoutMs: restMs });
  }

  /**
   * The calling App's intents, newest first unless asked otherwise. Await it for one page; `for await` gives all of
   * them, page after page, each page a call with a `timeoutMs` of its own.
   *
   * @throws ApiError `VALIDATION_FAILED` (40001).
   */
  list<Fields extends string | undefined = undefined>(
    query: ListQuery<Fields> = {},
    options?: CallOptions,
  ): IntentList<ListedIntent<Fields>> {
    type Page = Promise<ListPage<ListedIntent<Fields>>>;
    const read = (part: object) =>
      this.#send({ operation: 'listIntents', query: { ...query, ...part } }, options) as Page;
    // A cursor knows its page.
    return listIntents(read({}), (cursor) => read({ cursor, page: undefined }));
  }

  /**
   * The whole intent. Fields whose condition does not hold are absent.
   *
   * @throws ApiError `INTENT_NOT_FOUND` (40401), `NOT_OWNER` (40301).
   */
  get(id: string, options?: CallOptions): Promise<Intent> {
    return this.#send({ operation: 'getIntent', id }, options);
  }

  /**
   * Changes the fields that `patch` names, while DRAFT or SUBMITTED; the total follows the quantity.
   *
   * @throws ApiError `UPDATE_REFUSED` (40002), `VERSION_CONFLICT` (40902), `VALIDATION_FAILED` (40001),
   *   `INTENT_NOT_FOUND` (40401), `NOT_OWNER` (40301).
   */
  update(id: string, patch: UpdateIntentBody, options?: ChangeOptions): Promise<Intent> {
    return this.#change({ operation: 'updateIntent', id, body: patch }, options);
  }

  /**
   * Cancels the intent, irreversibly. While SUBMITTED at once and free; while PROCESSING the platform decides, which
   * can take 20 s and cost a fee (`cancellationFee`, yuan).
   *
   * @throws ApiError `CANCEL_REFUSED` (40003) from any other status, `CANCEL_FAILED` (50003) when the platform will
   *   not (already shipped), `CANCEL_UNDECIDED` (50301) when it still has not answered at the deadline,
   *   `VERSION_CONFLICT` (40902), `INTENT_NOT_FOUND` (40401), `NOT_OWNER` (40301).
   */
  cancel(id: string, options?: ChangeOptions): Promise<CancelledIntent> {
    const settle = (refusal: Refused, rest: CallOptions) =>
      refusal.name === 'CANCEL_REFUSED' &&
      refusal.data.currentStatus === 'CANCELLED' &&
      this.get(id, rest).then(toCancelled);
    return this.#change({ operation: 'cancelIntent', id, settle }, options);
  }

  /**
   * Turns a draft into a purchase.
   *
   * @throws ApiError `SUBMIT_REFUSED` (40002) unless DRAFT, `VALIDATION_FAILED` (40001) when `productUrl` shows no
   *   product, `VERSION_CONFLICT` (40902), `INTENT_NOT_FOUND` (40401), `NOT_OWNER` (40301).
   */
  submit(id: string, options?: ChangeOptions): Promise<Intent> {
    const settle = ({ name }: Refused, rest: CallOptions) => name === 'SUBMIT_REFUSED' && this.get(id, rest);
    return this.#change({ operation: 'submitIntent', id, settle }, options);
  }

  /**
   * Removes the record for good, while DRAFT, FAILED or CANCELLED. An order on the platform stays as it is.
   *
   * @throws ApiError `DELETE_REFUSED` (40004), `VERSION_CONFLICT` (40902), `INTENT_NOT_FOUND` (40401),
   *   `NOT_OWNER` (40301).
   */
  async delete(id: string, options?: ChangeOptions): Promise<void> {
    const settle = ({ name }: Refused) => name === 'INTENT_NOT_FOUND' && Promise.resolve(null);
    await this.#change({ operation: 'deleteIntent', id, settle }, options);
  }

  /**
   * The timeline: every move and attempt, oldest first.
   *
   * @throws ApiError `INTENT_NOT_FOUND` (40401), `NOT_OWNER` (40301).
   */
  events(id: string, options?: CallOptions): Promise<IntentEvents> {
    return this.#send({ operation: 'listIntentEvents', id }, options);
  }

  /**
   * Waits until the intent has one of the statuses `until`, or one that it cannot leave any more: look at `status`
   * of what you get. Reads every half second at first, every 5 s at last, and sits out short outages.
   *
   * @throws TimeoutError after `timeoutMs` (default 300 000); the intent goes on. Else as {@link get}.
   */
  waitFor<const S extends IntentStatus = never>(
    id: string,
    options?: WaitOptions<S>,
  ): Promise<IntentIn<S | FinalStatus>> {
    return waitForIntent((each, rest) => this.get(each, rest), id, options);
  }

  #send<O extends OperationId>(call: Call<O>, options: CallOptions | undefined) {
    return request(this.#transport, call, options);
  }

  #change<O extends OperationId>(call: Call<O>, options: ChangeOptions = {}) {
    const { ifVersion } = options;
    const bound = { headers: { 'if-match': `"${ifVersion}"` }, isRepeatable: false };
    return this.#send({ ...call, ...(ifVersion !== undefined && bound) }, options);
  }
}

function toCancelled({ id, updatedAt, cancelledAt = updatedAt, cancellationFee }: Intent): CancelledIntent {
  return { id, status: 'CANCELLED', updatedAt, cancelledAt, cancellationFee };
}
