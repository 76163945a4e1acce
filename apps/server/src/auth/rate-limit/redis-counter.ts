import type { Redis } from 'ioredis';
import type { SharedStore } from './redis.ts';
import { type Counter, createMemoryCounter } from './memory-counter.ts';

// Longer than the window of one second, so that a slow machine still finds its count. The key contains the second.
const KEEP_SECONDS = 10;

const ADD = `local used = {}
for index, key in ipairs(KEYS) do
  used[index] = redis.call('INCR', key)
  if used[index] == 1 then redis.call('EXPIRE', key, ARGV[#KEYS + 1]) end
  if used[index] > tonumber(ARGV[index]) then break end
end
return used`;

type AddCommand = (keyCount: number, ...keysAndLimits: (string | number)[]) => Promise<number[]>;

/** Counts for all processes, one command a request; while the store is unavailable, each counts by itself. */
export function createRedisCounter(
  store: SharedStore,
  windows: { keepWindows?: number; expireSeconds?: number } = {},
): Counter {
  const own = createMemoryCounter(windows);
  const { expireSeconds = KEEP_SECONDS } = windows;
  store.redis.defineCommand('procurementAdd', { lua: ADD });
  const keyOf = (key: string, second: number): string => `procurement:${key}:${second}`;
  return {
    async add(counts, second) {
      const keys = counts.map(({ key }) => keyOf(key, second));
      const limits = counts.map(({ limit }) => limit);
      const used = await store.run((redis) =>
        (redis as Redis & { procurementAdd: AddCommand }).procurementAdd(
          keys.length,
          ...keys,
          ...limits,
          expireSeconds,
        ),
      );
      return used ?? own.add(counts, second);
    },
    async read(key, second) {
      const found = await store.run(async (redis) => Number((await redis.get(keyOf(key, second))) ?? 0));
      return found ?? own.read(key, second);
    },
    async takeBack(keys, second) {
      const done = await store.run(async (redis) => {
        for (const key of keys) await redis.decr(keyOf(key, second));
        return true;
      });
      if (done === null) own.takeBack(keys, second);
    },
  };
}
