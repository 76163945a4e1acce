import {
  HEALTHY_MESSAGE,
  type OperationId,
  SERVICE_NAME,
  type SetLabelsInput,
  type UpdateIntentInput,
} from '@procurement-intents/contract';
import {
  type ChangeRequest,
  decideChange,
  presentCancelled,
  presentEvent,
  presentIntent,
  storedLabels,
  versionHeaders,
  writeAccessOf,
} from '@procurement-intents/domain';
import type { Success } from './calls/answer.ts';
import { createIntent, createIntents } from './intents/create-intent.ts';
import { updateIntent, type IntentRecord } from './intents/intent-record.ts';
import { listEvents } from './intents/list-events.ts';
import { exportIntents, listIntents } from './intents/list-intents.ts';
import type { Call, Operation, OperationContext } from './operation.ts';
import { cancelPurchase } from './intents/run-purchase.ts';
import { WEBHOOK_OPERATIONS } from './webhooks/operations.ts';

const answerIntent = (intent: IntentRecord, { language }: Call): Success => ({
  status: 200,
  data: presentIntent(intent, language),
  headers: versionHeaders(intent),
});

/** The intent that a call asks to change, and what the call may change. @throws ApiError. */
function loadTarget(
  { store }: OperationContext,
  { app, id, headers }: Call,
): ChangeRequest & { intent: IntentRecord } {
  const intent = store.load(app.appId, id);
  return { intent, access: writeAccessOf(app), ifMatch: headers.get('if-match') };
}

const changeFields: Operation = (service, call) => {
  const { intent, ...request } = loadTarget(service, call);
  const now = service.clock.now();
  const body = call.body as UpdateIntentInput;
  updateIntent(intent, decideChange('update', intent, request, { body, now }), now);
  return answerIntent(intent, call);
};

const setIntentLabels: Operation = ({ store }, call) => {
  const intent = store.load(call.app.appId, call.id);
  intent.labels = storedLabels((call.body as SetLabelsInput).labels);
  return answerIntent(intent, call);
};

const submitIntent: Operation = (service, call) => {
  const { intent, ...request } = loadTarget(service, call);
  const { plans, graceMs } = service;
  const now = service.clock.now();
  const isSupplierBlocked = plans.isSupplierBlocked(intent.productUrl);
  const facts = { isSupplierBlocked, finding: plans.findingOf(intent), graceMs, now };
  updateIntent(intent, decideChange('submit', intent, request, facts), now);
  return answerIntent(intent, call);
};

const cancelIntent: Operation = (service, call) => {
  const { intent, ...request } = loadTarget(service, call);
  cancelPurchase(intent, request, service.plans, service.clock.now());
  return { status: 200, data: presentCancelled(intent), headers: versionHeaders(intent) };
};

const changeArchive =
  (change: 'archive' | 'unarchive'): Operation =>
  (service, call) => {
    const { intent, ...request } = loadTarget(service, call);
    const now = service.clock.now();
    const decided = decideChange(change, intent, request, { now });
    if (decided) updateIntent(intent, decided, now);
    return answerIntent(intent, call);
  };

const deleteIntent: Operation = (service, call) => {
  const { intent, ...request } = loadTarget(service, call);
  decideChange('delete', intent, request, { mayAppear: false });
  service.store.remove(intent, service.clock.now());
  return { status: 200, data: null };
};

/** The implementation of each signed operation. */
export const OPERATIONS: Record<Exclude<OperationId, 'getHealth'>, Operation> = {
  createIntent,
  createIntents,
  exportIntents,
  listIntents,
  getIntent: ({ store }, call) => answerIntent(store.load(call.app.appId, call.id), call),
  updateIntent: changeFields,
  setIntentLabels,
  submitIntent,
  cancelIntent,
  deleteIntent,
  archiveIntent: changeArchive('archive'),
  unarchiveIntent: changeArchive('unarchive'),
  listIntentEvents: ({ store }, { app, id }) => ({
    status: 200,
    data: { items: store.load(app.appId, id).events.map(presentEvent) },
  }),
  listEvents,
  ...WEBHOOK_OPERATIONS,
};

/** The response of the health check. */
export function answerHealth(now: Date, startedAt: Date): Success {
  const uptime = (now.getTime() - startedAt.getTime()) / 1000;
  const data = {
    status: 'healthy',
    timestamp: now.toISOString(),
    service: SERVICE_NAME,
    uptime,
  };
  return { status: 200, data, message: HEALTHY_MESSAGE };
}
