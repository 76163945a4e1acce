import {
  HEALTHY_MESSAGE,
  type OperationId,
  SERVICE_NAME,
  type SetLabelsInput,
  type UpdateIntentInput,
} from '@procurement-intents/contract';
import {
  archivingOf,
  checkProduct,
  checkVersion,
  checkWriteAccess,
  deletionOf,
  presentCancelled,
  presentEvent,
  presentIntent,
  storedLabels,
  submissionOf,
  unarchivingOf,
  updateOf,
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

/** The App's intent, which the call may change as it stands. @throws CallerError. */
function loadTarget({ store }: OperationContext, { app, id, headers }: Call): IntentRecord {
  const intent = store.load(app.appId, id);
  checkWriteAccess(writeAccessOf(app), intent);
  checkVersion(intent, headers.get('if-match'));
  return intent;
}

const changeFields: Operation = (service, call) => {
  const intent = loadTarget(service, call);
  const now = service.clock.now();
  updateIntent(intent, updateOf(intent, call.body as UpdateIntentInput, now), now);
  return answerIntent(intent, call);
};

const setIntentLabels: Operation = ({ store }, call) => {
  const intent = store.load(call.app.appId, call.id);
  intent.labels = storedLabels((call.body as SetLabelsInput).labels);
  return answerIntent(intent, call);
};

const submitIntent: Operation = (service, call) => {
  const intent = loadTarget(service, call);
  const now = service.clock.now();
  const submission = submissionOf(intent, now, service.graceMs);
  const isSupplierBlocked = service.plans.isSupplierBlocked(intent.productUrl);
  checkProduct({ isSupplierBlocked, finding: service.plans.findingOf(intent) });
  updateIntent(intent, submission, now);
  return answerIntent(intent, call);
};

const cancelIntent: Operation = (service, call) => {
  const intent = loadTarget(service, call);
  cancelPurchase(intent, service.plans, service.clock.now());
  return { status: 200, data: presentCancelled(intent), headers: versionHeaders(intent) };
};

const archiveIntent: Operation = (service, call) => {
  const intent = loadTarget(service, call);
  const now = service.clock.now();
  const change = archivingOf(intent, now);
  if (change) updateIntent(intent, change, now);
  return answerIntent(intent, call);
};

const unarchiveIntent: Operation = (service, call) => {
  const intent = loadTarget(service, call);
  const now = service.clock.now();
  const change = unarchivingOf(intent, now);
  if (change) updateIntent(intent, change, now);
  return answerIntent(intent, call);
};

const deleteIntent: Operation = (service, call) => {
  const intent = loadTarget(service, call);
  deletionOf(intent, { mayAppear: false });
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
  archiveIntent,
  unarchiveIntent,
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
