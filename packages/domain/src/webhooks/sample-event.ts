import {
  EXAMPLE_INTENT_ID,
  EVENTS,
  type AppEventView,
  type EventRow,
  type EventType,
  isEndpointEvent,
} from '@procurement-intents/contract';
import { type TestedWebhookView, WEBHOOK_LIMITS } from '@procurement-intents/contract/webhooks';
import { ApiError } from '../errors.ts';
import { presentAppEvent } from '../events/read-feed.ts';
import type { AttemptResult } from './delivery.ts';

/**
 * The event of a test: about the endpoint, or about an intent that does not exist.
 *
 * @param digits - 32 hex digits of a new id.
 */
export function sampleEvent(
  type: EventType,
  { webhookId, digits, at }: { webhookId: string; digits: string; at: Date },
): AppEventView {
  const { to }: EventRow = EVENTS[type];
  const isOfEndpoint = isEndpointEvent(type);
  return presentAppEvent({
    id: `test_${digits}`,
    sequence: 1,
    type,
    at,
    subjectId: isOfEndpoint ? webhookId : EXAMPLE_INTENT_ID,
    from: null,
    to,
    status: isOfEndpoint ? null : (to ?? 'SUBMITTED'),
    version: isOfEndpoint ? null : 1,
    detail: null,
  });
}

const MINUTE_SECONDS = 60;

/**
 * @param tests - of the endpoint in this minute, this one included.
 * @throws ApiError `RATE_LIMITED` until the next minute after too many.
 */
export function checkTestCount(tests: number, now: Date): void {
  if (tests <= WEBHOOK_LIMITS.testsPerMinute) return;
  const seconds = MINUTE_SECONDS - now.getUTCSeconds();
  throw new ApiError('RATE_LIMITED', { headers: { 'Retry-After': String(seconds) } });
}

/** What came back from a test, as its caller sees it. */
export const presentTest = ({
  durationMs,
  status,
  error,
  response,
}: Omit<AttemptResult, 'retryAfterSeconds'>): TestedWebhookView => ({
  durationMs,
  ...(status !== null && { status }),
  ...(error && { error }),
  ...(response !== null && { response }),
});
