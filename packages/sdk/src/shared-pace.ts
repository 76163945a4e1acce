import { createRateGate, type RateGate } from './rate-gate.ts';
import { createServerClock, type ServerClock } from './server-clock.ts';

/** What all calls of one App in this process have to agree on. */
export interface Pace {
  clock: ServerClock;
  enter: RateGate;
}

const PACES: Record<string, Pace> = {};

/** The one pace of an App at a service, however many clients it has. */
export function sharePace(baseUrl: string, appId: string): Pace {
  return (PACES[`${baseUrl} ${appId}`] ??= createPace());
}

function createPace(): Pace {
  const clock = createServerClock();
  return { clock, enter: createRateGate(clock) };
}
