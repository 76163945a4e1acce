import type { GatewayOrderRequest } from './messages.ts';

/** Hashes a text. The same text must always give the same digest: digests are stored with orders. */
export type Digest = (text: string) => string;

/**
 * Digest of what is ordered for whom: product, quantity and recipient. A merchant order number sent with another content
 * means another purchase; price, total, time and remarks do not count. Shops store the digest in place of personal data.
 */
export function digestContent(
  { productUrl, quantity, recipient }: Pick<GatewayOrderRequest, 'productUrl' | 'quantity' | 'recipient'>,
  digest: Digest,
): string {
  const { name, address, phone } = recipient;
  return digest(JSON.stringify([digestProduct(productUrl, digest), quantity, name, address, phone]));
}

/** Digest of a product's address, or of its path and query alone: a shop has several host names. */
export function digestProduct(productUrl: string, digest: Digest): string {
  const { pathname, search } = new URL(productUrl, 'http://shop');
  return digest(pathname + search);
}
