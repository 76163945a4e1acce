import type { bearerContract } from '@procurement-intents/contract/bearer';
import { SESSION_LIST } from '@procurement-intents/contract/company';
import { BearerError, checkId } from '@procurement-intents/domain/bearer';
import { presentSession } from '@procurement-intents/domain/company';
import { actorOf } from '../http/actor-of.ts';
import type { HandlersOf } from '../http/handler.ts';
import { listPage } from '../http/list-page.ts';
import type { IdentityContext } from './identity-context.ts';
import type { SessionColumn } from './store/session-list.ts';

const SESSIONS = { definition: SESSION_LIST, columns: {} as Partial<Record<string, SessionColumn>> };

/** The handlers of sessions, for administrators. */
export function sessionHandlers({
  sessions,
  clock,
}: Pick<IdentityContext, 'sessions' | 'clock'>): Pick<
  HandlersOf<typeof bearerContract>,
  'listSessions' | 'endSession'
> {
  return {
    listSessions: async ({ query }) => {
      const now = clock.now();
      const read = (page: Parameters<typeof sessions.listPage>[0]) => sessions.listPage(page, now);
      return { status: 200, body: await listPage({ ...SESSIONS, read, present: presentSession }, query) };
    },
    endSession: async ({ params }, request) => {
      checkId('session', params.id);
      const isEnded = await sessions.remove(params.id, { actor: actorOf(request), at: clock.now() });
      if (!isEnded) throw new BearerError('not_found');
      return { status: 204, body: undefined };
    },
  };
}
