import { createTestClock } from './clock.ts';
import { createFailedLogins } from './company/failed-logins.ts';
import { createMembers } from './company/members.ts';
import { followIntent } from './company/purchase-requests.ts';
import { createRecords } from './company/records.ts';
import { registerMembers } from './company/register-members.ts';
import { createFaults } from './calls/faults.ts';
import { createIntentStore } from './intents/intent-store.ts';
import { createIds } from './new-ids.ts';
import { createPurchasePlans } from './intents/purchase-plans.ts';
import { createRateCounter } from './calls/rate-counter.ts';
import type { ServiceParts } from './calls/respond.ts';
import { runPurchase } from './intents/run-purchase.ts';
import { watchEndpoints } from './webhooks/endpoint-health.ts';
import { EndpointStore } from './webhooks/endpoints.ts';
import type { TestApp, TestServiceOptions } from './types.ts';

/** Everything that a service consists of. */
export function openParts(options: TestServiceOptions, apps: readonly TestApp[]): ServiceParts {
  const clock = createTestClock(options.now, () => parts.runDue());
  const newId = createIds();
  const records = createRecords();
  const parts: ServiceParts = {
    clock,
    apps: new Map(apps.map((each) => [each.appId, each])),
    members: createMembers(registerMembers(options, clock.now(), newId), clock, newId),
    logins: createFailedLogins(clock),
    newId,
    records,
    store: createIntentStore(newId),
    webhooks: new EndpointStore(),
    onWebhook: options.onWebhook,
    plans: createPurchasePlans(() => clock.now(), records.isSupplierBlocked),
    counter: createRateCounter(options.limits),
    faults: createFaults(),
    received: [],
    startedAt: clock.now(),
    graceMs: options.graceMs ?? 0,
    runDue: () => runDue(parts),
  };
  return parts;
}

function runDue(parts: ServiceParts): void {
  const { clock, store, plans } = parts;
  const now = clock.now();
  for (const intent of store.all()) runPurchase(intent, plans, now, () => followIntent(parts, intent));
  watchEndpoints(parts.webhooks, { now, store });
}
