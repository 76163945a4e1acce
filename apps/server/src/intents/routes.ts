import { type CreateIntentInput, type intentRoutes, SIGNING_HEADERS } from '@procurement-intents/contract';
import {
  ApiError,
  createdHeaders,
  presentBatch,
  presentCancelled,
  presentCreated,
  presentEvent,
  presentIntent,
  readCreateKeys,
  requireNoKeyHeader,
  versionHeaders,
  writeAccessOf,
} from '@procurement-intents/domain';
import { created, type Handlers, ok, StreamedBody } from '../http/handler.ts';
import { refusalOfAny } from '../http/render-error.ts';
import type { RequestContext } from '../http/request-context.ts';
import { archiveIntent, unarchiveIntent } from './archive-intent.ts';
import { cancelIntent } from './cancel-intent.ts';
import type { Target } from './change-intent.ts';
import { createIntent, type CreateRequest } from './create-intent.ts';
import { createIntents } from './create-intents.ts';
import { deleteIntent } from './delete-intent.ts';
import { exportIntents } from './export-intents.ts';
import type { IntentsContext } from './intents-context.ts';
import { listIntentEvents } from './list-intent-events.ts';
import { listIntents } from './list-intents.ts';
import { loadIntent } from './load-intent.ts';
import type { IntentRow } from '../intent-rows/intent-row.ts';
import { setLabels } from './set-labels.ts';
import { submitIntent } from './submit-intent.ts';
import { updateIntent } from './update-intent.ts';

const targetOf = ({ caller, headers }: RequestContext, id: string): Target => ({
  appId: caller.id,
  id,
  access: writeAccessOf(caller),
  ifMatch: headers['if-match'],
});

const okIntent = (row: IntentRow, { language }: RequestContext) =>
  ok(presentIntent(row, language), versionHeaders(row));

const okCreated = ({ row, isReplay }: { row: IntentRow; isReplay: boolean }) =>
  created(presentCreated(row), createdHeaders(isReplay));

const createRequestOf = (request: RequestContext, body: CreateIntentInput): CreateRequest => ({
  appId: request.caller.id,
  access: writeAccessOf(request.caller),
  body,
  rawBody: request.rawBody,
  ...readCreateKeys(request.req.get('idempotency-key'), request.req.get(SIGNING_HEADERS.signature)),
  caller: request,
});

/** 201 when an intent stands for each item, else 207: a client that looks at `code` cannot take it for success. */
async function answerBatch(ctx: IntentsContext, items: readonly unknown[], request: RequestContext) {
  requireNoKeyHeader(request.req.get('idempotency-key'));
  const { caller, language } = request;
  const outcomes = await createIntents(ctx, {
    appId: caller.id,
    access: writeAccessOf(caller),
    items,
    signature: request.req.get(SIGNING_HEADERS.signature) ?? '',
    caller: request,
  });
  const shown = outcomes.map((outcome) =>
    'error' in outcome ? { refusal: refusalOfAny(outcome.error, language) } : outcome,
  );
  const result = presentBatch(shown, language);
  if (result.failed > 0) throw new ApiError('BATCH_PARTIAL', { data: result });
  return created(result);
}

/** One handler for each operation, which calls a verb and presents the result. */
export function intentHandlers(ctx: IntentsContext): Pick<Handlers, keyof typeof intentRoutes> {
  return {
    createIntent: async ({ body }, request) =>
      okCreated(await createIntent(ctx, createRequestOf(request, body))),
    createIntents: ({ body }, request) => answerBatch(ctx, body.items, request),
    listIntents: async ({ query }, request) => ok(await listIntents(ctx, request.caller.id, query, request)),
    exportIntents: async ({ query }, request) => {
      const body = new StreamedBody(await exportIntents(ctx, request.caller.id, query, request));
      // The contract names the text of all pieces.
      return { status: 200, body: body as unknown as string };
    },
    getIntent: async ({ params }, request) =>
      okIntent(await loadIntent(ctx, request.caller.id, params.id), request),
    updateIntent: async ({ params, body }, request) =>
      okIntent(await updateIntent(ctx, targetOf(request, params.id), body), request),
    setIntentLabels: async ({ params, body }, request) =>
      okIntent(await setLabels(ctx, targetOf(request, params.id), body.labels), request),
    submitIntent: async ({ params }, request) =>
      okIntent(await submitIntent(ctx, targetOf(request, params.id), request.signal), request),
    cancelIntent: async ({ params }, request) => {
      const row = await cancelIntent(ctx, targetOf(request, params.id), request.signal);
      return ok(presentCancelled(row), versionHeaders(row));
    },
    deleteIntent: async ({ params }, request) => {
      await deleteIntent(ctx, targetOf(request, params.id));
      return ok(null);
    },
    archiveIntent: async ({ params }, request) =>
      okIntent(await archiveIntent(ctx, targetOf(request, params.id)), request),
    unarchiveIntent: async ({ params }, request) =>
      okIntent(await unarchiveIntent(ctx, targetOf(request, params.id)), request),
    listIntentEvents: async ({ params }, request) => {
      const events = await listIntentEvents(ctx, request.caller.id, params.id, request);
      return ok({ items: events.map(presentEvent) });
    },
  };
}
