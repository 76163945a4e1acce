import type { PlatformId } from '@procurement-intents/contract';
import type { CheckedPage } from '@procurement-intents/domain';
import type { Clock } from '../../clock.ts';

/** Caches whether an address shows a product, and where. Prices and stock are not cached: orders read the page again. */
export interface ProductPageCache {
  /** Undefined for a page that is not known. */
  get(platform: PlatformId, url: string): CheckedPage | undefined;
  set(platform: PlatformId, url: string, page: CheckedPage): void;
}

// A page is fetched once a minute, however many intents have its address. One that could not be read is the most
// expensive, but is tried again sooner, because it may become readable.
const KEEP_MS = { product: 60_000, refused: 60_000, unclear: 10_000 };
// An entry is 4 KB at most, so a flood of the longest addresses costs 40 MB.
const MAX_ENTRIES = 10_000;

export function createProductPageCache(clock: Clock): ProductPageCache {
  const known = new Map<string, { at: number; page: CheckedPage }>();
  const keyOf = (platform: PlatformId, url: string): string => `${platform} ${url}`;
  return {
    get(platform, url) {
      const entry = known.get(keyOf(platform, url));
      if (!entry) return undefined;
      return clock.now().getTime() - entry.at < KEEP_MS[entry.page.outcome] ? entry.page : undefined;
    },
    set(platform, url, page) {
      const key = keyOf(platform, url);
      known.delete(key);
      known.set(key, { at: clock.now().getTime(), page });
      if (known.size > MAX_ENTRIES) known.delete(known.keys().next().value ?? '');
    },
  };
}
