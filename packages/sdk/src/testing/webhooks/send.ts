import { idOf, WEBHOOK_HEADERS, webhookSigningPrefix } from '@procurement-intents/contract';
import { WEBHOOK_LIMITS } from '@procurement-intents/contract/webhooks';
import {
  type AttemptResult,
  errorOfStatus,
  hasIntent,
  healthAfter,
  isGone,
  outcomeOf,
  presentPayloadIntent,
  readRetryAfter,
  signingKeys,
  webhookBody,
} from '@procurement-intents/domain/webhooks';
import type { IntentStore } from '../intents/intent-store.ts';
import type { TestWebhookHandler } from './webhook-handler.ts';
import { disable } from './endpoint-health.ts';
import type { TestApp } from '../types.ts';
import { isServedBy, type MemoryDelivery, type MemoryEndpoint } from './endpoints.ts';

/** Pauses of the schedule are as they are on average. */
const RANDOM = 0.5;

/** Sends one request to the handler, signed as the service signs. */
export async function send(
  { endpoint, keys }: MemoryEndpoint,
  { id, body }: { id: string; body: string },
  { handler, now }: { handler: TestWebhookHandler | undefined; now: Date },
): Promise<AttemptResult> {
  const failed = { durationMs: 0, status: null, response: null, retryAfterSeconds: null };
  if (!handler) return { ...failed, error: 'CONNECT' };
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const text = new TextEncoder().encode(webhookSigningPrefix(id, timestamp) + body);
  const signatures = await Promise.all(
    signingKeys(keys, now).map(async (key) => `${endpoint.signature},${await key.sign(text)}`),
  );
  try {
    const request = new Request(endpoint.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        [WEBHOOK_HEADERS.id]: id,
        [WEBHOOK_HEADERS.timestamp]: timestamp,
        [WEBHOOK_HEADERS.signature]: signatures.join(' '),
      },
      body,
    });
    const {
      status,
      headers,
      text: read,
    } = await handler(request).then(async (answer) => ({
      status: answer.status,
      headers: answer.headers,
      text: await answer.text(),
    }));
    return {
      durationMs: 0,
      status,
      error: errorOfStatus(status),
      response: read === '' ? null : read.slice(0, WEBHOOK_LIMITS.keptAnswerBytes),
      retryAfterSeconds: readRetryAfter(headers.get('retry-after'), now),
    };
  } catch {
    return { ...failed, error: 'RESET' };
  }
}

/** Makes the attempts of an endpoint that are due, and returns how many. */
export async function deliverTo(
  one: MemoryEndpoint,
  { app, handler, now, store }: { app: TestApp; handler: TestWebhookHandler; now: Date; store: IntentStore },
): Promise<number> {
  if (!isServedBy(app, one)) return 0;
  let sent = 0;
  for (const delivery of one.deliveries) {
    const isOver = one.endUpTo !== null && delivery.queuedAt <= one.endUpTo;
    if (one.endpoint.disabledAt !== null || isOver || delivery.dueAt === null || delivery.dueAt > now)
      continue;
    await attempt(one, delivery, { handler, now, store });
    sent += 1;
  }
  return sent;
}

async function attempt(
  one: MemoryEndpoint,
  delivery: MemoryDelivery,
  { handler, now, store }: { handler: TestWebhookHandler; now: Date; store: IntentStore },
): Promise<void> {
  const { trigger } = delivery;
  const { version } = one.endpoint;
  delivery.attempt += 1;
  if (trigger === 'SCHEDULE') delivery.tries += 1;
  const body = bodyOf(one, delivery, store);
  const result = await send(one, { id: idOf('event', delivery.eventId), body }, { handler, now });
  const { durationMs, status, error, response } = result;
  delivery.attempts.push({ at: now, trigger, durationMs, status, error, response });
  Object.assign(delivery, outcomeOf(delivery, result, { now, random: RANDOM }), {
    lastStatus: status ?? delivery.lastStatus,
    trigger: 'SCHEDULE',
    resumeState: null,
    resumeAt: null,
  });
  one.health = healthAfter(one.health, error === null, now);
  // One that was changed meanwhile has not said so.
  if (isGone(result) && one.endpoint.version === version) disable(one, 'GONE', { now, store });
}

/** The body of a delivery, with the intent as it is now in a full one. */
function bodyOf({ endpoint }: MemoryEndpoint, { event }: MemoryDelivery, store: IntentStore): string {
  if (!hasIntent(endpoint.payload, event.type)) return webhookBody(event);
  const intent = store.all().find(({ id }) => id === event.subjectId);
  return webhookBody(event, intent ? presentPayloadIntent(intent) : null);
}
