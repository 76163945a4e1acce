import { setTimeout as delay } from 'node:timers/promises';
import type { AttemptError } from '@procurement-intents/contract/webhooks';
import type { OrderAlarm } from '@procurement-intents/domain';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** The metrics of the service. Labels are fixed names, never values of callers, so their number is bounded. */
export interface Metrics {
  /** One answered request: operation id or `unmatched`, HTTP status, seconds. */
  requestAnswered(operation: string, status: number, seconds: number): void;
  /** One refusal by its name in `ERRORS`. */
  requestRefused(error: string): void;
  /** One status change of an intent; `failureCode` only with FAILED. */
  statusChanged(status: string, failureCode: string | null): void;
  /** One call to a platform and its outcome. */
  platformCalled(platform: string, call: string, outcome: string, seconds: number): void;
  /** The breaker for one kind of call to a platform changed its state. */
  breakerChanged(platform: string, call: string, state: 'closed' | 'half-open' | 'open'): void;
  /** A late order that the reconciler found: `cancelled`, `stands` when a person must act, or `undecided` for long. */
  lateOrderFound(platform: string, outcome: Late['outcome']): void;
  /** An order that a person must check, by the kind of its alarm. */
  orderAlarmed(platform: string, alarm: Exclude<OrderAlarm, Late>['kind']): void;
  /** One attempt to deliver a webhook: `OK`, or why it failed. */
  webhookAttempted(outcome: AttemptError | 'OK'): void;
  /** Sets the queries of metrics that come from the database. Before that, the database counts as down. */
  watchDatabase(sources: DatabaseSources): void;
  /** The metrics in the text format of Prometheus, and its content type. */
  render(): Promise<{ type: string; text: string }>;
}

type Late = Extract<OrderAlarm, { kind: 'late' }>;

const BREAKER_VALUES = { closed: 0, 'half-open': 1, open: 2 } as const;

// A response takes 1 ms to 30 s, a platform call up to its timeout.
const SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

// A scrape must complete without the database, well within the 10 s that Prometheus waits.
const ASK_TIMEOUT_MS = 2000;

/** The gauges that each scrape asks the database for: name and help. */
const DATABASE_GAUGES = {
  countDue: ['procurement_due_intents', 'Intents that are due for a job; 10000 means that many or more.'],
  countDead: [
    'procurement_dead_jobs',
    'Jobs that failed on every attempt and wait for npm run jobs; 10000 means that many or more.',
  ],
  unpublishedSeconds: [
    'procurement_unpublished_events_seconds',
    'How long the oldest event has waited that is in no feed yet; 0 without one.',
  ],
  unmovedSeconds: [
    'procurement_unmoved_archive_seconds',
    'How long ago the oldest intent was archived that waits for its move to the archive; 0 without one.',
  ],
  missingMonths: [
    'procurement_missing_archive_months',
    'How many of this month and the next one have no partition in the archive: its intents cannot move.',
  ],
  overdueSeconds: [
    'procurement_webhooks_overdue_seconds',
    'How long ago the webhook endpoint that is looked at next was due; 0 when none is.',
  ],
  countFailing: [
    'procurement_failing_webhooks',
    'Enabled webhook endpoints that have taken nothing for 24 hours.',
  ],
} as const satisfies Record<string, readonly [name: string, help: string]>;

/** Queries that each scrape runs. */
export type DatabaseSources = Record<keyof typeof DATABASE_GAUGES, () => Promise<number>> & {
  isDatabaseUp: () => Promise<boolean>;
};

/** Bounds the time of `ask`; null without a result. Concurrent calls share one query. */
function askWithTimeout(ask: () => Promise<number>): () => Promise<number | null> {
  let asking: Promise<number | null> | null = null;
  return () => {
    asking ??= ask()
      .catch(() => null)
      .finally(() => (asking = null));
    return Promise.race([asking, delay(ASK_TIMEOUT_MS, null, { ref: false })]);
  };
}

/** Adds a gauge that is omitted from a scrape while the database does not answer. */
function addDatabaseGauge(
  registry: Registry,
  { name, help }: { name: string; help: string },
  ask: () => Promise<number>,
): void {
  const askOnce = askWithTimeout(ask);
  const gauge = new Gauge({
    name,
    help,
    registers: [],
    async collect() {
      const value = await askOnce();
      if (value === null) this.remove();
      else this.set(value);
    },
  });
  registry.registerMetric(gauge);
}

