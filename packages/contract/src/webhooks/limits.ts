import { DAY_SECONDS } from '../durations.ts';

/** Bounds of webhook endpoints and their deliveries. Source: Standard Webhooks 1.0.0, "Operational considerations". */
export const WEBHOOK_LIMITS = {
  /** Endpoints of one App. */
  endpoints: 20,
  eventTypes: 30,
  urlChars: 2048,
  descriptionChars: 200,
  /** Requests that an endpoint gets in a second: the most that it can ask for, and what it gets unless it asks. */
  maxPerSecond: 50,
  maxPerSecondDefault: 25,
  /** How long an old secret signs beside the new one. */
  graceSeconds: 604_800,
  graceSecondsDefault: DAY_SECONDS,
  /** Time for one attempt, its connection included. */
  attemptMs: 15_000,
  /** How much of an answer is read, and how much of that is kept for the log. */
  answerBytes: 16 * 1024,
  keptAnswerBytes: 1024,
  /** Requests at the same time. */
  requestsPerEndpoint: 4,
  requestsPerProcess: 256,
  /** After so many failures in a row an endpoint gets one request at a time, until one succeeds. */
  failuresInARow: 5,
  /** Calls of the test of one endpoint. */
  testsPerMinute: 6,
  /** Without a success for so long, `webhook.failing` tells of it. */
  failingHours: 24,
  /** Without a success for so long, with failures on so many days, the endpoint is disabled. */
  disabledHours: 120,
  disabledDays: 3,
  /** `Retry-After` of a receiver makes a pause longer, up to this. */
  retryAfterSeconds: DAY_SECONDS,
} as const;

/** What the service calls itself in the requests to endpoints. */
export const WEBHOOK_USER_AGENT = 'procurement-intents-webhooks/1';

/** Pauses between the attempts of a delivery in seconds, each of them times 0.8 to 1.2. After the last one, it has failed. */
export const DELIVERY_PAUSES = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400] as const;

/** Attempts of a delivery: the first one at once, and one after each pause. */
export const DELIVERY_ATTEMPTS = DELIVERY_PAUSES.length + 1;
