import type { CreateRequestInput, UpdateRequestInput } from '@procurement-intents/contract/procurement';
import type { Holder } from '../bearer/holder.ts';
import { BearerError } from '../bearer/bearer-error.ts';
import type { PersonRights } from '../company/person-rights.ts';
import { conflict } from '../bearer/refusals.ts';
import { hasScope } from '../bearer/scopes.ts';
import { ApiError } from '../errors.ts';
import { checkVersion } from '../check-version.ts';
import type { StoredRequest } from './present-procurement.ts';
import { newRequest, type RequestChanges, requestApproval, requestEnd } from './request-changes.ts';
import { type RequestContent, updatedContent } from './request-content.ts';
import { type ActingPerson, decideRequestChange } from './request-transition.ts';

/** Who asks for a change of a request, and of which version; none: of any. */
export interface RequestCall {
  holder: Holder;
  ifMatch?: string | null | undefined;
}

/** What the person who decides may do now, and says. */
export interface RequestDecision {
  rights: PersonRights | null;
  note: string | undefined;
  at: Date;
}

/** The person whose act a call is. @throws BearerError `forbidden` for a credential that is nobody's. */
function personOf({ userId, isPerson, scopes }: Holder, approvalLimitFen: bigint | null): ActingPerson {
  if (userId === null) {
    throw new BearerError('forbidden', { extras: { reason: 'the credential belongs to no person' } });
  }
  return { userId, isPerson, isAdmin: hasScope(scopes, 'admin'), approvalLimitFen };
}

/**
 * The person who decides about a request, with the rights of this moment.
 *
 * @throws BearerError `forbidden` when the person's right was taken away since the call was admitted.
 */
function deciderOf(holder: Holder, rights: PersonRights | null): ActingPerson {
  const person = personOf(holder, rights?.approvalLimitFen ?? null);
  if (!holder.isPerson) return person;
  if (rights === null || !hasScope(rights.scopes, 'write:purchase-requests')) {
    throw new BearerError('forbidden', { extras: { reason: 'the right to decide was taken away' } });
  }
  return { ...person, isAdmin: person.isAdmin && hasScope(rights.scopes, 'admin') };
}

/**
 * Whether the person may make a change of the request now; false when it was made before.
 *
 * @throws BearerError `forbidden`, `conflict`; ApiError `VERSION_CONFLICT`.
 */
function mayChange(
  action: Parameters<typeof decideRequestChange>[0],
  request: StoredRequest,
  { person, ifMatch }: { person: ActingPerson; ifMatch: RequestCall['ifMatch'] },
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

/** The request that a create makes, before its references are looked up. @throws BearerError `forbidden`. */
export const createdRequest = (
  body: CreateRequestInput,
  { id, holder }: { id: string; holder: Holder },
  now: Date,
): StoredRequest => newRequest(body, { id, requestedBy: personOf(holder, null).userId }, now);

/**
 * What the request asks for after an update by its requester; null when nothing changes.
 *
 * @throws BearerError `forbidden`, `conflict`; ApiError `VERSION_CONFLICT`; ValidationError.
 */
export function requestUpdate(
  request: StoredRequest,
  body: UpdateRequestInput,
  { holder, ifMatch }: RequestCall,
): RequestContent | null {
  mayChange('update', request, { person: personOf(holder, null), ifMatch });
  return Object.keys(body).length === 0 ? null : updatedContent(request, body);
}

/**
 * Whether an approval goes on to the check of the product page; false when it was made before. Whether the approval limit
 * covers the total is left to {@link decideApproval}, which gets the rights of its moment.
 *
 * @throws BearerError `forbidden`, `conflict`; ApiError `VERSION_CONFLICT`.
 */
export function mayCheckPage(request: StoredRequest, { holder, ifMatch }: RequestCall): boolean {
  const person = { ...personOf(holder, null), approvalLimitFen: request.totalFen };
  return mayChange('approve', request, { person, ifMatch });
}

/**
 * Whether to approve a request whose page was checked while it had `version`; false when it was approved before.
 *
 * @throws BearerError `forbidden`, `conflict`; ApiError `VERSION_CONFLICT`, also when the requester has changed it
 *   meanwhile: another product, price or recipient than was approved.
 */
export function decideApproval(
  request: StoredRequest,
  { holder, ifMatch, version }: RequestCall & { version: number },
  rights: PersonRights | null,
): boolean {
  if (!mayChange('approve', request, { person: deciderOf(holder, rights), ifMatch })) return false;
  if (request.version !== version)
    throw new ApiError('VERSION_CONFLICT', { data: { currentVersion: request.version } });
  return true;
}

/** What an approval writes that {@link decideApproval} has allowed. */
export const approvalBy = (
  holder: Holder,
  { note, at }: Omit<RequestDecision, 'rights'>,
  intentId: string,
): RequestChanges => requestApproval({ person: personOf(holder, null), note, at }, intentId);

/**
 * What a rejection or a withdrawal writes; null when the same person has made it before.
 *
 * @throws BearerError `forbidden`, `conflict`; ApiError `VERSION_CONFLICT`.
 */
export function decideEnd(
  action: 'reject' | 'withdraw',
  request: StoredRequest,
  { holder, ifMatch }: RequestCall,
  { rights, note, at }: RequestDecision,
): RequestChanges | null {
  const person = deciderOf(holder, rights);
  return mayChange(action, request, { person, ifMatch }) ? requestEnd(action, { person, note, at }) : null;
}
