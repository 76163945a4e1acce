import { digitsOf, EVENT_DAYS, idOf } from '@procurement-intents/contract';
import {
  type CreateReplayInput,
  type CreateWebhookInput,
  type ListDeliveriesInput,
  type UpdateWebhookInput,
  WEBHOOK_LIMITS,
  type webhookRoutes,
} from '@procurement-intents/contract/webhooks';
import { ApiError, checkVersion, versionHeaders } from '@procurement-intents/domain';
import {
  checkTestCount,
  deliveryQueryOf,
  endpointRefusal,
  endpointUpdate,
  getsEvent,
  isMissed,
  logBeginOf,
  newEndpoint,
  presentAttempt,
  presentDelivery,
  presentDeliveryPage,
  presentReplay,
  presentRotatedKey,
  presentTest,
  presentWebhook,
  queuedAgain,
  readWebhookUrl,
  refuseEndpoint,
  replaySpan,
  requireEnabled,
  requireEventsPermission,
  requireOwnWebhook,
  rotateKeys,
  sampleEvent,
  stateOf,
  type StoredReplay,
  HEALTHY,
  webhookBody,
} from '@procurement-intents/domain/webhooks';
import type { Success } from '../calls/answer.ts';
import type { Call, Operation, OperationContext } from '../operation.ts';
import { type MemoryDelivery, type MemoryEndpoint, newDelivery, newKey } from './endpoints.ts';
import { send } from './send.ts';

// Nothing on this machine is reached.
const NO_ORIGINS: ReadonlySet<string> = new Set();
const MINUTE_MS = 60_000;

const ok = (data: unknown, headers: Record<string, string> = {}): Success => ({ status: 200, data, headers });

function load(service: OperationContext, { app, id }: Call): MemoryEndpoint {
  const found = service.webhooks.all.get(id) ?? null;
  requireOwnWebhook(found?.endpoint ?? null, app.appId);
  const one = found as MemoryEndpoint;
  service.webhooks.queue(one, service.store.feed(app.appId), {
    app,
    now: service.clock.now(),
    newId: service.newId,
  });
  return one;
}

/** The endpoint, unless the caller has read another version of it. */
function loadToChange(service: OperationContext, call: Call): MemoryEndpoint {
  const one = load(service, call);
  checkVersion(one.endpoint, call.headers.get('if-match'));
  return one;
}

const show = ({ clock }: OperationContext, { endpoint, keys, health: { failingSince } }: MemoryEndpoint) =>
  presentWebhook(endpoint, { keys, failingSince, now: clock.now() });

const answer = (service: OperationContext, one: MemoryEndpoint): Success =>
  ok(show(service, one), versionHeaders(one.endpoint));

function checkAddress(service: OperationContext, appId: string, url: string, own: MemoryEndpoint): void {
  const same = service.webhooks.of(appId).find((one) => one !== own && one.endpoint.url === url);
  if (same) refuseEndpoint({ existing: same.endpoint.id });
}

const createWebhook: Operation = async (service, { app, body }) => {
  requireEventsPermission(app);
  const input = body as CreateWebhookInput;
  const at = service.clock.now();
  const url = readWebhookUrl(input.url, NO_ORIGINS);
  const own = service.webhooks.of(app.appId).map((one) => one.endpoint);
  const refusal = endpointRefusal(own, url);
  if (refusal) refuseEndpoint(refusal);
  const endpoint = newEndpoint(input, {
    id: service.newId('webhookEndpoint', at),
    appId: app.appId,
    url,
    at,
  });
  const key = await newKey(endpoint.signature, at);
  const one: MemoryEndpoint = {
    endpoint,
    keys: [key],
    queuedUpTo: service.store.feed(app.appId).length,
    endUpTo: null,
    health: HEALTHY,
    deliveries: [],
    replays: [],
    tests: [],
  };
  service.webhooks.all.set(endpoint.id, one);
  const secret = endpoint.signature === 'v1' && { secret: key.receiverKey };
  return { status: 201, data: { ...show(service, one), ...secret }, headers: versionHeaders(endpoint) };
};

const updateWebhook: Operation = (service, call) => {
  const one = loadToChange(service, call);
  const { endpoint, keys } = one;
  const at = service.clock.now();
  const input = call.body as UpdateWebhookInput;
  const update = endpointUpdate(endpoint, input, { keys, at, loopbackOrigins: NO_ORIGINS });
  if (update === null) return answer(service, one);
  const { changed, switchedTo } = update;
  checkAddress(service, call.app.appId, changed.url, one);
  // What failed before is over with either.
  if (switchedTo !== null) one.health = HEALTHY;
  if (switchedTo === 'disabled') one.endUpTo = at;
  one.endpoint = changed;
  return answer(service, one);
};

const rotateWebhookSecret: Operation = async (service, call) => {
  const one = loadToChange(service, call);
  const at = service.clock.now();
  const { graceSeconds = WEBHOOK_LIMITS.graceSecondsDefault } = call.body as { graceSeconds?: number };
  const { kept, expiresAt } = rotateKeys(one.keys, { graceSeconds, at });
  const key = await newKey(one.endpoint.signature, at);
  one.keys = [key, ...(kept ? [kept] : [])];
  one.endpoint = { ...one.endpoint, updatedAt: at, version: one.endpoint.version + 1 };
  const { receiverKey } = key;
  const view = presentRotatedKey(one.endpoint.signature, { receiverKey, expiresAt });
  return ok(view, versionHeaders(one.endpoint));
};

