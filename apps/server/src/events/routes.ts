import { type Handlers, ok } from '../http/handler.ts';
import { type EventsContext, listEvents } from './list-events.ts';

/** The handler of the feed. */
export function eventHandlers(ctx: EventsContext): Pick<Handlers, 'listEvents'> {
  return {
    listEvents: async ({ query }, request) => ok(await listEvents(ctx, request.caller.id, query, request)),
  };
}
