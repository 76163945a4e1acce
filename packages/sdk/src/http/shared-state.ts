import { createRateLimiter, type RateLimiter } from './rate-limiter.ts';
import { createServerClock, type ServerClock } from './server-clock.ts';
import { createTimestamps, type TakeTimestamp } from '../signing/used-timestamps.ts';

/** The state that all calls of one App in this process share. */
export interface SharedState {
  clock: ServerClock;
  acquire: RateLimiter;
}

const STATES: Record<string, SharedState> = {};
// Keyed by App only: two addresses may lead to one service.
const TIMESTAMPS: Record<string, TakeTimestamp> = {};

/** The clock and the rate limiter of an App at a service, shared by all its clients. */
export function shareState(baseUrl: string, appId: string): SharedState {
  return (STATES[`${baseUrl} ${appId}`] ??= createState((TIMESTAMPS[`app ${appId}`] ??= createTimestamps())));
}

/** The same for one client alone. @param take - makes timestamps, where requests are signed. */
export function createState(take: TakeTimestamp): SharedState {
  const clock = createServerClock(take);
  return { clock, acquire: createRateLimiter(clock) };
}
