import type { PlatformId } from '@procurement-intents/contract';
import type { Clock } from '../postgres/clock.ts';

/** Whether an address shows a product, as it was found a moment ago. Prices and stock are not kept: orders look anew. */
export interface PageVerdicts {
  /** Undefined when nothing definite is known. */
  get(platform: PlatformId, url: string): 'product' | 'refused' | undefined;
  set(platform: PlatformId, url: string, verdict: 'product' | 'refused'): void;
}

// A shop is asked once a minute for an address, however many intents name it.
const KEEP_MS = 60_000;
// An entry is 2 KB at most, so a flood of the longest addresses costs 20 MB.
const MAX_ENTRIES = 10_000;

export function createPageVerdicts(clock: Clock): PageVerdicts {
  const known = new Map<string, { at: number; verdict: 'product' | 'refused' }>();
  const keyOf = (platform: PlatformId, url: string): string => `${platform} ${url}`;
  return {
    get(platform, url) {
      const entry = known.get(keyOf(platform, url));
      return entry && clock.now().getTime() - entry.at < KEEP_MS ? entry.verdict : undefined;
    },
    set(platform, url, verdict) {
      const key = keyOf(platform, url);
      known.delete(key);
      known.set(key, { at: clock.now().getTime(), verdict });
      if (known.size > MAX_ENTRIES) known.delete(known.keys().next().value ?? '');
    },
  };
}
