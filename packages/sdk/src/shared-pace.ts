import { createRateGate, type RateGate } from './rate-gate.ts';
import { createServerClock, type ServerClock } from './server-clock.ts';
import { createStamps, type TakeStamp } from './used-stamps.ts';

/** What all calls of one App in this process have to agree on. */
export interface Pace {
  clock: ServerClock;
  enter: RateGate;
}

const PACES: Record<string, Pace> = {};
// By App alone: two addresses may lead to one service.
const STAMPS: Record<string, TakeStamp> = {};

/** The one pace of an App at a service, however many clients it has. */
export function sharePace(baseUrl: string, appId: string): Pace {
  return (PACES[`${baseUrl} ${appId}`] ??= createPace((STAMPS[`app ${appId}`] ??= createStamps())));
}

function createPace(take: TakeStamp): Pace {
  const clock = createServerClock(take);
  return { clock, enter: createRateGate(clock) };
}
