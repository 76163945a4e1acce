import { withinDeadline } from '../../outbound/deadline.ts';
import type { FetchSlots } from '../../outbound/fetch-slots.ts';
import { createGuardedAgent } from '../../outbound/guarded-agent.ts';
import type { LookupAll } from '../../outbound/resolve-name.ts';
import { limitPieces } from '../../outbound/limit-pieces.ts';
import { fetchHtml } from './fetch-html.ts';
import type { CallOptions, ProductPageResult } from '../platform.ts';
import type { PageReaders, Pause } from './page-readers.ts';
import { matchProductUrl, parseProductPrefix } from './product-url.ts';
import { recogniseProduct } from './recognise-product.ts';
import { OVER_SHARE } from '@procurement-intents/domain';
import { unclear, unclearError } from '../unclear.ts';

export interface ProductPagesOptions {
  productUrlPrefixes: readonly string[];
  /** Bounds concurrent fetches. */
  slots: FetchSlots;
  /** Schedules the reading of long pages in this process. */
  readers: PageReaders;
  lookup?: LookupAll;
}

export interface ProductPages {
  owns(url: string): boolean;
  fetch(url: string, options: CallOptions): Promise<ProductPageResult>;
  close(): Promise<void>;
}

/** Tracks whether a call is waiting for its share of this process, and not for the platform. */
class ShareWait {
  isActive = false;

  async during<T>(wait: Promise<T>): Promise<T> {
    this.isActive = true;
    const value = await wait;
    this.isActive = false;
    return value;
  }
}

/**
 * The product pages of one platform.
 *
 * @throws Error when a prefix is unusable.
 */
export function createProductPages({
  productUrlPrefixes,
  slots,
  readers,
  lookup,
}: ProductPagesOptions): ProductPages {
  const prefixes = productUrlPrefixes.map(parseProductPrefix);
  const loopbackOrigins = new Set(
    prefixes.filter(({ isLoopback }) => isLoopback).map(({ origin }) => origin),
  );
  const agent = createGuardedAgent({ loopbackOrigins, ...(lookup ? { lookup } : {}) });
  const match = (url: string) => matchProductUrl(url, prefixes);

  async function fetchProduct(
    url: string,
    appId: string | undefined,
    { signal, wait }: { signal: AbortSignal; wait: ShareWait },
  ): Promise<ProductPageResult> {
    const release = await wait.during(slots.take(signal, appId));
    const reader = readers.begin(appId, signal);
    const pause: Pause = (spentMs) => wait.during(reader.pause(spentMs));
    try {
      const read = (text: AsyncIterable<string>) => recogniseProduct(text, pause);
      const dispatcher = agent.compose(limitPieces());
      const result = await fetchHtml(url, { dispatcher, match, signal }, read);
      if (!result.ok) return result;
      if (!result.value) return { ok: false, kind: 'refused', reason: 'NOT_A_PRODUCT' };
      return { ok: true, page: { ...result.value, finalUrl: result.finalUrl } };
    } finally {
      reader.end();
      release();
    }
  }

  return {
    owns: (url) => match(url) !== null,
    async fetch(url, options) {
      const wait = new ShareWait();
      try {
        return await withinDeadline(options, (signal) => fetchProduct(url, options.appId, { signal, wait }));
      } catch (error) {
        const answer = unclearError(error);
        // The time was up while this App's other pages were read: that is no failure of the platform.
        return answer.reason === 'TIMEOUT' && wait.isActive ? unclear(OVER_SHARE) : answer;
      }
    },
    close: () => agent.destroy(),
  };
}
