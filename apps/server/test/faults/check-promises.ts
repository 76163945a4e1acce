import { isAllowed, LIFECYCLE } from '@procurement-intents/contract';
import { beginsLate } from '@procurement-intents/domain';
import { merchantOrderNosOf } from '../../src/intent-rows/merchant-order-no.ts';
import type { IntentEventRow, IntentRow } from '../../src/intent-rows/intent-row.ts';
import { checkFeeds, type FeedEvidence } from './check-feeds.ts';
import type { FaultWorld } from './fault-world.ts';
import type { Promised } from './load-driver.ts';
import type { LedgerOrder } from './sandbox-child.ts';

export interface Verdict {
  /** One sentence for each promise that was broken; none is what counts. */
  broken: string[];
  /** One for each order that was sent more than once under its own number. The shop has one order, so nothing is doubled. */
  repeated: string[];
  purchases: number;
  lost: number;
  doubles: number;
}

interface Evidence {
  feed: FeedEvidence;
  intents: IntentRow[];
  events: Map<string, IntentEventRow[]>;
  orders: LedgerOrder[];
  /** Intents whose late order is still looked for. */
  owed: Set<string>;
  /** Intents with a job that waits, runs or will be tried again. */
  withJob: Set<string>;
}

// What the timeline tells without a new version: callers see nothing else of it.
const NOTES = new Set(['intent.attempt_failed', 'intent.cancel_requested', 'intent.cancel_refused']);
const isLive = ({ status }: LedgerOrder): boolean => status !== 'CANCELLED' && status !== 'REJECTED';
/** Both forms: the release before names an order otherwise. */
const numbersOf = (id: string): string[] => merchantOrderNosOf({ id, merchantOrderNo: null });

async function gather({ database, sandbox }: Pick<FaultWorld, 'database' | 'sandbox'>): Promise<Evidence> {
  // One moment for all three: parcels' numbers are still being written.
  const [intents, all, jobs, lookups, feeds, counts, unpublished] = await database.$transaction(
    [
      database.intent.findMany(),
      database.intentEvent.findMany({ orderBy: { id: 'asc' } }),
      database.$queryRaw<{ id: string }[]>`
        SELECT DISTINCT "singleton_key" AS "id" FROM "pgboss"."job"
        WHERE "state" IN ('created', 'retry', 'active') AND "name" LIKE 'intents.%'`,
      database.orderLookup.findMany(),
      database.appEvent.findMany(),
      database.appEventCount.findMany(),
      database.unpublishedEvent.findMany(),
    ],
    { isolationLevel: 'RepeatableRead' },
  );
  const waiting = new Set(unpublished.map(({ id }) => id));
  return {
    intents,
    feed: { timelines: all, feeds, counts, waiting },
    events: Map.groupBy(all, ({ intentId }) => intentId),
    orders: await sandbox.ledger(),
    owed: new Set(lookups.map(({ intentId }) => intentId)),
    withJob: new Set(jobs.map(({ id }) => id)),
  };
}

/** (a) Every create, update and cancel that was answered with 2xx is there, exactly once. */
function checkAcknowledged({ intents }: Evidence, promised: readonly Promised[]): string[] {
  const broken: string[] = [];
  const byKey = Map.groupBy(intents, ({ appId, idempotencyKey }) => `${appId} ${idempotencyKey}`);
  for (const { signer, idempotencyKey, id, remarks, isUpdateOpen, isCancelled } of promised) {
    const rows = byKey.get(`${signer.appId} key ${idempotencyKey}`) ?? [];
    if (rows.length > 1) broken.push(`(a) doubled: ${rows.map((row) => row.id).join(' ')}`);
    if (id === null) continue;
    const [row] = rows;
    if (row?.id !== id) {
      broken.push(`(a) lost: create ${id}`);
      continue;
    }
    if (!isUpdateOpen && row.remarks !== remarks) broken.push(`(a) lost: update of ${id}`);
    if (isCancelled && row.status !== 'CANCELLED') broken.push(`(a) lost: cancellation of ${id}`);
  }
  return broken;
}

/** (b) Whatever is not finished has a job, or is due again in the outbox. */
function checkUnfinished({ intents, withJob }: Evidence): string[] {
  return intents
    .filter(({ status }) => status === 'SUBMITTED' || status === 'PROCESSING')
    .filter(({ id, nextAttemptAt }) => nextAttemptAt === null && !withJob.has(id))
    .map(({ id, status }) => `(b) forgotten: ${id} is ${status} without a job or a turn`);
}

/**
 * Whether a found order is sent once more for the platform to compare: a purchase that begins this late may have been set
 * back by a failover.
 */
const isCompared = (row: IntentRow): boolean =>
  row.processingAt !== null && beginsLate(row, row.processingAt, { graceMs: 0 });

/** The times of a purchase, for whoever has to find out what happened to it. */
function tell(row: IntentRow, events: readonly IntentEventRow[]): string {
  const { createdAt, processingAt, orderInFlightUntil, mustCompareOrder } = row;
  const times = { createdAt, processingAt, orderInFlightUntil, mustCompareOrder };
  return JSON.stringify({ ...times, events: events.map(({ type, at, detail }) => [type, at, detail]) });
}

