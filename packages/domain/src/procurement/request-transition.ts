import {
  REQUEST_LIFECYCLE,
  REQUEST_STATUSES_WITH_INTENT,
  type RequestAction,
  type RequestRule,
  type RequestStatus,
} from '@procurement-intents/contract/procurement';

/** The person behind a call that changes a purchase request. */
export interface ActingPerson {
  userId: string;
  /** Whether a person acts now. What keys and clients without a person send is nobody's decision. */
  isPerson: boolean;
  isAdmin: boolean;
  /** The largest total that the person may approve, in fen; null: none. */
  approvalLimitFen: bigint | null;
}

/** What decides about a change of a request. Amounts in fen. */
export interface DecidedRequest {
  status: RequestStatus;
  requestedBy: string;
  totalFen: bigint;
  decidedBy: string | null;
}

/** Why a caller may not make a change now. */
export type RequestRefusal =
  | {
      kind: 'forbidden';
      reason: 'not the requester' | 'only a person decides' | 'own request' | 'approval limit';
    }
  | { kind: 'conflict'; reason: string };

/**
 * Decides whether the caller may make a change of a request. `repeated`: the same person has made it already, so that
 * the answer is the request as it is.
 *
 * The person is judged before the status: who may not decide learns nothing of it.
 */
export function decideRequestChange(
  action: RequestAction,
  request: DecidedRequest,
  actor: ActingPerson,
): { kind: 'allowed' | 'repeated' } | RequestRefusal {
  const refusal = refusalOf(action, request, actor);
  if (refusal) return refusal;
  const rule: RequestRule = REQUEST_LIFECYCLE[action];
  if (rule.from.includes(request.status)) return { kind: 'allowed' };
  if (isRepeated(action, request, actor)) return { kind: 'repeated' };
  return { kind: 'conflict', reason: `${action} is possible in ${rule.from.join(', ')} only` };
}

function refusalOf(
  action: RequestAction,
  request: DecidedRequest,
  actor: ActingPerson,
): RequestRefusal | null {
  const isOwn = request.requestedBy === actor.userId;
  if (REQUEST_LIFECYCLE[action].by === 'requester') {
    return isOwn ? null : { kind: 'forbidden', reason: 'not the requester' };
  }
  if (!actor.isPerson) return { kind: 'forbidden', reason: 'only a person decides' };
  if (isOwn) return { kind: 'forbidden', reason: 'own request' };
  const isCovered =
    actor.isAdmin || (actor.approvalLimitFen !== null && actor.approvalLimitFen >= request.totalFen);
  return isCovered ? null : { kind: 'forbidden', reason: 'approval limit' };
}

/** The statuses that an action leads to, at once or by what follows from it. */
const RESULTS: Record<RequestAction, readonly RequestStatus[]> = {
  update: [],
  withdraw: ['WITHDRAWN'],
  approve: REQUEST_STATUSES_WITH_INTENT,
  reject: ['REJECTED'],
};

function isRepeated(action: RequestAction, request: DecidedRequest, { userId }: ActingPerson): boolean {
  const by = REQUEST_LIFECYCLE[action].by === 'requester' ? request.requestedBy : request.decidedBy;
  return by === userId && RESULTS[action].includes(request.status);
}
