import { NUMBER_REUSED } from '@procurement-intents/contract/gateway/codes';

/** The call had to wait for other calls of the same App until its time was over. */
export const OVER_SHARE = 'OVER_SHARE';
/** The call was about to leave later than it may. */
export const TOO_LATE = 'TOO_LATE';
/** The platform shows an order that is known as another intent's. */
export const ORDER_ID_REUSED = 'ORDER_ID_REUSED';
/**
 * Why there is no definite answer: stable words that timelines and logs show. `NUMBER_REUSED`: the order of this number
 * is another than the one that was sent. `NOT_CONNECTED`: nobody can be asked, because the platform is not configured any
 * more.
 */
export type UnclearReason =
  | 'ABORTED'
  | 'BAD_ANSWER'
  | 'BLOCKED_ADDRESS'
  | 'CIRCUIT_OPEN'
  | 'CONNECTION'
  | 'GATEWAY_UNAUTHORIZED'
  | 'NOT_CONNECTED'
  | 'RATE_LIMITED'
  | 'TIMEOUT'
  | 'TOO_LARGE'
  | typeof NUMBER_REUSED
  | typeof ORDER_ID_REUSED
  | typeof OVER_SHARE
  | typeof TOO_LATE
  | `HTTP_${number}`;

/** No definite answer: the call may or may not have had its effect. */
export interface UnclearAnswer {
  ok: false;
  kind: 'unclear';
  reason: UnclearReason;
  /** The HTTP status that came in place of an answer. */
  status?: number;
  /** The pause that the platform, or the breaker in front of it, asked for. */
  retryAfterMs?: number;
  /** No byte of this call left, so it had no effect. Absent: it may have had one. */
  isNotSent?: true;
}

const OWN_REASONS: ReadonlySet<string> = new Set<UnclearReason>(['ABORTED', OVER_SHARE, TOO_LATE]);

/** Whether the reason of an answer is this service's alone: the platform need not be unwell, and needs no pause. */
export const isOwnReason = ({ reason }: { reason: string }): boolean => OWN_REASONS.has(reason);

/** Whether the answer tells that the platform is unwell: its reason is neither this service's nor that of one order. */
export const isOutage = ({ reason }: Pick<UnclearAnswer, 'reason'>): boolean =>
  !OWN_REASONS.has(reason) && reason !== NUMBER_REUSED;

/** Whether the platform was asked at all: a breaker stops calls whose answer did not decide when they were about to leave. */
export const wasCalled = ({ reason }: { reason: string }): boolean => reason !== 'CIRCUIT_OPEN';

/** A definite no. `message` holds the platform's own words, safe to show: 200 characters at most. */
export interface RefusedAnswer<Reason extends string> {
  ok: false;
  kind: 'refused';
  reason: Reason;
  message?: string;
}
