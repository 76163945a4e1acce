import { createFigureSweeper } from '../call-figures/call-figures.ts';
import { startArchiving } from '../archive/start-archiving.ts';
import { startPublisher } from '../events/start-publisher.ts';
import { createSessionSweeper } from '../identity/sweep-sessions.ts';
import { createSessionStore } from '../identity/store/session-store.ts';
import { startIntentSweepers } from '../intents/start-sweepers.ts';
import { startOAuthSweepers } from '../oauth/start-sweepers.ts';
import { createSweeps } from '../oauth/store/sweeps.ts';
import { startLoops } from '../polling/start-loops.ts';
import type { Database } from '../postgres/database.ts';
import { createRequestRedactor } from '../purchase-requests/redact-requests.ts';
import { requestPeople } from '../purchase-requests/store/redact-requests.ts';
import { startDelivering } from '../webhooks/start-delivering.ts';
import { openArchiving } from './open-archiving.ts';
import { openPublishing } from './open-events.ts';
import { openFigureStores } from './open-figure-stores.ts';
import { openIntentSweepers } from './open-intents.ts';
import { openDelivering } from './open-webhooks.ts';
import type { Service } from './service-parts.ts';

/**
 * Starts what a worker does at intervals beside buying, a row for each room: a `start…` of the room, or its only loop. Each
 * result stops its loops.
 */
export function startWorkerLoops(
  service: Service,
  database: Database,
): ((timeoutMs: number) => Promise<void>)[] {
  const { config, clock, log } = service;
  const { redactAfterDays, eventDays } = config;
  return [
    startIntentSweepers(openIntentSweepers(service, database)),
    startArchiving({ ...openArchiving(database), log }),
    startLoops(createRequestRedactor(requestPeople(database), { afterDays: redactAfterDays, log })),
    startLoops(createSessionSweeper(createSessionStore(database), clock, log)),
    startOAuthSweepers({ sweeps: createSweeps(database), clock, log }),
    startLoops(createFigureSweeper(openFigureStores(database), log)),
    startPublisher({ events: openPublishing(database), eventDays, log }),
    startDelivering(openDelivering(service, database)),
  ];
}