/** (c) The shops hold one live order at most for an intent, and none that no intent stands for. */
function checkOrders({ intents, orders, owed }: Evidence): string[] {
  const broken: string[] = [];
  const byToken = Map.groupBy(orders, ({ merchantOrderNo }) => merchantOrderNo);
  for (const row of intents) {
    const own = numbersOf(row.id).flatMap((number) => byToken.get(number) ?? []);
    for (const number of numbersOf(row.id)) byToken.delete(number);
    const live = own.filter(isLive);
    if (own.length > 1) broken.push(`(c) doubled: ${own.length} orders of ${row.id}`);
    const isOpen = row.status === 'PROCESSING' || owed.has(row.id);
    if (row.status === 'COMPLETED' && live[0]?.orderId !== row.orderId)
      broken.push(`(c) lost: ${row.id} is COMPLETED without its order`);
    if (row.status !== 'COMPLETED' && live.length > 0 && !isOpen)
      broken.push(`(c) orphan: ${row.id} is ${row.status} with a live order`);
  }
  for (const token of byToken.keys()) broken.push(`(c) orphan: an order of ${token}, which is no intent`);
  return broken;
}

/**
 * Orders that were sent again under their own number. That is right where the platform compares them, and where a machine
 * stood still for so long that an order was looked for before the shop had read it.
 */
function listRepeated({ intents, orders, events }: Evidence): string[] {
  const byNumber = Map.groupBy(orders, ({ merchantOrderNo }) => merchantOrderNo);
  return intents.flatMap((row) => {
    const own = numbersOf(row.id).flatMap((number) => byNumber.get(number) ?? []);
    const most = isCompared(row) ? 2 : 1;
    return own
      .filter(({ postCount }) => postCount > most)
      .map(({ postCount }) => `${row.id} ${postCount} times: ${tell(row, events.get(row.id) ?? [])}`);
  });
}

/** (d) No move that the lifecycle does not have. */
function checkMoves({ intents, events }: Evidence): string[] {
  const broken: string[] = [];
  const moves = Object.entries(LIFECYCLE).filter(([, { to }]) => to !== null && to !== 'removed');
  for (const { id } of intents) {
    let status: IntentRow['status'] | null = null;
    for (const { from, to } of events.get(id) ?? []) {
      if (to === null) continue;
      const isFirst = status === null && from === null && (to === 'DRAFT' || to === 'SUBMITTED');
      const isMove =
        status !== null &&
        from === status &&
        moves.some(
          ([action, rule]) => rule.to === to && isAllowed(action as keyof typeof LIFECYCLE, status!),
        );
      if (!isFirst && !isMove) broken.push(`(d) ${id} went from ${status} to ${to}`);
      status = to;
    }
  }
  return broken;
}

/** (e) The timeline tells every write and nothing else: its last move is the status, its length the version. */
function checkTimelines({ intents, events }: Evidence): string[] {
  return intents.flatMap((row) => {
    const own = events.get(row.id) ?? [];
    const last = own.findLast(({ to }) => to !== null)?.to;
    // A release may tell of the parcels in the write that completes the intent.
    const completed = own.find(({ type }) => type === 'intent.completed');
    const isWithCompleted = ({ type, at }: IntentEventRow): boolean =>
      type === 'order.shipped' && at.getTime() === completed?.at.getTime();
    // What is charged above the total stands behind the news that it came with, or alone.
    const isBehind = ({ type, at }: IntentEventRow, index: number): boolean =>
      type === 'order.overcharged' && own[index - 1]?.at.getTime() === at.getTime();
    const writes = own.filter(
      (event, index) => !NOTES.has(event.type) && !isWithCompleted(event) && !isBehind(event, index),
    ).length;
    return [
      ...(last === row.status ? [] : [`(e) ${row.id} is ${row.status}, its timeline ends with ${last}`]),
      ...(writes === row.version ? [] : [`(e) ${row.id} has version ${row.version} after ${writes} writes`]),
    ];
  });
}

/** Holds what stands in the database and in the shops' ledger against what callers were told. */
export async function checkPromises(
  world: Pick<FaultWorld, 'database' | 'sandbox'>,
  promised: readonly Promised[],
): Promise<Verdict> {
  const evidence = await gather(world);
  const broken = [
    ...checkAcknowledged(evidence, promised),
    ...checkUnfinished(evidence),
    ...checkOrders(evidence),
    ...checkMoves(evidence),
    ...checkTimelines(evidence),
    ...checkFeeds(evidence.feed),
  ];
  return {
    broken,
    repeated: listRepeated(evidence),
    purchases: evidence.intents.length,
    lost: broken.filter((line) => /lost|forgotten/.test(line)).length,
    doubles: broken.filter((line) => /doubled|orphan/.test(line)).length,
  };
}

/**
 * @param maxRepeats - so many orders may have been sent again under their own number. Default 0.
 * @throws Error that names the broken promises, after which `npm test` repeats no file, or the orders sent again.
 */
export function expectKept({ broken, repeated }: Pick<Verdict, 'broken' | 'repeated'>, maxRepeats = 0): void {
  if (broken.length > 0) throw new Error(`broken promise: ${broken.length}: ${broken.join('\n')}`);
  if (repeated.length > maxRepeats)
    throw new Error(`sent again: ${repeated.length}, at most ${maxRepeats}: ${repeated.join('\n')}`);
}
