import { DAY_SECONDS } from '../../src/durations.ts';
import { DELIVERY_ATTEMPTS, DELIVERY_PAUSES, WEBHOOK_LIMITS } from '../../src/webhooks/limits.ts';
import { grouped, table } from '../markdown.ts';

const kilobytes = (bytes: number): string => `${grouped(bytes / 1024)} KB`;
const HOUR_SECONDS = 3600;

/** 5 s, 5 min, 2 h. */
function span(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  return seconds < HOUR_SECONDS ? `${seconds / 60} min` : `${seconds / HOUR_SECONDS} h`;
}

type Row = [what: string, value: string];

const L = WEBHOOK_LIMITS;

// A record, so that a new limit without a row does not compile.
const ROWS: Record<keyof typeof WEBHOOK_LIMITS, Row> = {
  endpoints: ['Endpoints of an App', String(L.endpoints)],
  eventTypes: ['Types that an endpoint or a replay names', String(L.eventTypes)],
  urlChars: ['`url`', `${grouped(L.urlChars)} characters`],
  descriptionChars: ['`description`', `${L.descriptionChars} characters`],
  maxPerSecond: ['Requests to an endpoint in a second, at most', String(L.maxPerSecond)],
  maxPerSecondDefault: [
    'Requests to an endpoint in a second, unless asked otherwise',
    String(L.maxPerSecondDefault),
  ],
  graceSeconds: [
    'How long an old secret signs beside the new one, at most',
    `${L.graceSeconds / DAY_SECONDS} days`,
  ],
  graceSecondsDefault: ['The same, unless asked otherwise', `${L.graceSecondsDefault / HOUR_SECONDS} h`],
  attemptMs: ['Time for one attempt', `${L.attemptMs / 1000} s`],
  answerBytes: ['How much of an answer is read', kilobytes(L.answerBytes)],
  keptAnswerBytes: ['How much of an answer the log keeps', `${grouped(L.keptAnswerBytes)} bytes`],
  requestsPerEndpoint: ['Requests to an endpoint at the same time', String(L.requestsPerEndpoint)],
  requestsPerProcess: [
    'Requests of a process to all endpoints at the same time',
    String(L.requestsPerProcess),
  ],
  failuresInARow: [
    'Failures in a row after which an endpoint gets one request at a time, until one succeeds',
    String(L.failuresInARow),
  ],
  testsPerMinute: ['Tests of an endpoint', `${L.testsPerMinute} a minute`],
  failingHours: ['Time without a success after which `webhook.failing` tells of it', `${L.failingHours} h`],
  disabledHours: ['Time without a success after which an endpoint is disabled', `${L.disabledHours} h`],
  disabledDays: ['The same: days on which attempts failed meanwhile', String(L.disabledDays)],
  retryAfterSeconds: [
    'How much longer a `Retry-After` makes a pause, at most',
    `to ${L.retryAfterSeconds / HOUR_SECONDS} h`,
  ],
};

/** The tables that this part lists. */
export const WEBHOOK_TABLES = [WEBHOOK_LIMITS, DELIVERY_PAUSES];

/** The limits of webhooks, and when a delivery is tried again. */
export const webhookLimits = (): string[] => [
  '## Webhooks',
  table(['What', 'Limit'], Object.values(ROWS)),
  `A delivery is tried ${DELIVERY_ATTEMPTS} times: at once, then after ${DELIVERY_PAUSES.map(span).join(', ')}, each pause times 0.8 to 1.2.`,
];
