import { NDJSON_TYPE } from '@procurement-intents/contract';
import type { bearerContract } from '@procurement-intents/contract/bearer';
import { presentCompanyIntent, presentEvent, versionHeaders } from '@procurement-intents/domain';
import { prefersCsv } from '@procurement-intents/domain/procurement';
import { targetOf } from '../http/actor-of.ts';
import { type HandlersOf, StreamedBody } from '../http/handler.ts';
import type { RequestContext } from '../http/request-context.ts';
import type { IntentRow } from '../intent-rows/intent-row.ts';
import {
  archiveCompanyIntent,
  cancelCompanyIntent,
  type CompanyIntentsContext,
  deleteCompanyIntent,
  listCompanyIntentEvents,
  listCompanyIntents,
  loadCompanyIntent,
  submitCompanyIntent,
  unarchiveCompanyIntent,
} from './company-intents.ts';
import { exportCompanyIntents } from './export-company-intents.ts';

type CompanyIntentHandlers = Pick<
  HandlersOf<typeof bearerContract>,
  | 'listCompanyIntents'
  | 'exportCompanyIntents'
  | 'getCompanyIntent'
  | 'getCompanyIntentEvents'
  | 'submitCompanyIntent'
  | 'cancelCompanyIntent'
  | 'deleteCompanyIntent'
  | 'archiveCompanyIntent'
  | 'unarchiveCompanyIntent'
>;

const shown = (intent: IntentRow, { language }: RequestContext) =>
  ({ status: 200, headers: versionHeaders(intent), body: presentCompanyIntent(intent, language) }) as const;

/** One handler for each operation of the company on the intents of all Apps. */
export function companyIntentHandlers(context: CompanyIntentsContext): CompanyIntentHandlers {
  return {
    listCompanyIntents: async ({ query }, request) => ({
      status: 200,
      body: await listCompanyIntents(context, query, request),
    }),
    exportCompanyIntents: async ({ query }, request) => {
      const isCsv = prefersCsv(request.headers.accept, NDJSON_TYPE);
      const body = new StreamedBody(await exportCompanyIntents(context, query, request, isCsv));
      // The contract names the text of all pieces.
      return { status: 200, headers: { Vary: 'Accept' }, body: body as unknown as string };
    },
    getCompanyIntent: async ({ params }, request) =>
      shown(await loadCompanyIntent(context, params.id, request), request),
    getCompanyIntentEvents: async ({ params }, request) => {
      const events = await listCompanyIntentEvents(context, params.id, request);
      return { status: 200, body: { items: events.map(presentEvent) } };
    },
    submitCompanyIntent: async ({ params }, request) =>
      shown(await submitCompanyIntent(context, targetOf(request, params.id), request), request),
    cancelCompanyIntent: async ({ params }, request) =>
      shown(await cancelCompanyIntent(context, targetOf(request, params.id), request), request),
    archiveCompanyIntent: async ({ params }, request) =>
      shown(await archiveCompanyIntent(context, targetOf(request, params.id)), request),
    unarchiveCompanyIntent: async ({ params }, request) =>
      shown(await unarchiveCompanyIntent(context, targetOf(request, params.id)), request),
    deleteCompanyIntent: async ({ params }, request) => {
      await deleteCompanyIntent(context, targetOf(request, params.id));
      return { status: 204, body: undefined };
    },
  };
}