const testWebhook: Operation = async (service, call) => {
  const one = load(service, call);
  const now = service.clock.now();
  const minute = Math.floor(now.getTime() / MINUTE_MS);
  one.tests = [...one.tests.filter((at) => Math.floor(at.getTime() / MINUTE_MS) === minute), now];
  checkTestCount(one.tests.length, now);
  const { type = 'webhook.test' } = call.body as { type?: Parameters<typeof sampleEvent>[0] };
  const sample = sampleEvent(type, {
    webhookId: one.endpoint.id,
    digits: digitsOf('event', service.newId('event', now)),
    at: now,
  });
  const request = { id: sample.id, body: JSON.stringify(sample) };
  return ok(presentTest(await send(one, request, { handler: service.onWebhook, now })));
};

const closingOf = ({ endpoint, endUpTo }: MemoryEndpoint) => ({
  isDisabled: endpoint.disabledAt !== null,
  endUpTo,
});

const listWebhookDeliveries: Operation = (service, call) => {
  const one = load(service, call);
  const { before, limit, state, type, intentId, since, until } = deliveryQueryOf(
    call.query as ListDeliveriesInput,
  );
  const closing = closingOf(one);
  const found = one.deliveries
    .filter((each) => before === null || each.sequence < before)
    .filter(
      (each) => (state === null || stateOf(each, closing) === state) && (type === null || each.type === type),
    )
    .filter((each) => intentId === null || each.subjectId === intentId)
    .filter(
      ({ createdAt }) => (since === null || createdAt >= since) && (until === null || createdAt <= until),
    )
    .sort((a, b) => b.sequence - a.sequence)
    .slice(0, limit + 1);
  return ok(presentDeliveryPage(found, { limit, lookedTo: null, closing }));
};

function loadDelivery(one: MemoryEndpoint, { ids }: Call): MemoryDelivery {
  const id = ids['deliveryId'] ?? '';
  const found = one.deliveries.find((each) => idOf('delivery', each.id) === id);
  if (!found) throw new ApiError('DELIVERY_NOT_FOUND');
  return found;
}

const getWebhookDelivery: Operation = (service, call) => {
  const one = load(service, call);
  const delivery = loadDelivery(one, call);
  return ok({
    ...presentDelivery(delivery, closingOf(one)),
    body: webhookBody(delivery.event),
    log: delivery.attempts.map((attempt) => presentAttempt(attempt, false)),
  });
};

const retryWebhookDelivery: Operation = (service, call) => {
  const one = load(service, call);
  const delivery = loadDelivery(one, call);
  requireEnabled(one.endpoint);
  Object.assign(delivery, queuedAgain(delivery, 'RETRY', service.clock.now()));
  return ok(presentDelivery(delivery, closingOf(one)));
};

const createWebhookReplay: Operation = (service, call) => {
  const one = load(service, call);
  requireEnabled(one.endpoint);
  const { types = one.endpoint.eventTypes, scope = 'missed', ...asked } = call.body as CreateReplayInput;
  const now = service.clock.now();
  const logBegin = logBeginOf(now, EVENT_DAYS.default);
  const { since, until } = replaySpan(asked, { now, logBegin, oldestCursor: 0 });
  const feed = service.store.feed(call.app.appId);
  const inTime = feed.filter(({ at }) => at >= since && at <= until);
  let sent = 0;
  for (const event of inTime.filter((each) => getsEvent(one.endpoint.id, types, each))) {
    const known = one.deliveries.find(({ sequence }) => sequence === event.sequence);
    if (scope === 'missed' && known && !isMissed(known)) continue;
    const delivery = known ?? {
      ...newDelivery(event, { id: digitsOf('delivery', service.newId('delivery', now)), now }),
      state: 'FAILED' as const,
      dueAt: null,
    };
    if (!known) one.deliveries.push(delivery);
    Object.assign(delivery, queuedAgain(delivery, 'REPLAY', now));
    sent += 1;
  }
  const base = { id: service.newId('replay', now), since, until, types: [...types], scope, createdAt: now };
  const done: StoredReplay = { ...base, state: 'DONE', position: 0, upTo: 0, sent };
  one.replays.push(done);
  const isEmpty = inTime.length === 0;
  const begun: StoredReplay = { ...done, state: isEmpty ? 'DONE' : 'RUNNING', sent: 0, upTo: inTime.length };
  return { status: 201, data: presentReplay(begun) };
};

const getWebhookReplay: Operation = (service, call) => {
  const replay = load(service, call).replays.find(({ id }) => id === call.ids['replayId']);
  if (!replay) throw new ApiError('DELIVERY_NOT_FOUND');
  return ok(presentReplay(replay));
};

/** The implementation of each operation on webhook endpoints. */
export const WEBHOOK_OPERATIONS: Record<keyof typeof webhookRoutes, Operation> = {
  createWebhook,
  listWebhooks: (service, { app }) =>
    ok({
      items: service.webhooks
        .of(app.appId)
        .map((one) => show(service, one))
        .reverse(),
    }),
  getWebhook: (service, call) => answer(service, load(service, call)),
  updateWebhook,
  deleteWebhook: (service, call) => {
    service.webhooks.all.delete(loadToChange(service, call).endpoint.id);
    return ok(null);
  },
  rotateWebhookSecret,
  testWebhook,
  listWebhookDeliveries,
  getWebhookDelivery,
  retryWebhookDelivery,
  createWebhookReplay,
  getWebhookReplay,
};
