import { Agent } from 'undici';
import { withinDeadline } from '../../outbound/deadline.ts';
import type { FetchSlots } from '../../outbound/fetch-slots.ts';
import { guardConnect } from '../../outbound/guard-connect.ts';
import type { LookupAll } from '../../outbound/guard-connect.ts';
import { fetchHtml } from './fetch-html.ts';
import type { CallOptions, ProductPageResult } from '../platform.ts';
import { matchProductUrl, parseProductPrefix } from './product-url.ts';
import { recogniseProduct } from './recognise-product.ts';
import { unclearError } from '../unclear.ts';

export interface ProductPagesOptions {
  productUrlPrefixes: readonly string[];
  /** Fetches at once. */
  slots: FetchSlots;
  lookup?: LookupAll;
}

export interface ProductPages {
  owns(url: string): boolean;
  fetch(url: string, options: CallOptions): Promise<ProductPageResult>;
  close(): Promise<void>;
}

/**
 * The product pages of one platform.
 *
 * @throws Error when a prefix is unusable.
 */
export function createProductPages({ productUrlPrefixes, slots, lookup }: ProductPagesOptions): ProductPages {
  const prefixes = productUrlPrefixes.map(parseProductPrefix);
  const loopbackOrigins = new Set(
    prefixes.filter(({ isLoopback }) => isLoopback).map(({ origin }) => origin),
  );
  const connect = guardConnect({ loopbackOrigins, ...(lookup ? { lookup } : {}) });
  // Header and body time is the caller's deadline alone.
  const dispatcher = new Agent({ connect, headersTimeout: 0, bodyTimeout: 0 });
  const match = (url: string) => matchProductUrl(url, prefixes);

  async function fetchProduct(url: string, signal: AbortSignal): Promise<ProductPageResult> {
    const release = await slots.take(signal);
    try {
      const result = await fetchHtml(url, { dispatcher, match, signal }, recogniseProduct);
      if (!result.ok) return result;
      if (!result.value) return { ok: false, kind: 'refused', reason: 'NOT_A_PRODUCT' };
      return { ok: true, page: { ...result.value, finalUrl: result.finalUrl } };
    } finally {
      release();
    }
  }

  return {
    owns: (url) => match(url) !== null,
    fetch: (url, options) =>
      withinDeadline(options, (signal) => fetchProduct(url, signal)).catch((error: unknown) =>
        unclearError(error),
      ),
    close: () => dispatcher.destroy(),
  };
}
