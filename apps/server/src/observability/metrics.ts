import { setTimeout as delay } from 'node:timers/promises';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** What the service counts. Labels are names from tables, never values of a caller, so their number is bounded. */
export interface Metrics {
  /** One answered request: operation id or `unmatched`, HTTP status, seconds. */
  requestAnswered(operation: string, status: number, seconds: number): void;
  /** One refusal by its name in `ERRORS`. */
  requestRefused(error: string): void;
  /** One move of an intent; `failureCode` only with FAILED. */
  intentMoved(status: string, failureCode: string | null): void;
  /** One call to a platform and what came of it. */
  platformCalled(platform: string, call: string, outcome: string, seconds: number): void;
  /** Calls of one kind to a platform are stopped (`open`), tried (`half-open`) or let through again (`closed`). */
  breakerChanged(platform: string, call: string, state: 'closed' | 'half-open' | 'open'): void;
  /** A late order that the reconciler found: `cancelled`, or `stands` (people must act). */
  lateOrderFound(platform: string, outcome: LateOrderOutcome): void;
  /** What else people must look at: `overcharged`, `number_reused` or `cancelled_by_shop`. */
  orderAlarmed(platform: string, alarm: OrderAlarm): void;
  /** Where to ask for what the database alone knows. Until then it counts as down. */
  watchDatabase(sources: DatabaseSources): void;
  /** The text that a Prometheus server reads, and its content type. */
  render(): Promise<{ type: string; text: string }>;
}

export type LateOrderOutcome = 'cancelled' | 'stands';
export type OrderAlarm = 'overcharged' | 'number_reused' | 'cancelled_by_shop';

const BREAKER_VALUES = { closed: 0, 'half-open': 1, open: 2 } as const;

// An answer takes 1 ms to 30 s; a platform's up to its timeout.
const SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

// A scrape must answer while the database does not, well within the 10 s that Prometheus waits.
const ASK_TIMEOUT_MS = 2000;

/** What the database is asked on each scrape. */
export interface DatabaseSources {
  /** Intents that should have been handed over by now. */
  countDue: () => Promise<number>;
  /** Jobs that failed on every try. */
  countDead: () => Promise<number>;
  isDatabaseUp: () => Promise<boolean>;
}

const notOpened = (): Promise<number> => Promise.reject(new Error('the database is not open yet'));
const NOT_OPENED: DatabaseSources = {
  countDue: notOpened,
  countDead: notOpened,
  isDatabaseUp: async () => false,
};

/** Asks within a bound, null where no answer came. Who asks meanwhile shares the question. */
function askWithTimeout(ask: () => Promise<number>): () => Promise<number | null> {
  let asking: Promise<number | null> | null = null;
  return () => {
    asking ??= ask()
      .catch(() => null)
      .finally(() => (asking = null));
    return Promise.race([asking, delay(ASK_TIMEOUT_MS, null, { ref: false })]);
  };
}

/** A gauge that is left out of a scrape which the database does not answer. */
function addDatabaseGauge(registry: Registry, name: string, help: string, ask: () => Promise<number>): void {
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

export function createMetrics(): Metrics {
  let sources = NOT_OPENED;
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'procurement_http_request_duration_seconds',
    help: 'Time from the arrival of a request to the end of its answer.',
    labelNames: ['operation', 'status'],
    buckets: SECONDS,
    registers,
  });
  const refusals = new Counter({
    name: 'procurement_refusals_total',
    help: 'Requests that were refused, by the name of the error.',
    labelNames: ['error'],
    registers,
  });
  const moves = new Counter({
    name: 'procurement_intent_moves_total',
    help: 'Intents that reached a status, with the reason of those that failed.',
    labelNames: ['status', 'failure_code'],
    registers,
  });
  const platformCalls = new Histogram({
    name: 'procurement_platform_call_duration_seconds',
    help: 'Time of the calls to platforms, by call and outcome.',
    labelNames: ['platform', 'call', 'outcome'],
    buckets: SECONDS,
    registers,
  });
  const isUp = askWithTimeout(async () => Number(await sources.isDatabaseUp()));
  const up = new Gauge({
    name: 'procurement_database_up',
    help: '1 when the database answered this scrape in time, else 0 and the gauges that need it are left out.',
    registers: [],
    async collect() {
      this.set((await isUp()) ?? 0);
    },
  });
  registry.registerMetric(up);
  const dueHelp = 'Intents that want a job now; 10000 stands for that many or more.';
  addDatabaseGauge(registry, 'procurement_due_intents', dueHelp, () => sources.countDue());
  const deadHelp =
    'Jobs that failed on every try and wait for npm run jobs; 10000 stands for that many or more.';
  addDatabaseGauge(registry, 'procurement_dead_jobs', deadHelp, () => sources.countDead());
  const breakers = new Gauge({
    name: 'procurement_platform_breaker_state',
    help: 'Calls to a platform: 0 pass, 1 on trial, 2 stopped because most of the last ones failed.',
    labelNames: ['platform', 'call'],
    registers,
  });
  const lateOrders = new Counter({
    name: 'procurement_late_orders_total',
    help: 'Orders that appeared after their intent had ended without one, by what became of them.',
    labelNames: ['platform', 'outcome'],
    registers,
  });
  const orderAlarms = new Counter({
    name: 'procurement_order_alarms_total',
    help: 'Orders that people must look at: overcharged, known with another content, or cancelled by the shop after they were completed.',
    labelNames: ['platform', 'alarm'],
    registers,
  });

  return {
    requestAnswered: (operation, status, seconds) =>
      requests.observe({ operation, status: String(status) }, seconds),
    requestRefused: (error) => refusals.inc({ error }),
    intentMoved: (status, failureCode) => moves.inc({ status, failure_code: failureCode ?? '' }),
    platformCalled: (platform, call, outcome, seconds) =>
      platformCalls.observe({ platform, call, outcome }, seconds),
    breakerChanged: (platform, call, state) => breakers.set({ platform, call }, BREAKER_VALUES[state]),
    lateOrderFound: (platform, outcome) => lateOrders.inc({ platform, outcome }),
    orderAlarmed: (platform, alarm) => orderAlarms.inc({ platform, alarm }),
    watchDatabase: (opened) => void (sources = opened),
    render: async () => ({ type: registry.contentType, text: await registry.metrics() }),
  };
}
