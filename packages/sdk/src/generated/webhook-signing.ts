// Generated from packages/contract by `npm run generate`. Change the contract there, not this file.

/** Names of the headers that a webhook carries, in lower case. Source: Standard Webhooks 1.0.0. */
export const WEBHOOK_HEADERS = {
  id: 'webhook-id',
  timestamp: 'webhook-timestamp',
  signature: 'webhook-signature',
} as const;

/**
 * The schemes, as a signature names them: `v1` is HMAC-SHA256 under a shared secret, `v1a` is ed25519. A receiver's key is
 * its prefix and standard base64 of `minKeyBytes` to `maxKeyBytes` bytes.
 */
export const WEBHOOK_SCHEMES = {
  v1: { keyPrefix: 'whsec_', minKeyBytes: 24, maxKeyBytes: 64, signatureBytes: 32 },
  v1a: { keyPrefix: 'whpk_', minKeyBytes: 32, maxKeyBytes: 32, signatureBytes: 64 },
} as const;

/** How far the timestamp of a webhook may be from the receiver's clock, either way. */
export const WEBHOOK_TOLERANCE_SECONDS = 300;

/** Unix time in whole seconds, as the timestamp header carries it. */
export const WEBHOOK_TIMESTAMP_PATTERN = /^(?:0|[1-9][0-9]{0,11})$/;

/** An id has no full stop: it separates the parts of the signed text, and with one more the parts could be shifted. */
export const WEBHOOK_ID_PATTERN = /^[!-\-/-~]{1,255}$/;

/** Why a receiver refuses a webhook. The last is a webhook that is signed well, but holds no event. */
export type WebhookRefusal =
  | 'BODY_NOT_RAW'
  | 'HEADER_MISSING'
  | 'TIMESTAMP_MALFORMED'
  | 'TOO_OLD'
  | 'TOO_NEW'
  | 'NO_MATCH'
  | 'BODY_NOT_JSON';

/**
 * The part of the signed text that comes before the bytes of the body. Id, timestamp and body are joined by full stops.
 *
 * @param id - value of the id header.
 * @param timestamp - value of the timestamp header.
 */
export function webhookSigningPrefix(id: string, timestamp: string): string {
  return `${id}.${timestamp}.`;
}
