import { setTimeout as delay } from 'node:timers/promises';
import { wordFor, type Kind } from './clients.ts';
import type { Service } from './open-service.ts';

export const HERD = 60;
// Several times what the service needs to let all of them through.
const WATCH_MS = 40_000;

export interface HerdResult {
  through: number;
  requests: number;
  refused: number;
  seconds: number;
}

/** Creates `HERD` intents at once with one client, where the service lets 10 through each second. */
export async function measureHerd(kind: Kind, { baseUrl, readSeen }: Service): Promise<HerdResult> {
  const appId = `herd-of-${wordFor(kind)}`;
  const client = await kind.open({ baseUrl, appId });
  const watch = new AbortController();
  const startedAt = performance.now();
  let through = 0;
  const create = async () => {
    const result = await client.create();
    const { error } = (result ?? {}) as { error?: unknown };
    if (error === undefined) through += 1;
  };
  const all = Promise.allSettled(Array.from({ length: HERD }, create));
  await Promise.race([all, delay(WATCH_MS, null, { signal: watch.signal })]);
  watch.abort();
  const seconds = (performance.now() - startedAt) / 1_000;
  const { requests, refusedForRate } = await readSeen(appId);
  return { through, requests, refused: refusedForRate, seconds };
}
