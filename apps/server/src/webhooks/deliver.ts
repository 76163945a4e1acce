import { idOf, type IntentView } from '@procurement-intents/contract';
import {
  type AttemptResult,
  hasIntent,
  isGone,
  outcomeOf,
  webhookBody,
} from '@procurement-intents/domain/webhooks';
import type { Clock } from '../clock.ts';
import { redactError } from '../observability/redact-error.ts';
import type { Logger } from '../observability/logger.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { SecretBox } from '../sealing/secret-box.ts';
import type { ClaimedDelivery, ClaimedKey, Claiming } from './store/claim-deliveries.ts';
import type { FinishedAttempt, Finishing, GoneEndpoint } from './store/finish-attempts.ts';
import type { WebhookRequest, WebhookSender } from './send-attempt.ts';
import type { SigningKey } from './signing-key.ts';

/** Reads the intents of full payloads: what each of these ids shows now; absent when it was deleted. */
export type ReadPayloadIntents = (ids: readonly string[]) => Promise<PayloadIntents>;
type PayloadIntents = ReadonlyMap<string, Partial<IntentView>>;

export interface DeliveryContext {
  claims: Claiming;
  results: Finishing;
  sender: WebhookSender;
  secretBox: SecretBox;
  readIntents: ReadPayloadIntents;
  clock: Clock;
  log: Logger;
  metrics: Pick<Metrics, 'webhookAttempted'>;
}

// To open a key costs as much as to sign with it. A rotated key has another id.
const MAX_KEYS = 2000;

/** Opens the keys of endpoints, and keeps those that are in use. */
export class KeyRing {
  readonly #box: SecretBox;
  readonly #keys = new Map<string, SigningKey>();

  constructor(box: SecretBox) {
    this.#box = box;
  }

  /** @throws Error when no key at hand opens it. */
  open(webhookId: string, { id, ciphertext, scheme }: ClaimedKey): SigningKey {
    const known = this.#keys.get(id);
    if (known) return known;
    const key = { scheme, secret: this.#box.open(Buffer.from(ciphertext, 'base64'), webhookId) };
    if (this.#keys.size >= MAX_KEYS) this.#keys.clear();
    this.#keys.set(id, key);
    return key;
  }
}

const isFull = ({ payload, type }: ClaimedDelivery): boolean => hasIntent(payload, type);

/** The service itself could not send. */
const NOT_SENT: AttemptResult = {
  durationMs: 0,
  status: null,
  error: 'UNKNOWN',
  response: null,
  retryAfterSeconds: null,
};

// Results that wait for the database: more than a process can have under way at once.
const MAX_RESULTS = 2000;

/** Makes attempts whose beginning is on record, and collects what came of them. */
export class Deliverer {
  readonly #context: DeliveryContext;
  readonly #keys: KeyRing;
  readonly #ended = new AbortController();
  readonly #running = new Set<Promise<void>>();
  #results: { finished: FinishedAttempt; gone: GoneEndpoint | null }[] = [];

  constructor(context: DeliveryContext) {
    this.#context = context;
    this.#keys = new KeyRing(context.secretBox);
  }

  /** Requests that are under way. */
  get running(): number {
    return this.#running.size;
  }

  /** Claims up to `most` deliveries and begins their requests. Says how many. */
  async begin(most: number, perEndpoint: number): Promise<number> {
    const claimed = await this.#context.claims.claim(most, perEndpoint);
    const full = claimed.filter(isFull);
    // Their attempts are on record: each has its end, whatever happens to this look-up.
    const intents = full.length === 0 ? Promise.resolve(null) : this.#readIntents(full);
    for (const delivery of claimed) {
      const attempt: Promise<void> = this.#attempt(delivery, intents).finally(() =>
        this.#running.delete(attempt),
      );
      this.#running.add(attempt);
    }
    return claimed.length;
  }

  /** The intents of full payloads; null when they could not be read. */
  async #readIntents(full: readonly ClaimedDelivery[]): Promise<PayloadIntents | null> {
    try {
      return await this.#context.readIntents(full.map(({ subjectId }) => subjectId));
    } catch (error) {
      this.#context.log.error({ err: redactError(error) }, 'intents of webhooks could not be read');
      return null;
    }
  }

