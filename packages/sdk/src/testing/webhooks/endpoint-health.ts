import { isFailing, isDisableDue, HEALTHY } from '@procurement-intents/domain/webhooks';
import type { IntentStore } from '../intents/intent-store.ts';
import type { EndpointStore, MemoryEndpoint } from './endpoints.ts';

interface Told {
  now: Date;
  store: Pick<IntentStore, 'tellOfEndpoint'>;
}

/** Tells of endpoints that take nothing, and disables those that have not for days. */
export function watchEndpoints({ all }: EndpointStore, told: Told): void {
  const { now } = told;
  for (const one of all.values()) {
    if (one.endpoint.disabledAt !== null) continue;
    if (isFailing(one.health, now)) {
      one.health = { ...one.health, isFailingTold: true };
      tell(one, 'webhook.failing', one.health.failingSince?.toISOString() ?? null, told);
    }
    if (isDisableDue(one.health, now)) disable(one, 'FAILING', told);
  }
}

/** Ends what is open at the endpoint, and tells of it. */
export function disable(one: MemoryEndpoint, reason: 'GONE' | 'FAILING', told: Told): void {
  const { now } = told;
  Object.assign(one, { endUpTo: now, health: HEALTHY });
  one.endpoint = {
    ...one.endpoint,
    disabledReason: reason,
    disabledAt: now,
    updatedAt: now,
    version: one.endpoint.version + 1,
  };
  tell(one, 'webhook.disabled', reason, told);
}

function tell(
  { endpoint: { id, appId } }: MemoryEndpoint,
  type: string,
  detail: string | null,
  { now, store }: Told,
) {
  store.tellOfEndpoint(appId, { subjectId: id, type, detail, at: now });
}
