import { createHmac, randomBytes } from 'node:crypto';
import {
  WEBHOOK_HEADERS,
  WEBHOOK_SCHEMES,
  webhookSigningPrefix,
} from '@procurement-intents/contract/webhooks/signing';

const { keyPrefix } = WEBHOOK_SCHEMES.v1;
const KEY_BYTES = 32;

/** A new secret, as the service gives it to an endpoint. */
export const newWebhookSecret = (): string => keyPrefix + randomBytes(KEY_BYTES).toString('base64');

/** Whether a text has the form of a secret. */
export function isWebhookSecret(text: unknown): text is string {
  if (typeof text !== 'string' || !text.startsWith(keyPrefix)) return false;
  return Buffer.from(text.slice(keyPrefix.length), 'base64').length === KEY_BYTES;
}

/** One attempt to send an event. */
interface Attempt {
  /** The id of the event. */
  id: string;
  /** When the attempt is made, Unix milliseconds. */
  atMs: number;
  body: Buffer;
}

/** The three headers by which a receiver knows who has sent a webhook. */
export function signWebhook({ id, atMs, body }: Attempt, secret: string): Record<string, string> {
  const timestamp = String(Math.floor(atMs / 1_000));
  const signature = createHmac('sha256', Buffer.from(secret.slice(keyPrefix.length), 'base64'))
    .update(webhookSigningPrefix(id, timestamp))
    .update(body)
    .digest('base64');
  return {
    [WEBHOOK_HEADERS.id]: id,
    [WEBHOOK_HEADERS.timestamp]: timestamp,
    [WEBHOOK_HEADERS.signature]: `v1,${signature}`,
  };
}
