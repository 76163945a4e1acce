import { idOf, isEndpointEvent, LIMITS } from '@procurement-intents/contract';
import type {
  AttemptError,
  AttemptTrigger,
  DeliveryState,
  ListDeliveriesInput,
  WebhookAttemptView,
  WebhookDeliveryView,
} from '@procurement-intents/contract/webhooks';
import { ValidationError } from '../errors.ts';
import { spanOf } from '../lists/list-conditions.ts';

/** A delivery as it is stored. */
export interface StoredDelivery {
  /** Without its prefix: 32 hex digits, with or without dashes. */
  id: string;
  eventId: string;
  sequence: number;
  type: string;
  subjectId: string;
  state: DeliveryState;
  attempt: number;
  /** When the next attempt is due, or until when the one under way is waited for. */
  dueAt: Date | null;
  isSending: boolean;
  lastStatus: number | null;
  queuedAt: Date;
  createdAt: Date;
}

/** An attempt as it is stored. */
export interface StoredAttempt {
  at: Date;
  trigger: AttemptTrigger;
  /** Null while it is under way, or when its process ended before the answer. */
  durationMs: number | null;
  status: number | null;
  error: AttemptError | null;
  response: string | null;
}

/** Which deliveries a page of the log shows. */
interface DeliveryFilter {
  state: DeliveryState | null;
  type: string | null;
  intentId: string | null;
  since: Date | null;
  until: Date | null;
}

export interface DeliveryQuery extends DeliveryFilter {
  /** Only events before this sequence; null: from the newest. */
  before: number | null;
  limit: number;
}

const CURSOR = /^d([1-9][0-9]{0,14})$/;

/** @throws ValidationError for a cursor that no page of a log has had. */
export function deliveryQueryOf(query: ListDeliveriesInput): DeliveryQuery {
  const { limit = LIMITS.pageSizeDefault, cursor, state, type, intentId, since, until } = query;
  const before = cursor === undefined ? null : CURSOR.exec(cursor)?.[1];
  if (before === undefined) throw new ValidationError([{ field: 'cursor', issue: { rule: 'cursor' } }]);
  return {
    before: before === null ? null : Number(before),
    limit: Math.min(Number(limit), LIMITS.pageSizeMax),
    state: state ?? null,
    type: type ?? null,
    intentId: intentId ?? null,
    since: since === undefined ? null : spanOf(since).from,
    until: until === undefined ? null : spanOf(until).to,
  };
}

/**
 * The page as a caller sees it.
 *
 * @param found - the newest deliveries that pass the filter, one more than `limit` if there are so many.
 * @param lookedTo - the sequence that was looked through down to; null: to the end of the log.
 */
export function presentDeliveryPage(
  found: readonly StoredDelivery[],
  { limit, lookedTo, closing }: { limit: number; lookedTo: number | null; closing: Closing },
): { items: WebhookDeliveryView[]; nextCursor: string | null } {
  const shown = found.slice(0, limit);
  const end = found.length > limit ? (shown.at(-1)?.sequence ?? null) : lookedTo;
  return {
    items: shown.map((delivery) => presentDelivery(delivery, closing)),
    nextCursor: end === null ? null : `d${end}`,
  };
}

/** What of an endpoint ends its open deliveries. */
export interface Closing {
  isDisabled: boolean;
  /** Deliveries that were queued until then are over. */
  endUpTo: Date | null;
}

/**
 * What became of a delivery: one that is open is over when its endpoint was disabled after it was queued.
 * `webhook-rows/deliveries.ts` of the server has it in SQL: `deliveries.test.ts` holds both to one answer.
 */
export const stateOf = (
  { state, queuedAt }: StoredDelivery,
  { isDisabled, endUpTo }: Closing,
): DeliveryState =>
  state === 'PENDING' && (isDisabled || (endUpTo !== null && queuedAt <= endUpTo)) ? 'ENDED' : state;

export function presentDelivery(delivery: StoredDelivery, closing: Closing): WebhookDeliveryView {
  const { id, eventId, sequence, type, subjectId, attempt, dueAt, isSending, lastStatus, createdAt } =
    delivery;
  const state = stateOf(delivery, closing);
  return {
    id: idOf('delivery', id.replaceAll('-', '')),
    eventId: idOf('event', eventId.replaceAll('-', '')),
    sequence,
    type,
    ...(!isEndpointEvent(type) && { intentId: subjectId }),
    state,
    attempts: attempt,
    ...(state === 'PENDING' && dueAt && !isSending && { nextAttemptAt: dueAt.toISOString() }),
    ...(lastStatus !== null && { lastStatus }),
    createdAt: createdAt.toISOString(),
  };
}

/**
 * An attempt as a caller sees it.
 *
 * @param isUnderWay - whether its answer is still waited for.
 */
export function presentAttempt(attempt: StoredAttempt, isUnderWay: boolean): WebhookAttemptView {
  const { at, trigger, durationMs, status, response } = attempt;
  const error = attempt.error ?? (durationMs === null && !isUnderWay ? ('UNKNOWN' as const) : null);
  return {
    at: at.toISOString(),
    trigger,
    ...(durationMs !== null && { durationMs }),
    ...(status !== null && { status }),
    ...(error && { error }),
    ...(response !== null && { response }),
  };
}
