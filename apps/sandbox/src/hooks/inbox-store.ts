import type { IncomingHttpHeaders } from 'node:http';
import { WEBHOOK_HEADERS, type WebhookRefusal } from '@procurement-intents/contract/webhooks/signing';
import { createLruMap } from '../lru-map.ts';
import type { HookName } from './behaviours.ts';
import { judgeSignature, type SignedRequest } from './judge-signature.ts';
import type { ReceiverKey } from './receiver-key.ts';

export const KEPT_DELIVERIES = 200;
/** Inboxes that are kept, each with at most 13 MB of bodies. */
const KEPT_INBOXES = 50;
const MEMORY_IDS = 10_000;

interface Delivery extends SignedRequest {
  hook: HookName;
  /** What it was answered; null when the answer never ends. */
  status: number | null;
  /** Whether the inbox had its id before. */
  isDuplicate: boolean;
}

interface Inbox {
  keys: readonly ReceiverKey[];
  /** The newest last. */
  deliveries: Delivery[];
}

/** A delivery, as it is shown. */
export interface ShownDelivery {
  receivedAt: string;
  hook: HookName;
  status: number | null;
  /** By the secrets that the inbox has now; `unknown` while it has none. */
  signature: 'right' | 'wrong' | 'unknown';
  /** Why the signature is wrong. */
  reason?: WebhookRefusal;
  isDuplicate: boolean;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface ShownInbox {
  inbox: string;
  /** How many secrets it has. */
  secrets: number;
  /** The newest first. */
  deliveries: ShownDelivery[];
}

/** Inboxes of webhooks, in memory. */
export class InboxStore {
  readonly #inboxes = new Map<string, Inbox>();
  readonly #ids = createLruMap(MEMORY_IDS);
  readonly #attempts = createLruMap(MEMORY_IDS);

  /** Notes a delivery, and says what number its attempt has among those of its id at this receiver, from 1. */
  note(
    name: string,
    delivery: Omit<Delivery, 'isDuplicate' | 'status'>,
    statusOf: (attempt: number) => number | null,
  ): number | null {
    const inbox = this.#open(name);
    const id = String(delivery.headers[WEBHOOK_HEADERS.id] ?? '');
    const isDuplicate = id !== '' && this.#ids.count(`${name}\n${id}`) > 1;
    const status = statusOf(this.#attempts.count(`${name}\n${delivery.hook}\n${id}`));
    inbox.deliveries.push({ ...delivery, isDuplicate, status });
    if (inbox.deliveries.length > KEPT_DELIVERIES) inbox.deliveries.shift();
    return status;
  }

  /** By which secrets signatures are judged from now on, also of what has arrived already. */
  setKeys(name: string, keys: readonly ReceiverKey[]): void {
    this.#open(name).keys = keys;
  }

  read(name: string): ShownInbox {
    const { keys, deliveries } = this.#inboxes.get(name) ?? { keys: [], deliveries: [] };
    return {
      inbox: name,
      secrets: keys.length,
      deliveries: deliveries.map((each) => show(each, keys)).toReversed(),
    };
  }

  delete(name: string): void {
    this.#inboxes.delete(name);
  }

  clear(): void {
    this.#inboxes.clear();
    this.#ids.clear();
    this.#attempts.clear();
  }

  /** The inbox, as the one that was used last. */
  #open(name: string): Inbox {
    const inbox = this.#inboxes.get(name) ?? { keys: [], deliveries: [] };
    this.#inboxes.delete(name);
    this.#inboxes.set(name, inbox);
    const [oldest = name] = this.#inboxes.keys();
    if (this.#inboxes.size > KEPT_INBOXES) this.#inboxes.delete(oldest);
    return inbox;
  }
}

function show(delivery: Delivery, keys: readonly ReceiverKey[]): ShownDelivery {
  const { headers, body, receivedAtMs, hook, status, isDuplicate } = delivery;
  const reason = keys.length === 0 ? null : judgeSignature(delivery, keys);
  return {
    receivedAt: new Date(receivedAtMs).toISOString(),
    hook,
    status,
    signature: keys.length === 0 ? 'unknown' : reason === null ? 'right' : 'wrong',
    ...(reason !== null && { reason }),
    isDuplicate,
    headers,
    body: body.toString('utf8'),
  };
}
