import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { EventPage, ListEventsQuery } from '../events/schemas.ts';
import { NoQuery } from '../fields.ts';
import { AppId } from './app-schemas.ts';
import { AppUsage } from './app-usage.ts';
import { bearerFailures } from '../bearer/failures.ts';
import { BEARER_LIMITS } from '../bearer/limits.ts';
import { bearer } from '../bearer/metadata.ts';
import { APP_EVENT_ROUTES } from './route-table.ts';

const c = initContract();
const metadata = bearer('admin', 'none', ['not_found', 'conflict']);
const usage = bearer('admin', 'none', ['not_found']);

/** What an App does, for administrators. */
export const appEventRoutes = c.router({
  /** Counts the calls of an App. */
  getAppUsage: {
    ...APP_EVENT_ROUTES.getAppUsage,
    summary: 'Read the usage of an App',
    description: `The signed calls of the last ${BEARER_LIMITS.usageMinutes} minutes and their refusals, in all processes. A call is counted within 10 s; a process that is killed takes its last 10 s along.`,
    pathParams: z.object({ id: AppId }),
    query: NoQuery,
    responses: { 200: AppUsage, ...bearerFailures(...usage.errors) },
    metadata: usage,
  },
  /** Reads the events of an App. */
  readAppEvents: {
    ...APP_EVENT_ROUTES.readAppEvents,
    summary: 'Read the events of an App',
    description:
      'The feed as the App itself reads it. A cursor whose events are kept no longer is a `conflict`.',
    pathParams: z.object({ id: AppId }),
    query: ListEventsQuery,
    responses: { 200: EventPage, ...bearerFailures(...metadata.errors) },
    metadata,
  },
});
