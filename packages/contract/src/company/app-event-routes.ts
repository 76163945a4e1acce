import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { EventPage, ListEventsQuery } from '../events/schemas.ts';
import { AppId } from './app-schemas.ts';
import { bearerFailures } from '../bearer/failures.ts';
import { bearer } from '../bearer/metadata.ts';
import { APP_EVENT_ROUTES } from './route-table.ts';

const c = initContract();
const metadata = bearer('admin', 'none', ['not_found', 'conflict']);

/** The feed of an App, for administrators. */
export const appEventRoutes = c.router({
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
