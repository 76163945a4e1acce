import { type PlatformId } from '@procurement-intents/contract';
import type { CallFigures } from '../call-figures/call-figures.ts';
import type { CallCounter } from '../fair-share/call-counter.ts';
import { type Config } from '../config/config.ts';
import { type BodyBudgetLimits } from '../http/body/body-budget.ts';
import type { StoreOptions } from '../intent-rows/intent-row.ts';
import type { Logger } from '../observability/logger.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { OpenedDatabase } from '../open-database.ts';
import type { Platform } from '../platforms/platform.ts';
import type { withCircuitBreaker } from '../platforms/with-circuit-breaker.ts';
import type { Clock } from '../clock.ts';
import type { ConnectionWatch } from '../postgres/connection-watch.ts';
import { type Database, type DatabaseOptions, openDatabase } from '../postgres/database.ts';
import type { PreparedStatements } from '../postgres/prepared-statements.ts';
import type { Shutdown } from '../shutdown.ts';
import type { BlockedShops } from '../suppliers/blocked-shops.ts';

/** The inputs of a service. Tests replace those that have a default. */
export interface ServiceParts {
  config: Config;
  /** The database, with the schema of this release. */
  opened: Pick<OpenedDatabase, 'url' | 'canQueueMigrate'>;
  log: Logger;
  metrics: Metrics;
  /** Closes what the service opens. */
  shutdown: Shutdown;
  /** Default: the clock of the database. */
  clock?: Clock;
  /** Default: a new one. */
  connections?: ConnectionWatch;
  /** Wraps each platform. Default: with circuit breakers. */
  wrapPlatform?: typeof withCircuitBreaker;
  /** Default `LIMITS.processingMs`. */
  processingMs?: number;
  /** Default: that of `BodyBudgetLimits`. */
  bodyBudget?: BodyBudgetLimits;
}

/** What the roles of a process share. */
export interface Service extends ServiceParts {
  /** Shared by all pools except those of lists, whose statements are planned for their values or for all Apps. */
  shared: { connections: ConnectionWatch; plans: PreparedStatements };
  /** Of the HTTP server. */
  callCounter: CallCounter;
  /** What this process counts of its calls, for all processes. */
  callFigures: CallFigures;
  stores: StoreOptions;
  database: Database;
  clock: Clock;
  isDatabaseUp: () => Promise<boolean>;
  platforms: ReadonlyMap<PlatformId, Platform>;
  blockedShops: BlockedShops;
}

/** Opens a pool that the shutdown closes. */
export function openPool(
  { opened, log, shutdown }: ServiceParts,
  options: Omit<DatabaseOptions, 'log'>,
): Database {
  const database = openDatabase(opened.url, { log, ...options });
  shutdown.onClose(() => database.$disconnect());
  return database;
}