/** Creates the metrics that this process counts itself. */
function createInstruments(registry: Registry) {
  const registers = [registry];
  return {
    requests: new Histogram({
      name: 'procurement_http_request_duration_seconds',
      help: 'Time from the receipt of a request to the end of its response.',
      labelNames: ['operation', 'status'],
      buckets: SECONDS,
      registers,
    }),
    refusals: new Counter({
      name: 'procurement_refusals_total',
      help: 'Requests that were refused, by the name of the error.',
      labelNames: ['error'],
      registers,
    }),
    statusChanges: new Counter({
      name: 'procurement_intent_moves_total',
      help: 'Intents that reached a status, with the reason of those that failed.',
      labelNames: ['status', 'failure_code'],
      registers,
    }),
    platformCalls: new Histogram({
      name: 'procurement_platform_call_duration_seconds',
      help: 'Time of the calls to platforms, by call and outcome.',
      labelNames: ['platform', 'call', 'outcome'],
      buckets: SECONDS,
      registers,
    }),
    breakers: new Gauge({
      name: 'procurement_platform_breaker_state',
      help: 'Calls to a platform: 0 pass, 1 on trial, 2 stopped because most of the last ones failed.',
      labelNames: ['platform', 'call'],
      registers,
    }),
    webhookAttempts: new Counter({
      name: 'procurement_webhook_attempts_total',
      help: 'Attempts to deliver webhooks, by outcome.',
      labelNames: ['outcome'],
      registers,
    }),
    lateOrders: new Counter({
      name: 'procurement_late_orders_total',
      help: 'Orders that appeared after their intent had ended without one, by outcome.',
      labelNames: ['platform', 'outcome'],
      registers,
    }),
    orderAlarms: new Counter({
      name: 'procurement_order_alarms_total',
      help: 'Orders that a person must check: overcharged, known with another content, not compared, neither confirmed nor cancelled, or cancelled by the shop or missing there after completion.',
      labelNames: ['platform', 'alarm'],
      registers,
    }),
  };
}

/** Adds the metrics that each scrape reads from the database. */
function addDatabaseGauges(
  registry: Registry,
  asking: <T>(ask: (sources: DatabaseSources) => Promise<T>) => Promise<T>,
): void {
  const isUp = askWithTimeout(async () => Number(await asking((sources) => sources.isDatabaseUp())));
  const up = new Gauge({
    name: 'procurement_database_up',
    help: '1 when the database answered this scrape in time, else 0, and the gauges that need it are omitted.',
    registers: [],
    async collect() {
      this.set((await isUp()) ?? 0);
    },
  });
  registry.registerMetric(up);
  for (const [source, [name, help]] of Object.entries(DATABASE_GAUGES)) {
    addDatabaseGauge(registry, { name, help }, async () =>
      asking((sources) => sources[source as keyof typeof DATABASE_GAUGES]()),
    );
  }
}

export function createMetrics(): Metrics {
  let sources: DatabaseSources | null = null;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const {
    requests,
    refusals,
    statusChanges,
    platformCalls,
    breakers,
    lateOrders,
    orderAlarms,
    webhookAttempts,
  } = createInstruments(registry);
  addDatabaseGauges(registry, (ask) => {
    if (sources === null) throw new Error('the database is not open yet');
    return ask(sources);
  });
  return {
    requestAnswered: (operation, status, seconds) =>
      requests.observe({ operation, status: String(status) }, seconds),
    requestRefused: (error) => refusals.inc({ error }),
    statusChanged: (status, failureCode) => statusChanges.inc({ status, failure_code: failureCode ?? '' }),
    platformCalled: (platform, call, outcome, seconds) =>
      platformCalls.observe({ platform, call, outcome }, seconds),
    breakerChanged: (platform, call, state) => breakers.set({ platform, call }, BREAKER_VALUES[state]),
    webhookAttempted: (outcome) => webhookAttempts.inc({ outcome }),
    lateOrderFound: (platform, outcome) => lateOrders.inc({ platform, outcome }),
    orderAlarmed: (platform, alarm) => orderAlarms.inc({ platform, alarm }),
    watchDatabase: (opened) => void (sources = opened),
    render: async () => ({ type: registry.contentType, text: await registry.metrics() }),
  };
}
