import { Redis } from 'ioredis';
import type { Logger } from './logger.ts';

// A limit is worth less than the request that it counts: a slow store is treated as one that is gone.
const COMMAND_TIMEOUT_MS = 250;
const RECONNECT_MAX_MS = 2000;

/** Connects to Redis or Valkey in the background. While it is away commands fail at once instead of waiting. */
export function openRedis(url: string, log: Logger): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    commandTimeout: COMMAND_TIMEOUT_MS,
    retryStrategy: (times) => Math.min(50 * 2 ** Math.min(times, 10), RECONNECT_MAX_MS),
  });
  let isAway = false;
  redis.on('ready', () => {
    if (isAway) log.warn('the rate limit store is back');
    isAway = false;
  });
  redis.on('error', (error: Error) => {
    // One line an outage, not one an attempt.
    if (!isAway)
      log.warn({ err: error.message }, 'the rate limit store is away: every process counts for itself');
    isAway = true;
  });
  return redis;
}
