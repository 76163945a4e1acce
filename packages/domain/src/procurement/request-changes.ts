import type { Scope } from '@procurement-intents/contract/bearer';
import type { CreateRequestInput } from '@procurement-intents/contract/procurement';
import type { BearerCaller } from '../bearer/bearer-caller.ts';
import { BearerError } from '../bearer/bearer-error.ts';
import { conflict } from '../bearer/refusals.ts';
import { hasScope } from '../bearer/scopes.ts';
import { ApiError, ValidationError } from '../errors.ts';
import { checkVersion } from '../intents/check-version.ts';
import type { FoundReferences } from './contract-usage.ts';
import type { StoredRequest } from './present-procurement.ts';
import { createdContent, type RequestContent, requestProblems } from './request-content.ts';
import { type ActingPerson, decideRequestChange } from './request-transition.ts';

/** What a change of a request writes. */
export type RequestChanges = Partial<
  Omit<StoredRequest, 'id' | 'requestedBy' | 'createdAt' | 'updatedAt' | 'version'>
>;

/** What the person who decides may do now. */
export interface DeciderRights {
  approvalLimitFen: bigint | null;
  scopes: readonly Scope[];
}

/** The person whose act a call is. @throws BearerError `forbidden` for a credential that is nobody's. */
export function personOf(
  { userId, isPerson, scopes }: BearerCaller,
  approvalLimitFen: bigint | null,
): ActingPerson {
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
  { person, ifMatch }: { person: ActingPerson; ifMatch: string | null | undefined },
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

/**
 * Whether to approve a request whose page was checked while it had `version`.
 *
 * @throws as {@link mayChange}; ApiError `VERSION_CONFLICT` when the requester has changed it meanwhile: another product,
 *   price or recipient than was approved.
 */
export function mayApprove(
  request: StoredRequest,
  change: Parameters<typeof mayChange>[2] & { version: number },
): boolean {
  if (!mayChange('approve', request, change)) return false;
  if (request.version !== change.version)
    throw new ApiError('VERSION_CONFLICT', { data: { currentVersion: request.version } });
  return true;
}

/** Refuses what supplier and contract do not allow at `now`, and says what the request stores of them. */
export function resolvedReferences(
  content: RequestContent,
  references: FoundReferences,
  now: Date,
): Pick<StoredRequest, 'supplierId' | 'contractLine'> {
  const problems = requestProblems(content, references, now);
  if (problems.length > 0) throw new ValidationError(problems);
  return { supplierId: references.supplier?.id ?? null, contractLine: references.contractLine };
}

/** The request that a create makes, before its references are looked up. */
export const createdRequest = (
  body: CreateRequestInput,
  { id, requestedBy }: Pick<StoredRequest, 'id' | 'requestedBy'>,
  now: Date,
): StoredRequest => ({
  ...createdContent(body),
  id,
  requestedBy,
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
});

/** Who decides about a request, with which note. */
interface RequestDecision {
  person: Pick<ActingPerson, 'userId'>;
  note: string | undefined;
  at: Date;
}

/** What a rejection or a withdrawal writes. */
export const requestEnd = (
  action: 'reject' | 'withdraw',
  { person, note, at }: RequestDecision,
): RequestChanges => ({
  status: action === 'reject' ? 'REJECTED' : 'WITHDRAWN',
  decisionNote: note ?? null,
  endedAt: at,
  ...(action === 'reject' && { decidedBy: person.userId, decidedAt: at }),
});

/** What an approval writes. */
export const requestApproval = ({ person, note, at }: RequestDecision, intentId: string): RequestChanges => ({
  status: 'APPROVED',
  decidedBy: person.userId,
  decidedAt: at,
  decisionNote: note ?? null,
  intentId,
});
