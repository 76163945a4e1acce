import type { CreateRequestInput, UpdateRequestInput } from '@procurement-intents/contract/procurement';
import { checkVersion, productUrlError, ValidationError } from '@procurement-intents/domain';
import {
  type BearerCaller,
  BearerError,
  checkId,
  conflict,
  found,
  hasScope,
} from '@procurement-intents/domain/bearer';
import {
  type ActingPerson,
  createdContent,
  decideRequestChange,
  type RequestContent,
  requestProblems,
  type StoredRequest,
  updatedContent,
} from '@procurement-intents/domain/procurement';
import type { CreateKey } from '../audit/create-once.ts';
import type { Actor, ChangeTarget } from '../audit/record-change.ts';
import { newUuid } from '../new-uuid.ts';
import { platformOf } from '../platforms/platform.ts';
import type { RequestsContext } from './requests-context.ts';
import type { DeciderRights, Resolve } from './store/request-store.ts';

/** Who makes a change of a request. */
export interface RequestCaller {
  holder: BearerCaller;
  actor: Actor;
}

/** A request to change, and who changes it. */
export interface RequestTarget extends ChangeTarget {
  holder: BearerCaller;
}

/** @throws BearerError `not_found`. */
export async function loadRequest({ requests }: RequestsContext, id: string): Promise<StoredRequest> {
  checkId('purchaseRequest', id);
  return found(await requests.find(id));
}

/** The person whose act a call is. @throws BearerError `forbidden` for a credential that is nobody's. */
export function personOf({ userId, isPerson, scopes }: BearerCaller, limitFen: bigint | null): ActingPerson {
  if (userId === null) {
    throw new BearerError('forbidden', { extras: { reason: 'the credential belongs to no person' } });
  }
  return { userId, isPerson, isAdmin: hasScope(scopes, 'admin'), approvalLimitFen: limitFen };
}

/**
 * The person who decides about a request, with the rights of this moment.
 *
 * @throws BearerError `forbidden` when the person's right was taken away since the call was admitted.
 */
export function deciderOf(holder: BearerCaller, rights: DeciderRights | null): ActingPerson {
  const person = personOf(holder, rights?.approvalLimitFen ?? null);
  if (!holder.isPerson) return person;
  if (rights === null || !hasScope(rights.scopes, 'write:purchase-requests')) {
    throw new BearerError('forbidden', { extras: { reason: 'the right to decide was taken away' } });
  }
  return { ...person, isAdmin: person.isAdmin && hasScope(rights.scopes, 'admin') };
}

/**
 * Whether the caller may make a change of the request now; false when it was made before.
 *
 * @throws BearerError `forbidden`, `conflict`; ApiError `VERSION_CONFLICT`.
 */
export function mayChange(
  action: Parameters<typeof decideRequestChange>[0],
  request: StoredRequest,
  { person, ifMatch }: { person: ActingPerson; ifMatch: string | undefined },
): boolean {
  const decision = decideRequestChange(action, request, person);
  switch (decision.kind) {
    case 'allowed':
      checkVersion(request, ifMatch);
      return true;
    case 'repeated':
      return false;
    case 'forbidden':
      throw new BearerError('forbidden', { extras: { reason: decision.reason } });
    case 'conflict':
      throw conflict(decision.reason);
  }
}

/** Refuses what supplier and contract do not allow at `now`, and says what the request stores of them. */
export const resolveAt =
  (now: Date): Resolve =>
  (content, references) => {
    const problems = requestProblems(content, references, now);
    if (problems.length > 0) throw new ValidationError(problems);
    return { supplierId: references.supplier?.id ?? null, contractLine: references.contractLine };
  };

function checkProduct({ intents }: RequestsContext, { platform, productUrl }: RequestContent): void {
  if (!platformOf(intents, platform).ownsProductUrl(productUrl)) throw productUrlError('productUrl');
}

/** Asks to buy, once for each key. */
export function createRequest(
  context: RequestsContext,
  body: CreateRequestInput,
  { holder, actor, key }: RequestCaller & { key: CreateKey | null },
): Promise<{ request: StoredRequest; isReplay: boolean }> {
  const now = context.intents.clock.now();
  const content = createdContent(body);
  checkProduct(context, content);
  const request: StoredRequest = {
    ...content,
    id: `pr_${newUuid()}`,
    requestedBy: personOf(holder, null).userId,
    contractLine: null,
    status: 'PENDING',
    decidedBy: null,
    decidedAt: null,
    decisionNote: null,
    intentId: null,
    orderId: null,
    spentFen: null,
    endedAt: null,
    createdAt: now,
    updatedAt: now,
    version: 1,
  };
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
        mayChange('update', request, { person: personOf(holder, null), ifMatch });
        if (Object.keys(body).length === 0) return null;
        const content = updatedContent(request, body);
        checkProduct(context, content);
        return content;
      },
      resolve: resolveAt(now),
    },
  );
  return found(updated);
}

const ENDS = {
  reject: { status: 'REJECTED', action: 'purchase_request.rejected' },
  withdraw: { status: 'WITHDRAWN', action: 'purchase_request.withdrawn' },
} as const;

/** Rejects or withdraws a request. Repeated by the same person, it changes nothing. */
export async function endRequest(
  context: RequestsContext,
  { id, ifMatch, holder, actor }: RequestTarget,
  { action, note }: { action: 'reject' | 'withdraw'; note: string | undefined },
): Promise<StoredRequest> {
  await loadRequest(context, id);
  const at = context.intents.clock.now();
  const end = ENDS[action];
  const ended = await context.requests.end(id, { actor, at, action: end.action }, (request, rights) => {
    const person = deciderOf(holder, rights);
    if (!mayChange(action, request, { person, ifMatch })) return null;
    return {
      status: end.status,
      decisionNote: note ?? null,
      endedAt: at,
      ...(action === 'reject' && { decidedBy: person.userId, decidedAt: at }),
    };
  });
  return found(ended);
}
