import type { CreateRequestInput } from '@procurement-intents/contract/procurement';
import { ValidationError } from '../errors.ts';
import type { FoundReferences } from './contract-usage.ts';
import type { StoredRequest } from './present-procurement.ts';
import { createdContent, type RequestContent, requestProblems } from './request-content.ts';
import type { ActingPerson } from './request-transition.ts';

/** What a change of a request writes. */
export type RequestChanges = Partial<
  Omit<StoredRequest, 'id' | 'requestedBy' | 'createdAt' | 'updatedAt' | 'version'>
>;

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

/** A new request, before its references are looked up. */
export const newRequest = (
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
interface DecidedBy {
  person: Pick<ActingPerson, 'userId'>;
  note: string | undefined;
  at: Date;
}

/** What a rejection or a withdrawal writes. */
export const requestEnd = (
  action: 'reject' | 'withdraw',
  { person, note, at }: DecidedBy,
): RequestChanges => ({
  status: action === 'reject' ? 'REJECTED' : 'WITHDRAWN',
  decisionNote: note ?? null,
  endedAt: at,
  ...(action === 'reject' && { decidedBy: person.userId, decidedAt: at }),
});

/** What an approval writes. */
export const requestApproval = ({ person, note, at }: DecidedBy, intentId: string): RequestChanges => ({
  status: 'APPROVED',
  decidedBy: person.userId,
  decidedAt: at,
  decisionNote: note ?? null,
  intentId,
});