  /** Writes what has come of attempts since the last call. Says how many. */
  async settle(): Promise<number> {
    const results = this.#results;
    if (results.length === 0) return 0;
    this.#results = [];
    try {
      await this.#context.results.finish(results.map(({ finished }) => finished));
      const gone = results.flatMap((result) => result.gone ?? []);
      if (gone.length > 0) await this.#context.results.disableGone(gone);
    } catch (error) {
      // They are written with the next ones, or their leases end.
      this.#results.unshift(...results.slice(0, MAX_RESULTS));
      throw error;
    }
    return results.length;
  }

  /** Waits for requests that are under way, at most so long, and writes what came of them. */
  async finish(timeoutMs: number): Promise<void> {
    const isLate = Promise.withResolvers<void>();
    const timer = setTimeout(isLate.resolve, timeoutMs);
    await Promise.race([Promise.all(this.#running), isLate.promise]);
    clearTimeout(timer);
    await this.settle();
  }

  /** Finishes, and ends what is left: its leases end too, and another process goes on. */
  async stop(timeoutMs: number): Promise<void> {
    await this.finish(timeoutMs);
    this.#ended.abort();
  }

  async #attempt(delivery: ClaimedDelivery, intents: Promise<PayloadIntents | null>): Promise<void> {
    const { clock, sender, metrics, log } = this.#context;
    const { webhookId, endpointVersion: version } = delivery;
    // The event is kept no longer, so nothing is left to send.
    if (delivery.at === null) return this.#end(delivery, NOT_SENT, { state: 'ENDED', dueAt: null });
    let result: AttemptResult;
    try {
      const request = this.#request(
        { ...delivery, at: delivery.at },
        isFull(delivery) ? await intents : undefined,
      );
      result = await sender.send(request, { now: clock.now(), signal: this.#ended.signal });
      // Aborted by the shutdown: its lease ends, and another process goes on.
      if (this.#ended.signal.aborted && result.error === 'UNKNOWN') return;
    } catch (error) {
      log.error({ err: redactError(error), webhookId }, 'a webhook could not be sent; it is tried again');
      result = NOT_SENT;
    }
    metrics.webhookAttempted(result.error ?? 'OK');
    const outcome = outcomeOf(delivery, result, { now: clock.now(), random: Math.random() });
    this.#end(delivery, result, outcome, isGone(result) ? { webhookId, version } : null);
  }

  /** @throws Error when a key does not open, or the intent of a full payload could not be read. */
  #request(
    delivery: ClaimedDelivery & { at: Date },
    intents: PayloadIntents | null | undefined,
  ): WebhookRequest {
    const { webhookId, url, eventId } = delivery;
    if (intents === null) throw new Error('the intent could not be read');
    const intent = intents && (intents.get(delivery.subjectId) ?? null);
    const event = { ...delivery, id: eventId, sequence: Number(delivery.sequence) };
    return {
      url,
      id: idOf('event', eventId.replaceAll('-', '')),
      body: Buffer.from(webhookBody(event, intent)),
      keys: (delivery.keys ?? []).map((key) => this.#keys.open(webhookId, key)),
    };
  }

  #end(
    { id, attempt }: ClaimedDelivery,
    result: AttemptResult,
    outcome: ReturnType<typeof outcomeOf>,
    gone: GoneEndpoint | null = null,
  ): void {
    const { durationMs, status, error, response } = result;
    const isJudged = result !== NOT_SENT;
    const finished = { id, attempt, ...outcome, durationMs, status, error, response, isJudged };
    this.#results.push({ finished, gone });
  }
}
