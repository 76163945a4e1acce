import { createHmac, createPrivateKey, sign } from 'node:crypto';
import { WEBHOOK_SCHEMES, webhookSigningPrefix } from '@procurement-intents/contract/webhooks/signing';
import type { SigningKey } from './signing-key.ts';

/** One attempt to send an event. */
export interface Delivery {
  /** The id of the event. */
  id: string;
  /** The time of this attempt, Unix seconds. */
  timestamp: number;
  /** The bytes that are sent. */
  body: Uint8Array;
}

/**
 * The value of the header `webhook-signature`: one signature for each key, separated by spaces.
 *
 * @param keys - one; in the grace time after a rotation two.
 */
export function signDelivery({ id, timestamp, body }: Delivery, keys: readonly SigningKey[]): string {
  const signed = Buffer.concat([Buffer.from(webhookSigningPrefix(id, String(timestamp))), body]);
  return keys.map((key) => `${key.scheme},${signatureOf(signed, key).toString('base64')}`).join(' ');
}

function signatureOf(signed: Buffer, { scheme, secret }: SigningKey): Buffer {
  if (scheme === 'v1') {
    const key = Buffer.from(secret.slice(WEBHOOK_SCHEMES.v1.keyPrefix.length), 'base64');
    return createHmac('sha256', key).update(signed).digest();
  }
  const key = createPrivateKey({ key: Buffer.from(secret, 'base64'), format: 'der', type: 'pkcs8' });
  return sign(null, signed, key);
}
