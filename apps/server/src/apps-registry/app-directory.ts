import { createSecretKey, type KeyObject } from 'node:crypto';
import type { Permission } from '@procurement-intents/contract';
import type { Clock } from '../infra/clock.ts';
import type { SecretBox } from '../infra/secret-box.ts';
import type { AppRepository, AppWithSecrets } from './repository.ts';

/** An App as the edge needs it to judge a request. */
export interface CallingApp {
  id: string;
  permissions: readonly Permission[];
  ipAllowList: readonly string[];
  secrets: readonly { key: KeyObject; expiresAt: Date | null }[];
}

/** Finds Apps by id. A change is seen by every process within {@link CACHE_MS}. */
export interface AppDirectory {
  /** Null when there is no such App or it is disabled. */
  find(appId: string): Promise<CallingApp | null>;
}

// A request may cost no query, and a disabled App or a new secret must take effect within 5 s.
const CACHE_MS = 3000;
// Callers can invent App ids, so the memory of them is bounded.
const MAX_CACHED = 10_000;

export function createAppDirectory(deps: {
  repository: AppRepository;
  secretBox: SecretBox;
  clock: Clock;
}): AppDirectory {
  const cache = new Map<string, { at: number; app: Promise<CallingApp | null> }>();

  async function load(appId: string): Promise<CallingApp | null> {
    const row = await deps.repository.find(appId);
    return row && row.disabledAt === null ? open(row, deps.secretBox) : null;
  }

  return {
    find(appId) {
      const now = deps.clock.now().getTime();
      const known = cache.get(appId);
      if (known && Math.abs(now - known.at) < CACHE_MS) return known.app;
      if (cache.size >= MAX_CACHED) cache.clear();
      const app = load(appId);
      cache.set(appId, { at: now, app });
      app.catch(() => cache.delete(appId));
      return app;
    },
  };
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
