import { digitsOf } from '@procurement-intents/contract';
import { encodeBase64Url, type PublishedEvent } from '@procurement-intents/domain';
import { WEBHOOK_SCHEMES } from '@procurement-intents/contract/webhooks/signing';
import { type AttemptTrigger, type DeliveryState } from '@procurement-intents/contract/webhooks';
import {
  getsEvent,
  type EndpointHealth,
  isServed,
  type StoredAttempt,
  type StoredDelivery,
  type StoredReplay,
  type WebhookEndpoint,
  type WebhookKey,
} from '@procurement-intents/domain/webhooks';
import type { NewId } from '../new-ids.ts';
import type { TestApp } from '../types.ts';

/** What signs the requests to an endpoint. */
export interface MemoryKey extends WebhookKey {
  /** What the receiver has: the secret, or the public key. */
  receiverKey: string;
  sign(text: Uint8Array): Promise<string>;
}

/** An event on its way to an endpoint. */
export interface MemoryDelivery extends StoredDelivery {
  event: PublishedEvent;
  trigger: AttemptTrigger;
  tries: number;
  resumeState: DeliveryState | null;
  resumeAt: Date | null;
  attempts: StoredAttempt[];
}

export interface MemoryEndpoint {
  endpoint: WebhookEndpoint;
  keys: MemoryKey[];
  /** The last event that was queued, or passed over. */
  queuedUpTo: number;
  endUpTo: Date | null;
  health: EndpointHealth;
  deliveries: MemoryDelivery[];
  replays: StoredReplay[];
  /** When its tests of this minute were made. */
  tests: Date[];
}

/** A new key of this scheme. */
export async function newKey(scheme: WebhookEndpoint['signature'], at: Date): Promise<MemoryKey> {
  const { subtle } = globalThis.crypto;
  const { keyPrefix } = WEBHOOK_SCHEMES[scheme];
  const times = { createdAt: at, expiresAt: null };
  if (scheme === 'v1') {
    const bytes = globalThis.crypto.getRandomValues(new Uint8Array(32));
    const key = await subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
    const sign = async (text: Uint8Array<ArrayBuffer>) => base64(await subtle.sign('HMAC', key, text));
    return { ...times, publicKey: null, receiverKey: keyPrefix + base64(bytes), sign };
  }
  const pair = await subtle.generateKey('Ed25519', true, ['sign', 'verify']);
  if (!('privateKey' in pair)) throw new TypeError('this runtime makes no ed25519 keys');
  const publicKey = keyPrefix + base64(await subtle.exportKey('raw', pair.publicKey));
  const sign = async (text: Uint8Array<ArrayBuffer>) =>
    base64(await subtle.sign('Ed25519', pair.privateKey, text));
  return { ...times, publicKey, receiverKey: publicKey, sign };
}

/** Standard base64 of bytes. */
function base64(bytes: ArrayBuffer | Uint8Array): string {
  const text = encodeBase64Url(String.fromCharCode(...new Uint8Array(bytes)));
  const padded = text.replaceAll('-', '+').replaceAll('_', '/');
  return padded.padEnd(Math.ceil(padded.length / 4) * 4, '=');
}

/** Whether the endpoint is sent to. No App is disabled here. */
export const isServedBy = (app: TestApp, { endpoint }: MemoryEndpoint): boolean =>
  isServed(endpoint, { ...app, disabledAt: null });

/** The endpoints of all Apps. */
export class EndpointStore {
  readonly all = new Map<string, MemoryEndpoint>();

  reset(): void {
    this.all.clear();
  }

  of(appId: string): MemoryEndpoint[] {
    return [...this.all.values()].filter(({ endpoint }) => endpoint.appId === appId);
  }

  /** Adds the deliveries of events that were published since the last call. */
  queue(
    one: MemoryEndpoint,
    feed: readonly PublishedEvent[],
    { app, now, newId }: { app: TestApp; now: Date; newId: NewId },
  ): void {
    for (const event of feed.slice(one.queuedUpTo)) {
      const { id, eventTypes } = one.endpoint;
      if (isServedBy(app, one) && getsEvent(id, eventTypes, event))
        one.deliveries.push(newDelivery(event, { id: digitsOf('delivery', newId('delivery', now)), now }));
    }
    one.queuedUpTo = feed.length;
  }
}

export const newDelivery = (
  event: PublishedEvent,
  { id, now }: { id: string; now: Date },
): MemoryDelivery => ({
  id,
  event,
  eventId: event.id,
  sequence: event.sequence,
  type: event.type,
  subjectId: event.subjectId,
  state: 'PENDING',
  attempt: 0,
  dueAt: now,
  isSending: false,
  lastStatus: null,
  queuedAt: now,
  createdAt: now,
  trigger: 'SCHEDULE',
  tries: 0,
  resumeState: null,
  resumeAt: null,
  attempts: [],
});
