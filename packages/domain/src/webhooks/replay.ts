import { DAY_MS } from '@procurement-intents/contract';
import type {
  CreateReplayInput,
  ReplayScope,
  ReplayState,
  WebhookReplayView,
} from '@procurement-intents/contract/webhooks';
import { ApiError, ValidationError } from '../errors.ts';
import { spanOf } from '../lists/list-conditions.ts';

/** A replay as it is stored. */
export interface StoredReplay {
  id: string;
  state: ReplayState;
  since: Date;
  until: Date;
  types: string[];
  scope: ReplayScope;
  /** Sequence of the last event that it has looked at, and of the last one that it will. */
  position: number;
  upTo: number;
  sent: number;
  createdAt: Date;
}

/** When the log of an endpoint begins: events and deliveries are kept for so many days. */
export const logBeginOf = (now: Date, eventDays: number): Date =>
  new Date(now.getTime() - eventDays * DAY_MS);

/**
 * The span of time that a replay asks for.
 *
 * @throws ValidationError when it ends before it begins; ApiError `EVENTS_EXPIRED` when it begins before the log.
 */
export function replaySpan(
  { since: from, until: to }: Pick<CreateReplayInput, 'since' | 'until'>,
  { now, logBegin, oldestCursor }: { now: Date; logBegin: Date; oldestCursor: number },
): { since: Date; until: Date } {
  const since = spanOf(from).from;
  const asked = to === undefined ? now : spanOf(to).to;
  const until = asked < now ? asked : now;
  if (since > until) throw new ValidationError([{ field: 'since', issue: { rule: 'range' } }]);
  if (since < logBegin)
    throw new ApiError('EVENTS_EXPIRED', { data: { oldestCursor: String(oldestCursor) } });
  return { since, until };
}

export function presentReplay(replay: StoredReplay): WebhookReplayView {
  const { id, state, since, until, types, scope, position, upTo, sent, createdAt } = replay;
  return {
    id,
    state,
    since: since.toISOString(),
    until: until.toISOString(),
    types,
    scope,
    sent,
    remaining: state === 'RUNNING' ? Math.max(upTo - position, 0) : 0,
    createdAt: createdAt.toISOString(),
  };
}
