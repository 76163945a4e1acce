import type { GatewayOrderRequest } from '@procurement-intents/contract/gateway/messages';
import { createHash } from 'node:crypto';

/**
 * What an order is for, as a digest: product, quantity and recipient. Whoever sends a number with another content means
 * another purchase. The orders file holds the digest in place of the person.
 */
export function hashContent({ productUrl, quantity, recipient }: GatewayOrderRequest): string {
  const { name, address, phone } = recipient;
  return digest(JSON.stringify([hashProduct(productUrl), quantity, name, address, phone]));
}

/** A product address as a digest, without its host: a shop is known by several names. */
export function hashProduct(productUrl: string): string {
  const { pathname, search } = new URL(productUrl, 'http://shop');
  return digest(pathname + search);
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
