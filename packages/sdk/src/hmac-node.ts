import { createHmac, createSecretKey } from 'node:crypto';
import type { HmacSha256 } from './sign.ts';

/** HMAC-SHA256 under `secret` by Node's own crypto: some 25 times faster than an awaited WebCrypto call. */
export function createHmacSha256(secret: string): HmacSha256 {
  const key = createSecretKey(secret, 'utf8');
  return (message) => createHmac('sha256', key).update(message, 'utf8').digest('hex');
}
