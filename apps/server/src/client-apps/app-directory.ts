import { createSecretKey, type KeyObject } from 'node:crypto';
import { APP_ID_PATTERN, type Permission } from '@procurement-intents/contract';
import type { Clock } from '../clock.ts';
import type { SecretBox } from '../sealing/secret-box.ts';
import type { AppWithSecrets } from './store/app-row.ts';
import type { AppStore } from './store/app-store.ts';

/** The data of an App that authentication and authorization need. */
export interface CallingApp {
  id: string;
  permissions: readonly Permission[];
  ipAllowList: readonly string[];
  secrets: readonly { key: KeyObject; expiresAt: Date | null }[];
}

/** Finds Apps by id. A change is seen by every process within 5 s, and by the one that made it at once. */
export interface AppDirectory {
  /** Null when there is no such App or it is disabled. */
  find(appId: string): Promise<CallingApp | null>;
  /** Whether this process has the App in its cache, so that `find` costs little. */
  isKnown(appId: string): boolean;
}

/** A directory that is told what its own process changes. */
export interface ToldAppDirectory extends AppDirectory {
  /** The App is read again before its next call. */
  forget: (appId: string) => void;
}

// A request should need no query, and a disabled App or a new secret must take effect within 5 s.
const CACHE_MS = 3000;
// How often a process that serves requests checks whether any App has changed. Cached Apps stay valid while none has:
// reading thousands of Apps again every few seconds took a third of the cost of their calls.
const VERSION_POLL_MS = 1000;
// Callers can invent App ids, so unknown ids have a smaller cache of their own.
const MAX_CACHED = 10_000;
const MAX_MISSES = 1000;

interface Entry {
  at: number;
  /** The latest known version of the registry when the App was requested. */
  version: string | null;
  app: Promise<CallingApp | null>;
}

export function createAppDirectory(deps: {
  store: AppStore;
  secretBox: SecretBox;
  clock: Clock;
}): ToldAppDirectory {
  const apps = new Map<string, Entry>();
  const misses = new Map<string, Entry>();
  /** The latest known version of the registry, and when it was requested. */
  let latest: { version: string; at: number } | null = null;
  let polledAt = -Infinity;

  const isRecent = (at: number, now: number): boolean => Math.abs(now - at) < CACHE_MS;

  function pollVersion(now: number): void {
    if (Math.abs(now - polledAt) < VERSION_POLL_MS) return;
    polledAt = now;
    deps.store.readVersion().then(
      (version) => (latest = { version, at: now }),
      // Without a version, entries expire after CACHE_MS and are read again.
      () => undefined,
    );
  }

  function isFresh({ at, version }: Entry, now: number): boolean {
    if (isRecent(at, now)) return true;
    return latest !== null && version === latest.version && isRecent(latest.at, now);
  }

  async function load(appId: string): Promise<CallingApp | null> {
    const row = await deps.store.find(appId);
    return row && row.disabledAt === null ? open(row, deps.secretBox) : null;
  }

  function startLoad(appId: string, at: number): Entry {
    const entry = { at, version: latest?.version ?? null, app: load(appId) };
    putNewest(misses, appId, entry, MAX_MISSES);
    void moveLoaded(appId, entry);
    return entry;
  }

  /** Moves an App that exists to `apps`. Entries start in `misses`, so invented ids only evict other misses. */
  async function moveLoaded(appId: string, entry: Entry): Promise<void> {
    const app = await entry.app.catch(() => undefined);
    if (misses.get(appId) !== entry) return;
    // A removed or disabled App stays in `misses` only.
    if (app === null) return void apps.delete(appId);
    misses.delete(appId);
    if (app) putNewest(apps, appId, entry, MAX_CACHED);
  }

  return {
    isKnown: (appId) => apps.has(appId),
    // A read that began before the change finds no entry of its own, and is not kept.
    forget: (appId) => {
      apps.delete(appId);
      misses.delete(appId);
    },
    find(appId) {
      if (!APP_ID_PATTERN.test(appId)) return Promise.resolve(null);
      const now = deps.clock.now().getTime();
      pollVersion(now);
      // While an expired App is read again, its new entry is in `misses`.
      const known = [apps.get(appId), misses.get(appId)].find((entry) => entry && isFresh(entry, now));
      return (known ?? startLoad(appId, now)).app;
    },
  };
}

/** Adds the entry as the newest and evicts the oldest beyond `max`. */
function putNewest(cache: Map<string, Entry>, appId: string, entry: Entry, max: number): void {
  cache.delete(appId);
  cache.set(appId, entry);
  if (cache.size > max) cache.delete(cache.keys().next().value ?? '');
}

function open(row: AppWithSecrets, box: SecretBox): CallingApp {
  return {
    id: row.id,
    permissions: row.permissions as Permission[],
    ipAllowList: row.ipAllowList,
    secrets: row.secrets.map(({ ciphertext, expiresAt }) => ({
      key: createSecretKey(Buffer.from(box.open(ciphertext, row.id))),
      expiresAt,
    })),
  };
}
