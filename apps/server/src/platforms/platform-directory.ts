import type { PlatformId } from '@procurement-intents/contract';
import { createFetchSlots } from '../outbound/fetch-slots.ts';
import { createHttpPlatform } from './gateway/http-platform.ts';
import type { PlatformConfig } from '../config/platform-config.ts';
import type { Platform } from './platform.ts';
import { PageReaders } from './product-page/page-readers.ts';

// Each fetch may hold 2 MB of a page and one socket. A platform whose pages hang fills only its own slots, of which one
// App gets 33.
const DEFAULT_MAX_PAGE_FETCHES = 44;

export interface PlatformsOptions {
  /** Page fetches at once in this process, for each platform; the rest wait within their deadline. Default 44. */
  maxPageFetches?: number;
}

/**
 * Connects the configured platforms.
 *
 * @throws Error when the settings of a platform are unusable or two share an id.
 */
export function createPlatforms(
  settings: readonly PlatformConfig[],
  { maxPageFetches = DEFAULT_MAX_PAGE_FETCHES }: PlatformsOptions = {},
): ReadonlyMap<PlatformId, Platform> {
  const platforms = new Map<PlatformId, Platform>();
  // One for all platforms, because they share the CPU time of this process.
  const readers = new PageReaders();
  for (const one of settings) {
    if (platforms.has(one.id)) throw new Error(`${one.id} is configured twice`);
    platforms.set(one.id, createHttpPlatform(one, { slots: createFetchSlots(maxPageFetches), readers }));
  }
  return platforms;
}

/** Closes the connections of all platforms. */
export async function closePlatforms(platforms: ReadonlyMap<PlatformId, Platform>): Promise<void> {
  await Promise.all([...platforms.values()].map((platform) => platform.close()));
}
