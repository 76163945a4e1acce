import type { PlatformId } from '@procurement-intents/contract';
import type { Clock } from '../postgres/clock.ts';

/** `unclear`: the page was there and could not be read, so that reading it again would tell as little. */
export type PageOutcome = 'product' | 'refused' | 'unclear';

/** Whether an address shows a product, as it was found a moment ago. Prices and stock are not kept: orders look anew. */
export interface ProductPageCache {
  /** Undefined when nothing is known. */
  get(platform: PlatformId, url: string): PageOutcome | undefined;
  set(platform: PlatformId, url: string, outcome: PageOutcome): void;
}

// A shop is asked once a minute for an address, however many intents name it. A page that could not be read is the
// dearest of all, and what it says is wanted as soon as it can be.
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
