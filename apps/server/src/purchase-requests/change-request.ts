import type { CreateRequestInput, UpdateRequestInput } from '@procurement-intents/contract/procurement';
import { type Holder, checkId, found } from '@procurement-intents/domain/bearer';
import {
  createdRequest,
  decideEnd,
  requestUpdate,
  resolvedReferences,
  type StoredRequest,
} from '@procurement-intents/domain/procurement';
import type { CreateKey } from '../changes/unit-of-work.ts';
import type { Actor } from '../audit/record-change.ts';
import type { ChangeTarget } from '../changes/change-target.ts';
import { newId } from '../new-id.ts';
import { checkProductUrl } from '../platforms/page-check/check-product-page.ts';
import type { RequestsContext } from './requests-context.ts';
import type { Resolve } from './store/request-store.ts';

/** Who makes a change of a request. */
export interface RequestCaller {
  holder: Holder;
  actor: Actor;
}

/** A request to change, and who changes it. */
export interface RequestTarget extends ChangeTarget {
  holder: Holder;
}

/** @throws BearerError `not_found`. */
export async function loadRequest({ requests }: RequestsContext, id: string): Promise<StoredRequest> {
  checkId('purchaseRequest', id);
  return found(await requests.find(id));
}

/** Refuses what supplier and contract do not allow at `now`, and says what the request stores of them. */
export const resolveAt =
  (now: Date): Resolve =>
  (content, references) =>
    resolvedReferences(content, references, now);

/** Asks to buy, once for each key. */
export function createRequest(
  context: RequestsContext,
  body: CreateRequestInput,
  { holder, actor, key }: RequestCaller & { key: CreateKey | null },
): Promise<{ request: StoredRequest; isReplay: boolean }> {
  const now = context.intents.clock.now();
  checkProductUrl(context.intents, body);
  const request = createdRequest(body, { id: newId('purchaseRequest'), holder }, now);
  return context.requests.insert(request, { key, actor, resolve: resolveAt(now) });
}

/** Changes only the fields sent, of a request that nobody has decided about. */
export async function updateRequest(
  context: RequestsContext,
  { id, ifMatch, holder, actor }: RequestTarget,
  body: UpdateRequestInput,
): Promise<StoredRequest> {
  await loadRequest(context, id);
  const now = context.intents.clock.now();
  const updated = await context.requests.update(
    id,
    { actor, at: now },
    {
      decide(request) {
        const content = requestUpdate(request, body, { holder, ifMatch });
        if (content) checkProductUrl(context.intents, content);
        return content;
      },
      resolve: resolveAt(now),
    },
  );
  return found(updated);
}

const PAST = {
  reject: 'purchase_request.rejected',
  withdraw: 'purchase_request.withdrawn',
} as const;

/** Rejects or withdraws a request. Repeated by the same person, it changes nothing. */
export async function endRequest(
  context: RequestsContext,
  { id, ifMatch, holder, actor }: RequestTarget,
  { action, note }: { action: 'reject' | 'withdraw'; note: string | undefined },
): Promise<StoredRequest> {
  await loadRequest(context, id);
  const at = context.intents.clock.now();
  const by = { actor, at, action: PAST[action] };
  const ended = await context.requests.end(id, by, (request, rights) =>
    decideEnd(action, request, { holder, ifMatch }, { rights, note, at }),
  );
  return found(ended);
}
