import type { CreateReplayInput, WebhookReplayView } from '@procurement-intents/contract/webhooks';
import { idPattern } from '@procurement-intents/contract';
import { ApiError } from '@procurement-intents/domain';
import {
  logBeginOf,
  presentReplay,
  replaySpan,
  requireEnabled,
  type StoredReplay,
} from '@procurement-intents/domain/webhooks';
import { foundMade } from '../changes/unit-of-work.ts';
import { newId } from '../new-id.ts';
import {
  loadWebhook,
  type WebhookCreate,
  type WebhooksContext,
  type WebhookTarget,
} from './manage-webhooks.ts';
import type { Replays } from './store/replays.ts';

export interface ReplayContext extends WebhooksContext {
  replays: Pick<Replays, 'bounds' | 'create' | 'find'>;
  /** Days that events and the log are kept. */
  eventDays: number;
}

/** A replay; `isReplay`: an earlier call under the same key has begun it. */
export interface BegunReplay {
  view: WebhookReplayView;
  isReplay: boolean;
}

/**
 * Begins to send the events of a span of time again.
 *
 * @throws ApiError `WEBHOOK_NOT_FOUND`, `NOT_OWNER`, `WEBHOOK_DISABLED`, `REPLAY_RUNNING`, `EVENTS_EXPIRED`; ValidationError.
 */
export async function createReplay(
  context: ReplayContext,
  target: WebhookTarget & WebhookCreate,
  { types, scope = 'missed', ...span }: CreateReplayInput,
): Promise<BegunReplay> {
  const { endpoint } = await loadWebhook(context, target);
  requireEnabled(endpoint);
  const now = context.clock.now();
  const logBegin = logBeginOf(now, context.eventDays);
  const { before: oldestCursor } = await context.replays.bounds(endpoint.appId, logBegin, now);
  const { since, until } = replaySpan(span, { now, logBegin, oldestCursor });
  const { before, last } = await context.replays.bounds(endpoint.appId, since, until);
  const replay: StoredReplay = {
    id: newId('replay'),
    state: last > before ? 'RUNNING' : 'DONE',
    since,
    until,
    types: types ?? endpoint.eventTypes,
    scope,
    position: before,
    upTo: Math.max(last, before),
    sent: 0,
    createdAt: now,
  };
  const made = await context.replays.create(endpoint, replay, target.by);
  if ('running' in made) throw new ApiError('REPLAY_RUNNING', { data: { replayId: made.running } });
  if (!made.isReplay) return { view: presentReplay(replay), isReplay: false };
  const earlier = foundMade(await context.replays.find(endpoint.id, made.resourceId));
  return { view: presentReplay(earlier), isReplay: true };
}

/** @throws ApiError `WEBHOOK_NOT_FOUND`, `NOT_OWNER`, `DELIVERY_NOT_FOUND`. */
export async function readReplay(
  context: ReplayContext,
  target: WebhookTarget,
  replayId: string,
): Promise<WebhookReplayView> {
  await loadWebhook(context, target);
  const found = idPattern('replay').test(replayId) ? await context.replays.find(target.id, replayId) : null;
  if (!found) throw new ApiError('DELIVERY_NOT_FOUND');
  return presentReplay(found);
}
