import type { bearerContract } from '@procurement-intents/contract/bearer';
import { createdHeaders, versionHeaders } from '@procurement-intents/domain';
import { presentRequest, REQUEST_ROWS, type StoredRequest } from '@procurement-intents/domain/procurement';
import { actorOf, targetOf } from '../http/actor-of.ts';
import { createKeyOf } from '../http/create-key-of.ts';
import type { HandlersOf } from '../http/handler.ts';
import { listPage } from '../http/list-page.ts';
import type { RequestContext } from '../http/request-context.ts';
import { approveRequest } from './approve-request.ts';
import {
  createRequest,
  endRequest,
  loadRequest,
  type RequestTarget,
  updateRequest,
} from './change-request.ts';
import type { RequestsContext } from './requests-context.ts';

type RequestHandlers = Pick<
  HandlersOf<typeof bearerContract>,
  | 'createPurchaseRequest'
  | 'listPurchaseRequests'
  | 'getPurchaseRequest'
  | 'updatePurchaseRequest'
  | 'approvePurchaseRequest'
  | 'rejectPurchaseRequest'
  | 'withdrawPurchaseRequest'
>;

const requestTarget = (request: RequestContext, id: string): RequestTarget => ({
  ...targetOf(request, id),
  holder: request.holder,
});

const shown = (request: StoredRequest) =>
  ({ status: 200, headers: versionHeaders(request), body: presentRequest(request) }) as const;

/** One handler for each operation on purchase requests. */
export function requestHandlers(context: RequestsContext): RequestHandlers {
  const { requests } = context;
  return {
    createPurchaseRequest: async ({ body }, call) => {
      const by = { holder: call.holder, actor: actorOf(call), key: createKeyOf(call, body) };
      const { request, isReplay } = await createRequest(context, body, by);
      const headers = { ...createdHeaders(isReplay), ...versionHeaders(request) };
      return { status: 201, headers, body: presentRequest(request) };
    },
    listPurchaseRequests: async ({ query }) => ({
      status: 200,
      body: await listPage({ ...REQUEST_ROWS, read: requests.list, present: presentRequest }, query),
    }),
    getPurchaseRequest: async ({ params }) => shown(await loadRequest(context, params.id)),
    updatePurchaseRequest: async ({ params, body }, call) =>
      shown(await updateRequest(context, requestTarget(call, params.id), body)),
    approvePurchaseRequest: async ({ params, body: { note } }, call) =>
      shown(await approveRequest(context, requestTarget(call, params.id), { note, signal: call.signal })),
    rejectPurchaseRequest: async ({ params, body: { note } }, call) =>
      shown(await endRequest(context, requestTarget(call, params.id), { action: 'reject', note })),
    withdrawPurchaseRequest: async ({ params, body: { note } }, call) =>
      shown(await endRequest(context, requestTarget(call, params.id), { action: 'withdraw', note })),
  };
}
