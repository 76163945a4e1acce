import type { Redis } from 'ioredis';
import type { SharedStore } from './redis.ts';
import { type Counter, createMemoryCounter, type MemoryCounterOptions } from './memory-counter.ts';

// Longer than the window of one second, so that a slow machine still finds its count. The key contains the second.
const KEEP_SECONDS = 10;

// `countRequest` of the domain (`rate-limit.ts`): `redis-counter.test.ts` holds this script and those below to what the counter
// in memory does.
const ADD = `local used = {}
for index, key in ipairs(KEYS) do
  used[index] = redis.call('INCR', key)
  if used[index] == 1 then redis.call('EXPIRE', key, ARGV[#KEYS + 1]) end
  if used[index] > tonumber(ARGV[index]) then break end
end
return used`;

// `addWeight` of the domain (`rate-limit.ts`).
const ADD_WEIGHT = `local weight, limit = tonumber(ARGV[1]), tonumber(ARGV[2])
local isShort = tonumber(redis.call('GET', KEYS[1]) or '0') + weight > limit
local used = redis.call('INCRBY', KEYS[1], isShort and 1 or weight)
redis.call('EXPIRE', KEYS[1], ARGV[3])
return {used, isShort and 1 or 0}`;

// What is not counted any more takes no memory, and a key that has expired does not come back below zero, for ever.
const TAKE_BACK = `for _, key in ipairs(KEYS) do
  if redis.call('DECR', key) <= 0 then redis.call('DEL', key) end
end
return 1`;

type AddCommand = (keyCount: number, ...keysAndLimits: (string | number)[]) => Promise<number[]>;
type AddWeightCommand = (
  keyCount: number,
  key: string,
  ...values: number[]
) => Promise<[used: number, isShort: number]>;
type TakeBackCommand = (keyCount: number, ...keys: string[]) => Promise<number>;

/** Counts for all processes, one command a request; while the store is unavailable, each counts by itself. */
export function createRedisCounter(
  store: SharedStore,
  windows: MemoryCounterOptions & { expireSeconds?: number } = {},
): Counter {
  const own = createMemoryCounter(windows);
  const { expireSeconds = KEEP_SECONDS } = windows;
  store.redis.defineCommand('procurementAdd', { lua: ADD });
  store.redis.defineCommand('procurementAddWeight', { lua: ADD_WEIGHT });
  store.redis.defineCommand('procurementTakeBack', { lua: TAKE_BACK });
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
    async addWeight({ key, limit, weight }, second) {
      const counted = await store.run((redis) =>
        (redis as Redis & { procurementAddWeight: AddWeightCommand }).procurementAddWeight(
          1,
          keyOf(key, second),
          weight,
          limit,
          expireSeconds,
        ),
      );
      if (counted === null) return own.addWeight({ key, limit, weight }, second);
      const [used, isShort] = counted;
      return { limit, used, isShort: isShort === 1 };
    },
    async read(key, second) {
      const found = await store.run(async (redis) => Number((await redis.get(keyOf(key, second))) ?? 0));
      return found ?? own.read(key, second);
    },
    async takeBack(keys, second) {
      if (keys.length === 0) return;
      const stored = keys.map((key) => keyOf(key, second));
      const done = await store.run((redis) =>
        (redis as Redis & { procurementTakeBack: TakeBackCommand }).procurementTakeBack(
          stored.length,
          ...stored,
        ),
      );
      if (done === null) own.takeBack(keys, second);
    },
  };
}
