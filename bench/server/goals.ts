import type { RowId } from './flags.ts';
import { PEERS, PGBENCH } from './peer-list.ts';

/** A bound on the service's rate as a multiple of another contender's. */
export type RateGoal = { against: string } & ({ atLeast: number } | { atMost: number });

const ratesBeside = (name: keyof typeof PEERS, atLeast: number): RateGoal => ({
  against: PEERS[name].name,
  atLeast,
});

export const TEN_MILLION = '10,000,000 stored';
export const RELEASE_BEFORE = 'the release before';
export const WITH_ENDPOINTS = 'this release, each App with an endpoint for all events';
export const BESIDE_EXPORT = 'beside an export';
export const SIGNED_READ = 'signed, an intent by its id';
export const BESIDE_ARCHIVE = 'beside the archive';
export const ARCHIVED_PAGE = 'first page, archived=true';
export const ONE_BY_ONE = 'one in a call';

/** What the service has set itself, row by row. */
export const RATE_GOALS: Partial<Record<RowId, readonly RateGoal[]>> = {
  create: [
    ratesBeside('express-prisma', 6),
    ratesBeside('fastify-pg', 1.1),
    { against: PGBENCH, atLeast: 0.5 },
  ],
  get: [ratesBeside('fastify-pg', 1.3)],
  profile: [{ against: SIGNED_READ, atLeast: 0.8 }],
  list: [ratesBeside('express-prisma', 20)],
  refuse: [ratesBeside('express-constant', 0.6)],
  'refuse-create': [ratesBeside('express-constant', 0.6)],
  // With endpoints 0.85x the release before is wanted: 0.95 / 0.85 is 1.11.
  'create-beside-releases': [
    { against: RELEASE_BEFORE, atLeast: 0.95 },
    { against: WITH_ENDPOINTS, atMost: 1.11 },
  ],
  // At least 0.9 of their rate: 1 / 0.9 is 1.11.
  'create-beside-export': [{ against: BESIDE_EXPORT, atMost: 1.11 }],
  growth: [{ against: TEN_MILLION, atMost: 1.2 }],
  'list-beside-archive': [{ against: BESIDE_ARCHIVE, atMost: 1.05 }],
  'create-beside-archive': [{ against: BESIDE_ARCHIVE, atMost: 1.05 }],
};

/** What the CPU time of the service for one intent may be, as a multiple of another contender's. */
export const CPU_GOALS: Partial<Record<RowId, { against: string; atMost: number }>> = {
  'create-batch': { against: ONE_BY_ONE, atMost: 0.35 },
};

/** What the p99 of a row's last contender may be, as a multiple of the first one's. */
export const P99_GOALS: Partial<Record<RowId, number>> = {
  'create-beside-searches': 1.5,
  'get-beside-searches': 1.5,
  'create-beside-log-ins': 1.5,
  'get-beside-log-ins': 1.5,
};

/** Most milliseconds that half of the calls of a row take, or of one of its contenders. */
export const P50_GOALS: Partial<Record<RowId, { ms: number; of?: string }>> = {
  list: { ms: 5 },
  'list-label': { ms: 10 },
  archive: { ms: 20, of: ARCHIVED_PAGE },
};

export const PURCHASES_GOAL_PER_SECOND = 1000;
/** With half of the most that a worker completes due each second. */
export const PURCHASE_P99_GOAL_MS = 200;
export const MEMORY_GOAL_MB = 200;
/** From the commit of an event to its reader, at 5,000 events a second. */
export const FEED_GOALS_MS = { p50: 150, p99: 1000 };
/** Of one worker process, to endpoints that answer at once, without and with 1,000,000 deliveries stored. */
export const DELIVERIES_GOAL_PER_SECOND = 1000;
/** Of one export of 1,000,000 intents on two cores. */
export const EXPORT_GOALS = { linesPerSecond: 20_000, growthMb: 64 };
