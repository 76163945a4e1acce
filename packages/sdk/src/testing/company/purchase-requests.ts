import {
  type CreateRequestInput,
  PROCUREMENT_APP_ID,
  type UpdateRequestInput,
} from '@procurement-intents/contract/procurement';
import { checkFinding } from '@procurement-intents/domain';
import { type Holder, checkId, found } from '@procurement-intents/domain/bearer';
import type { PersonRights } from '@procurement-intents/domain/company';
import {
  approvalBy,
  createdRequest,
  decideApproval,
  decideEnd,
  intentOfRequest,
  mayCheckPage,
  presentRequest,
  REQUEST_ROWS,
  requestAfterIntent,
  requestKeyOf,
  requestUpdate,
  resolvedReferences,
  type StoredRequest,
} from '@procurement-intents/domain/procurement';
import { newIntent, type IntentRecord } from '../intents/intent-record.ts';
import type { CompanyCall, CompanyContext, CompanyOperation } from './company-operation.ts';
import { answerCreated, answerList, answerResource, createOnce, writeChange } from './resources.ts';

function load({ records }: CompanyContext, id: string): StoredRequest {
  checkId('purchaseRequest', id);
  return found(records.requests.get(id));
}

const resolve = ({ records }: CompanyContext, content: StoredRequest, now: Date) =>
  resolvedReferences(content, records.findReferences(content), now);

/** What the person who calls may do now. */
function rightsOf({ members }: CompanyContext, { userId }: Holder): PersonRights | null {
  return members.people.find(({ id }) => id === userId) ?? null;
}

const createPurchaseRequest: CompanyOperation = (service, call) => {
  const { records, newId, clock } = service;
  const now = clock.now();
  const created = createOnce(service, call, {
    make() {
      const by = { id: newId('purchaseRequest', now), holder: call.holder };
      return createdRequest(call.body as CreateRequestInput, by, now);
    },
    add(request) {
      Object.assign(request, resolve(service, request, now));
      records.requests.set(request.id, request);
    },
    load: (id) => load(service, id),
  });
  return answerCreated(created, presentRequest);
};

const updatePurchaseRequest: CompanyOperation = (service, { id, body, holder, headers }) => {
  const request = load(service, id);
  const now = service.clock.now();
  const asked = { holder, ifMatch: headers.get('if-match') };
  const content = requestUpdate(request, body as UpdateRequestInput, asked);
  if (content) {
    const changes = { ...content, ...resolve(service, { ...request, ...content }, now) };
    writeChange(request, changes, now);
  }
  return answerResource(request, presentRequest);
};

const end =
  (action: 'reject' | 'withdraw'): CompanyOperation =>
  (service, { id, body, holder, headers }) => {
    const request = load(service, id);
    const at = service.clock.now();
    const decision = { rights: rightsOf(service, holder), note: noteOf(body), at };
    const asked = { holder, ifMatch: headers.get('if-match') };
    const changes = decideEnd(action, request, asked, decision);
    if (changes) writeChange(request, changes, at);
    return answerResource(request, presentRequest);
  };

const noteOf = (body: unknown): string | undefined => (body as { note?: string }).note;

/** The intent that buys an approved request. */
function buy({ store, clock, graceMs }: CompanyContext, request: StoredRequest): IntentRecord {
  const now = clock.now();
  const idempotencyKey = requestKeyOf(request.id);
  const identity = { id: store.nextId(now), appId: PROCUREMENT_APP_ID, idempotencyKey, requestHash: '' };
  const intent = newIntent(intentOfRequest(request), identity, now, graceMs);
  store.add(intent);
  return intent;
}

const approve: CompanyOperation = (service, { id, body, holder, headers }: CompanyCall) => {
  const request = load(service, id);
  const { plans, clock } = service;
  const ifMatch = headers.get('if-match');
  if (!mayCheckPage(request, { holder, ifMatch })) return answerResource(request, presentRequest);
  checkFinding(plans.findingOf({ ...request, userId: request.requestedBy }));
  const asked = { holder, ifMatch, version: request.version };
  if (decideApproval(request, asked, rightsOf(service, holder))) {
    const at = clock.now();
    const resolved = resolve(service, request, at);
    const intent = buy(service, request);
    const approval = approvalBy(holder, { note: noteOf(body), at }, intent.id);
    writeChange(request, { ...resolved, ...approval }, at);
  }
  return answerResource(request, presentRequest);
};

/** Writes what becomes of a request when its intent has changed. */
export function followIntent({ records }: Pick<CompanyContext, 'records'>, intent: IntentRecord): void {
  if (intent.appId !== PROCUREMENT_APP_ID) return;
  for (const request of records.requests.values()) {
    if (request.intentId !== intent.id) continue;
    const changes = requestAfterIntent(request, intent);
    if (changes) writeChange(request, changes, intent.updatedAt);
  }
}

export const REQUEST_OPERATIONS = {
  createPurchaseRequest,
  listPurchaseRequests: ({ records }, call) =>
    answerList(call, REQUEST_ROWS, [...records.requests.values()], presentRequest),
  getPurchaseRequest: (service, { id }) => answerResource(load(service, id), presentRequest),
  updatePurchaseRequest,
  approvePurchaseRequest: approve,
  rejectPurchaseRequest: end('reject'),
  withdrawPurchaseRequest: end('withdraw'),
} satisfies Record<string, CompanyOperation>;
