import type { GatewayOrderRequest } from '@procurement-intents/contract/gateway/messages';
import { createHash } from 'node:crypto';

/**
 * Digest of what is ordered for whom: product, quantity and recipient. A number sent with different content means
 * another purchase. The orders file stores the digest instead of personal data.
 */
export function hashContent({ productUrl, quantity, recipient }: GatewayOrderRequest): string {
  const { name, address, phone } = recipient;
  return digest(JSON.stringify([hashProduct(productUrl), quantity, name, address, phone]));
}

/** Digest of a product address without its host, because a shop has several host names. */
export function hashProduct(productUrl: string): string {
  const { pathname, search } = new URL(productUrl, 'http://shop');
  return digest(pathname + search);
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
