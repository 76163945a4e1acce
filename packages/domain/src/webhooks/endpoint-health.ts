import { WEBHOOK_LIMITS } from '@procurement-intents/contract/webhooks';

// In SQL, the server's `webhook-rows/endpoint-health.ts` says the same: `endpoint-health.test.ts` beside it holds both to one
// answer.

const HOUR_MS = 3_600_000;

/** How an endpoint takes what it is sent. */
export interface EndpointHealth {
  /** The first failure since the last success; null without one. */
  failingSince: Date | null;
  /** On how many days of UTC requests have failed since then, and the last of these days. */
  failedDays: number;
  lastFailedDay: string | null;
  /** Whether `webhook.failing` has told of it. */
  isFailingTold: boolean;
}

/** Of an endpoint that has taken the last request, or that begins anew. */
export const HEALTHY: EndpointHealth = {
  failingSince: null,
  failedDays: 0,
  lastFailedDay: null,
  isFailingTold: false,
};

/** What a request says of its endpoint. */
export function healthAfter(health: EndpointHealth, isTaken: boolean, now: Date): EndpointHealth {
  if (isTaken) return HEALTHY;
  const today = now.toISOString().slice(0, 10);
  return {
    ...health,
    failingSince: health.failingSince ?? now,
    failedDays: health.failedDays + (today === health.lastFailedDay ? 0 : 1),
    lastFailedDay: today,
  };
}

const hasFailedFor = ({ failingSince }: EndpointHealth, hours: number, now: Date): boolean =>
  failingSince !== null && now.getTime() - failingSince.getTime() > hours * HOUR_MS;

/** Whether `webhook.failing` is due: it has taken nothing for 24 hours, and nobody was told. */
export const isFailing = (health: EndpointHealth, now: Date): boolean =>
  !health.isFailingTold && hasFailedFor(health, WEBHOOK_LIMITS.failingHours, now);

/** Whether it is disabled: it has taken nothing for 120 hours, with failures on at least three days. */
export const isDisableDue = (health: EndpointHealth, now: Date): boolean =>
  health.failedDays >= WEBHOOK_LIMITS.disabledDays && hasFailedFor(health, WEBHOOK_LIMITS.disabledHours, now);
