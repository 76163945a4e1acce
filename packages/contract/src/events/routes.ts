import { initContract } from '@ts-rest/core';
import { failures, success } from '../signed/envelope.ts';
import { signed } from '../signed/metadata.ts';
import { EVENTS_PERMISSION } from '../permissions.ts';
import { ROUTES } from '../signed/route-table.ts';
import { EventPage, ListEventsQuery } from './schemas.ts';

const c = initContract();
const metadata = { list: signed(EVENTS_PERMISSION, 'read', 'none', ['EVENTS_EXPIRED']) };

export const eventRoutes = c.router({
  /** The feed: everything that happened to the App's intents, in one order. */
  listEvents: {
    ...ROUTES.listEvents,
    summary: "Read the App's events",
    description:
      'Everything that has happened to the intents of the calling App, oldest first. Keep `nextCursor` and call again: no event is left out and none comes twice. With `wait` the call answers as soon as an event is there.',
    query: ListEventsQuery,
    responses: { 200: success('EventPage', EventPage), ...failures(...metadata.list.errors) },
    metadata: metadata.list,
  },
});
