import { createRateLimiter, type RateLimiter } from './rate-limiter.ts';
import { createServerClock, type ServerClock } from './server-clock.ts';
import { createTimestamps, type TakeTimestamp } from '../signing/used-timestamps.ts';

/** What all calls of one App in this process have to agree on. */
export interface SharedState {
  clock: ServerClock;
  acquire: RateLimiter;
}

const STATES: Record<string, SharedState> = {};
// By App alone: two addresses may lead to one service.
const TIMESTAMPS: Record<string, TakeTimestamp> = {};

/** The one clock and rate limiter of an App at a service, however many clients it has. */
export function shareState(baseUrl: string, appId: string): SharedState {
  return (STATES[`${baseUrl} ${appId}`] ??= createState((TIMESTAMPS[`app ${appId}`] ??= createTimestamps())));
}

function createState(take: TakeTimestamp): SharedState {
  const clock = createServerClock(take);
  return { clock, acquire: createRateLimiter(clock) };
}
