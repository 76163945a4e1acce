import type { bearerContract } from '@procurement-intents/contract/bearer';
import { AUDIT_LIST } from '@procurement-intents/contract/company';
import { presentAuditEvent } from '@procurement-intents/domain/company';
import type { HandlersOf } from '../http/handler.ts';
import { listPage } from '../http/list-page.ts';
import type { EventColumn, ListAuditEvents } from './store/event-list.ts';

const EVENTS = { definition: AUDIT_LIST, columns: {} as Partial<Record<string, EventColumn>> };

/** The handler of the record of changes, for administrators. */
export const auditHandlers = (
  read: ListAuditEvents,
): Pick<HandlersOf<typeof bearerContract>, 'listAuditEvents'> => ({
  listAuditEvents: async ({ query }) => ({
    status: 200,
    body: await listPage({ ...EVENTS, read, present: presentAuditEvent }, query),
  }),
});
