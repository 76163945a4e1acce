import { findJsonLdProduct } from '@procurement-intents/domain/product-facts';

const TIMEOUT_MS = 10_000;
const JSON_LD = /<script\b[^>]*\btype\s*=\s*["']?application\/ld\+json\b[^>]*>([\s\S]*?)<\/script/gi;

/** Price in fen that a product page shows in its JSON-LD, as the service reads it; null when there is none. */
export async function readPagePrice(url: string): Promise<number | null> {
  let html: string;
  try {
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (response.status !== 200) return null;
    html = await response.text();
  } catch {
    return null;
  }
  for (const [, text = ''] of html.matchAll(JSON_LD)) {
    const product = findJsonLdProduct(text);
    if (product) return product.priceFen;
  }
  return null;
}
