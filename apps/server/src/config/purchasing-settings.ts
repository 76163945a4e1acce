import { DAY_MS, EVENT_DAYS } from '@procurement-intents/contract';
import { platformSettings } from './platform-settings.ts';
import { perMode, setting } from './setting.ts';
import { milliseconds, time, wholeNumber } from './setting-types.ts';

/** The settings of purchases and platforms. */
export const PURCHASING_SETTINGS = {
  PROCESSING_GRACE_MS: setting({
    key: 'graceMs',
    type: milliseconds(0, DAY_MS),
    default: 5000,
    roles: ['api', 'worker'],
    effect:
      'Time between submission and processing, during which updates and cancellation are free. It must be the same in every process: a worker first asks the platform about an intent that it gets more than 10 s after this time.',
  }),
  PLATFORM_PATIENCE_MS: setting({
    key: 'retryBudgetMs',
    type: milliseconds(0, DAY_MS),
    default: perMode(30_000, 600_000),
    roles: ['worker'],
    effect:
      'How long calls to an unavailable platform are retried before a purchase fails with PLATFORM_UNAVAILABLE.',
  }),
  PLATFORM_CONFIRM_MS: setting({
    key: 'confirmTimeoutMs',
    type: milliseconds(1000, 2_592_000_000),
    default: 3_600_000,
    roles: ['worker'],
    effect: 'How long an accepted order may stay unconfirmed before it is cancelled (PROCESSING_TIMEOUT).',
  }),
  PLATFORM_TIMEOUT_MS: setting({
    key: 'orderTimeoutMs',
    type: milliseconds(100, 60_000),
    default: 10_000,
    roles: ['worker'],
    effect:
      'Timeout of one call to an ordering gateway. A job counts as lost after the time that all of its calls may take.',
  }),
  PLATFORM_IN_FLIGHT_MS: setting({
    key: 'lateMarginMs',
    // Half of it is the time between the commit that announces an order and its sending.
    type: milliseconds(1000, 600_000),
    default: perMode(5000, 30_000),
    roles: ['worker'],
    effect:
      'How long after `PLATFORM_TIMEOUT_MS` an order that was sent may still appear. Until then no purchase fails or is cancelled without a definite answer of the platform.',
  }),
  RECOVERED_AT: setting({
    key: 'recoveredAt',
    type: time,
    default: null,
    roles: ['api', 'worker'],
    effect:
      'When the database was restored from a backup. For every open intent that is older, the platform is first asked for an order, under both forms of its number. Leave it set until these intents have ended; see `npm run recover`.',
  }),
  ...platformSettings('A'),
  ...platformSettings('B'),
  ...platformSettings('C'),
  WORKER_CONCURRENCY: setting({
    key: 'workerConcurrency',
    type: wholeNumber(1, 500),
    default: 88,
    roles: ['worker'],
    effect:
      'Purchases that one worker process has under way at once for each platform, and one App three quarters of them. Those whose calls find no place among `PLATFORM_A_CONCURRENCY` wait for one.',
  }),
  EVENT_DAYS: setting({
    key: 'eventDays',
    type: wholeNumber(EVENT_DAYS.min, EVENT_DAYS.max, 'a whole number of days'),
    default: EVENT_DAYS.default,
    roles: ['worker'],
    effect: 'How many days the events of the feed are kept.',
  }),
  REDACT_AFTER_DAYS: setting({
    key: 'redactAfterDays',
    type: wholeNumber(0, 36_500, 'a whole number of days'),
    default: 0,
    shownDefault: '0: never',
    roles: ['worker'],
    effect:
      'Days after the end of an intent until recipient, address, phone and remarks are permanently overwritten with `***`.',
  }),
};
