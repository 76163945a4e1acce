import type { PlatformId } from '@procurement-intents/contract';
import type { PageOutcome } from '@procurement-intents/domain';
import type { Clock } from '../clock.ts';

/** Caches whether an address shows a product. Prices and stock are not cached: orders read the page again. */
export interface ProductPageCache {
  /** Undefined without a cached outcome. */
  get(platform: PlatformId, url: string): PageOutcome | undefined;
  set(platform: PlatformId, url: string, outcome: PageOutcome): void;
}

// A page is fetched once a minute, however many intents have its address. One that could not be read is the most
// expensive, but is tried again sooner, because it may become readable.
const KEEP_MS = { product: 60_000, refused: 60_000, unclear: 10_000 };
// An entry is 2 KB at most, so a flood of the longest addresses costs 20 MB.
const MAX_ENTRIES = 10_000;

export function createProductPageCache(clock: Clock): ProductPageCache {
  const known = new Map<string, { at: number; outcome: PageOutcome }>();
  const keyOf = (platform: PlatformId, url: string): string => `${platform} ${url}`;
  return {
    get(platform, url) {
      const entry = known.get(keyOf(platform, url));
      if (!entry) return undefined;
      return clock.now().getTime() - entry.at < KEEP_MS[entry.outcome] ? entry.outcome : undefined;
    },
    set(platform, url, outcome) {
      const key = keyOf(platform, url);
      known.delete(key);
      known.set(key, { at: clock.now().getTime(), outcome });
      if (known.size > MAX_ENTRIES) known.delete(known.keys().next().value ?? '');
    },
  };
}
