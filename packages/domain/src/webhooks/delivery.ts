import {
  type AttemptError,
  type AttemptTrigger,
  DELIVERY_PAUSES,
  type DeliveryState,
  WEBHOOK_LIMITS,
} from '@procurement-intents/contract/webhooks';

/** What a receiver answered, or why it did not. */
export interface AttemptResult {
  durationMs: number;
  /** The HTTP status; null without an answer. */
  status: number | null;
  /** Null after a success. */
  error: AttemptError | null;
  /** The beginning of the answer's body; null when it is empty. */
  response: string | null;
  /** What the receiver asked for by `Retry-After`. */
  retryAfterSeconds: number | null;
}

/** A delivery while an attempt is under way. */
interface SentDelivery {
  trigger: AttemptTrigger;
  /** Attempts of the schedule, this one included if it is one. */
  tries: number;
  /** What it goes back to when an attempt beside the schedule fails. */
  resumeState: DeliveryState | null;
  resumeAt: Date | null;
}

/** What becomes of a delivery. */
interface DeliveryOutcome {
  state: DeliveryState;
  /** When the next attempt of the schedule is due; null: none is. */
  dueAt: Date | null;
}

const isSuccess = ({ error }: Pick<AttemptResult, 'error'>): boolean => error === null;

/**
 * The pause in milliseconds before the next attempt of the schedule; null when there is none.
 *
 * @param tries - attempts of the schedule so far.
 * @param random - from 0 to 1: pauses vary by a fifth, so that deliveries that failed together do not come together.
 */
function pauseAfter(
  tries: number,
  { random, retryAfterSeconds }: { random: number; retryAfterSeconds: number | null },
): number | null {
  const seconds = DELIVERY_PAUSES[tries - 1];
  if (seconds === undefined) return null;
  const asked = Math.min(retryAfterSeconds ?? 0, WEBHOOK_LIMITS.retryAfterSeconds);
  return Math.round(Math.max(seconds * (0.8 + 0.4 * random), asked) * 1000);
}

/**
 * What becomes of a delivery after an attempt. A failed attempt beside the schedule leaves it as it was.
 *
 * @param random - from 0 to 1.
 */
export function outcomeOf(
  delivery: SentDelivery,
  result: AttemptResult,
  { now, random }: { now: Date; random: number },
): DeliveryOutcome {
  if (isSuccess(result)) return { state: 'SUCCEEDED', dueAt: null };
  if (delivery.trigger !== 'SCHEDULE')
    return { state: delivery.resumeState ?? 'FAILED', dueAt: delivery.resumeAt };
  const { retryAfterSeconds } = result;
  const pauseMs = pauseAfter(delivery.tries, { random, retryAfterSeconds });
  return pauseMs === null
    ? { state: 'FAILED', dueAt: null }
    : { state: 'PENDING', dueAt: new Date(now.getTime() + pauseMs) };
}

/** A delivery as its schedule has it, or beside it. */
interface QueuedDelivery {
  state: DeliveryState;
  trigger: AttemptTrigger;
  dueAt: Date | null;
  isSending: boolean;
  resumeState: DeliveryState | null;
  resumeAt: Date | null;
}

/**
 * A delivery that goes out once more beside its schedule, to which it goes back after a failure; null while a request is
 * under way. In SQL, `queueAgain` and `isUnderWay` of the server's `webhook-rows/deliveries.ts` say the same:
 * `deliveries.test.ts` holds both to one answer.
 */
export function queuedAgain(
  delivery: QueuedDelivery,
  trigger: Exclude<AttemptTrigger, 'SCHEDULE'>,
  now: Date,
): (QueuedDelivery & { queuedAt: Date }) | null {
  const { state, dueAt, isSending } = delivery;
  if (isSending && dueAt !== null && dueAt > now) return null;
  const before =
    delivery.trigger === 'SCHEDULE'
      ? { resumeState: state, resumeAt: dueAt }
      : { resumeState: delivery.resumeState, resumeAt: delivery.resumeAt };
  return { state: 'PENDING', trigger, dueAt: now, isSending, queuedAt: now, ...before };
}

/** Whether an endpoint has not taken what the delivery brings, as far as is known. In SQL as {@link queuedAgain}. */
export const isMissed = ({ state, resumeState }: Pick<QueuedDelivery, 'state' | 'resumeState'>): boolean =>
  (resumeState ?? state) !== 'SUCCEEDED';

/** The answer of a receiver: 2xx is a success, and nothing else. */
export const errorOfStatus = (status: number): AttemptError | null =>
  status >= 200 && status < 300 ? null : 'STATUS';

/** Whether the receiver says that the endpoint is gone for good. */
export const isGone = ({ status }: Pick<AttemptResult, 'status'>): boolean => status === 410;

/** The seconds of a `Retry-After`, which are digits or a time; null when it is neither. */
export function readRetryAfter(value: string | null, now: Date): number | null {
  if (value === null) return null;
  if (/^\d{1,9}$/.test(value)) return Number(value);
  const time = Date.parse(value);
  return Number.isNaN(time) ? null : Math.max(0, Math.ceil((time - now.getTime()) / 1000));
}
