import {
  AMOUNTS,
  HEALTHY_MESSAGE,
  isTotalWithinLimit,
  type Language,
  type ListIntentsInput,
  type OperationId,
  SERVICE_NAME,
  type UpdateIntentInput,
} from '@procurement-intents/contract';
import type { Success } from './answer.ts';
import { createIntent, refusePage } from './create-intent.ts';
import { saveChange, type IntentRecord } from './intent-record.ts';
import type { IntentStore } from './intent-store.ts';
import { listIntents } from './list-intents.ts';
import { presentCancelled, presentEvent, presentIntent } from './present.ts';
import type { PurchaseRules } from './purchase-rules.ts';
import { refuseFields } from './refusal.ts';
import { cancelPurchase } from './run-purchase.ts';
import { checkAllowed, moved } from './transition.ts';
import type { TestApp, TestClock } from './types.ts';

/** What operations work on. */
export interface OperationContext {
  store: IntentStore;
  rules: PurchaseRules;
  clock: TestClock;
}

/** A call that has passed all checks. */
export interface Call {
  app: TestApp;
  id: string;
  query: unknown;
  body: unknown;
  bodyText: string;
  headers: { get(name: string): string | null };
  language: Language;
}

export type Operation = (service: OperationContext, call: Call) => Success;

const answerIntent = (intent: IntentRecord, { language }: Call): Success => ({
  status: 200,
  data: presentIntent(intent, language),
  headers: { ETag: `"${intent.version}"` },
});

const loadTarget = ({ store }: OperationContext, { app, id, headers }: Call): IntentRecord =>
  store.load(app.appId, id, headers.get('if-match'));

const updateIntent: Operation = (service, call) => {
  const intent = loadTarget(service, call);
  const now = service.clock.now();
  const patch = moved('update', intent.status, now);
  const { quantity, ...texts } = call.body as UpdateIntentInput;
  if (quantity !== undefined && !isTotalWithinLimit(intent.priceFen / 100, quantity)) {
    throw refuseFields({ field: 'quantity', issue: { rule: 'totalTooLarge', max: AMOUNTS.totalMax } });
  }
  const given = Object.entries({ quantity, ...texts }).filter(([, value]) => value !== undefined);
  const detail = given
    .map(([field]) => field)
    .sort()
    .join(', ');
  saveChange(intent, { ...patch, ...Object.fromEntries(given) }, { type: 'intent.updated', at: now, detail });
  return answerIntent(intent, call);
};

const submitIntent: Operation = (service, call) => {
  const intent = loadTarget(service, call);
  const now = service.clock.now();
  const patch = moved('submit', intent.status, now);
  if (!service.rules.hasPage(intent)) throw refusePage();
  saveChange(intent, patch, { type: 'intent.submitted', at: now, from: 'DRAFT', to: 'SUBMITTED' });
  return answerIntent(intent, call);
};

const cancelIntent: Operation = (service, call) => {
  const intent = loadTarget(service, call);
  cancelPurchase(intent, service.rules, service.clock.now());
  return { status: 200, data: presentCancelled(intent), headers: { ETag: `"${intent.version}"` } };
};

const deleteIntent: Operation = (service, call) => {
  const intent = loadTarget(service, call);
  checkAllowed('delete', intent.status);
  service.store.remove(intent);
  return { status: 200, data: null };
};

/** What each signed operation does. */
export const OPERATIONS: Record<Exclude<OperationId, 'getHealth'>, Operation> = {
  createIntent,
  listIntents: ({ store }, { app, query }) => {
    const own = store.all().filter(({ appId }) => appId === app.appId);
    return { status: 200, data: listIntents(own, app.appId, query as ListIntentsInput) };
  },
  getIntent: ({ store }, call) => answerIntent(store.load(call.app.appId, call.id), call),
  updateIntent,
  submitIntent,
  cancelIntent,
  deleteIntent,
  listIntentEvents: ({ store }, { app, id }) => ({
    status: 200,
    data: { items: store.load(app.appId, id).events.map(presentEvent) },
  }),
};

/** The answer of the health check. */
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
