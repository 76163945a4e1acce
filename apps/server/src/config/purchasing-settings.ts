import { platformSettings } from './platform-settings.ts';
import { perMode, setting } from './setting.ts';
import { milliseconds, time, wholeNumber } from './setting-types.ts';

/** How purchases are made, and with whom. */
export const PURCHASING_SETTINGS = {
  PROCESSING_GRACE_MS: setting({
    key: 'graceMs',
    type: milliseconds(0, 86_400_000),
    default: 5000,
    roles: ['api', 'worker'],
    effect:
      'Time between submission and processing, in which updates and cancelling are free. The same in every process: a worker asks the platform first about an intent that comes more than 10 s after this time.',
  }),
  PLATFORM_PATIENCE_MS: setting({
    key: 'retryBudgetMs',
    type: milliseconds(0, 86_400_000),
    default: perMode(30_000, 600_000),
    roles: ['worker'],
    effect: 'How long an unavailable platform is tried before a purchase fails with PLATFORM_UNAVAILABLE.',
  }),
  PLATFORM_CONFIRM_MS: setting({
    key: 'confirmTimeoutMs',
    type: milliseconds(1000, 2_592_000_000),
    default: 3_600_000,
    roles: ['worker'],
    effect: 'How long an accepted order may stay unconfirmed before it is withdrawn (PROCESSING_TIMEOUT).',
  }),
  PLATFORM_TIMEOUT_MS: setting({
    key: 'orderTimeoutMs',
    type: milliseconds(100, 60_000),
    default: 10_000,
    roles: ['worker'],
    effect:
      'Bounds one call to an ordering gateway. Jobs count as lost when they could have made all of their calls.',
  }),
  PLATFORM_IN_FLIGHT_MS: setting({
    key: 'inFlightMs',
    // Half of it is the time from the promise to send to the sending.
    type: milliseconds(1000, 600_000),
    default: perMode(5000, 30_000),
    roles: ['worker'],
    effect:
      "How long after `PLATFORM_TIMEOUT_MS` an order that was sent may still appear. Until then no purchase is given up or cancelled without the platform's own word.",
  }),
  RECOVERED_AT: setting({
    key: 'recoveredAt',
    type: time,
    default: null,
    roles: ['api', 'worker'],
    effect:
      'When the database was restored from a backup. Every open intent that is older asks its platform for an order first, under both forms of its number. Leave it set until those have ended; see `npm run recover`.',
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
      'Purchases that one worker process has under way at once for each platform, and one App three quarters of them: with 88, a shop that takes 5 s for an order gets 13 orders a second of one App, 15 to 17 of several.',
  }),
  REDACT_AFTER_DAYS: setting({
    key: 'redactAfterDays',
    type: wholeNumber(0, 36_500, 'a whole number of days'),
    default: 0,
    shownDefault: '0: never',
    roles: ['worker'],
    effect:
      'Days after the end of an intent when recipient, address, phone and remarks are overwritten by `***` for good.',
  }),
};
