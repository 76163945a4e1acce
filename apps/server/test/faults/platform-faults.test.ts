import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FrontCall, type FrontGateway, relay, startFrontGateway } from '../support/front-gateway.ts';
import { isLongRun, runLength } from '../hostile/run-length.ts';
import { awaitFinished, lastEnd } from './await-finished.ts';
import { checkPromises, expectKept } from './check-promises.ts';
import type { WireFault } from './fault-proxy.ts';
import { type FaultWorld, startFaultWorld, WORLD_START_MS, type Unit } from './fault-world.ts';
import { startLoad } from './load-driver.ts';
import { readMetric } from './read-metric.ts';
import { recordResult } from './record-result.ts';

const PURCHASES = runLength(6, 60);
/** So many purchases meet each fault, and it lasts so long after that. */
const MEET = 5;
const FAULT_MS = runLength(0, 6000);
const CALL_MS = runLength(1000, 2000);
/** Longer than a call to a gateway may take. */
const LATE_MS = CALL_MS + 500;
const PATIENCE_MS = runLength(2000, 8000);
/** At each of three shops enough to open the breaker, and some more. */
const MANY = 36;

interface FrontedWorld extends FaultWorld {
  front: FrontGateway;
  worker: Unit;
  /** The numbers of all orderings that went to the shop, in order. */
  ordered: string[];
}

/** Between worker and shop: first a wire that may fail, then a gateway that may misbehave. */
async function startWorld(retryBudgetMs: number): Promise<FrontedWorld> {
  const world = await startFaultWorld({
    settings: { PLATFORM_TIMEOUT_MS: String(CALL_MS), PLATFORM_PATIENCE_MS: String(retryBudgetMs) },
  });
  const front = await startFrontGateway(world.sandbox.url);
  const worker = world.workers[0] as Unit;
  const ordered: string[] = [];
  worker.gateway.target = Number(new URL(front.origin).port);
  worker.gateway.tap = () => ({
    question(bytes) {
      const [, token] = /"merchantOrderNo":"([0-9a-f]{32})"/.exec(bytes.toString('latin1')) ?? [];
      if (token !== undefined) ordered.push(token);
      return true;
    },
  });
  worker.gateway.resetAll();
  async function stop(): Promise<void> {
    await front.stop();
    await world.stop();
  }
  return { ...world, front, worker, ordered, stop };
}

/** These stand for the others where time is short. */
const SHORT = /502|429|something else|gone|takes the order|silent from|byte/;
const chosen = <T>(faults: Record<string, T>): [string, T][] =>
  Object.entries(faults).filter(([fault]) => isLongRun || SHORT.test(fault));

type Misbehaviour = (call: FrontCall) => Promise<void> | void;

const refuseOrders: Misbehaviour = (call) =>
  call.kind === 'place' ? call.reply({ status: 503 }) : relay(call);
const stateOfPlacing = ({ worker }: FrontedWorld) =>
  readMetric(worker, 'procurement_platform_breaker_state', { platform: 'PLATFORM_A', call: 'place' });

const ANSWERS: Record<string, Misbehaviour> = {
  'answers 500': (call) => call.reply({ status: 500 }),
  'answers 502 with the page of a proxy, the order being made': async (call) => {
    await call.pass();
    call.reply({ status: 502, body: '<html>Bad Gateway</html>' });
  },
  'answers 503': (call) => call.reply({ status: 503, body: { reason: 'UNAVAILABLE' } }),
  'answers 429 with Retry-After': (call) => call.reply({ status: 429, headers: { 'retry-after': '1' } }),
  'answers JSON that tells of something else, the order being made': async (call) => {
    await call.pass();
    call.reply({ status: 200, body: { error: 'none', data: [] } });
  },
  'answers 200 with half a JSON text, the order being made': async (call) => {
    await call.pass();
    call.reply({ status: 200, body: '{"orderId":"A' });
  },
  'answers after we have gone': async (call) => {
    const reply = await call.pass();
    await delay(LATE_MS, undefined, { ref: false });
    call.reply(reply);
  },
};

const WIRES: Record<string, WireFault> = {
  'resets the connection': { kind: 'reset' },
  'takes the order and is silent': { kind: 'deaf' },
  'is silent from the start': { kind: 'half-open' },
  'answers a byte a second': { kind: 'drip' },
  'answers 400 ms late': { kind: 'latency', ms: 400 },
};

/** Buys while the shop fails; then it works again. */
async function expectBoughtThrough(
  world: FrontedWorld,
  fault: string,
  begin: () => void,
  end: () => Promise<void>,
): Promise<void> {
  const { ordered } = world;
  ordered.length = 0;
  begin();
  const load = startLoad(world, { callers: PURCHASES, limit: PURCHASES });
  await load.stop();
  while (new Set(ordered).size < MEET) await delay(50);
  await delay(FAULT_MS);
  await end();
  const endedAt = Date.now();
  await awaitFinished(world, 60_000);
  const finishMs = (await lastEnd(world)).getTime() - endedAt;
  const { broken, repeated, ...figures } = await checkPromises(world, load.promised);
  recordResult({ experiment: `shop ${fault}`, ...figures, purchases: PURCHASES, finishMs });
  expectKept({ broken, repeated });
  // Cancelled on the way are the load's own; nothing may fail of it.
  expect(await world.database.intent.count({ where: { status: 'FAILED' } })).toBe(0);
}

// One fault after the other; beside them, worlds of their own wait for breaker and patience.
describe.concurrent('a shop that', () => {
  let world: FrontedWorld;
  beforeAll(async () => {
    world = await startWorld(120_000);
  }, WORLD_START_MS);
  afterAll(() => world.stop());

  it.each(chosen(ANSWERS))(
    '%s gets no second order, and all is bought once it works',
    { concurrent: false, timeout: runLength(180_000, 120_000) },
    async (fault, misbehave) => {
      await expectBoughtThrough(
        world,
        fault,
        () => {
          world.front.handle = (call) => (call.kind === 'place' ? misbehave(call) : relay(call));
        },
        async () => world.front.reset(),
      );
    },
  );

  it.each(chosen(WIRES))(
    '%s gets no second order, and all is bought once it works',
    { concurrent: false, timeout: runLength(180_000, 120_000) },
    async (fault, wire) => {
      await expectBoughtThrough(
        world,
        fault,
        () => {
          world.worker.gateway.fault = wire;
        },
        () => world.worker.gateway.restore(),
      );
    },
  );
});

describe.concurrent('a shop that refuses every order', () => {
  it(
    'ten times in a row is left alone for a while, which postpones purchases and fails none',
    async ({ onTestFinished }) => {
      const world = await startWorld(120_000);
      onTestFinished(() => world.stop());
      world.front.handle = refuseOrders;
      const load = startLoad(world, { callers: 6, limit: MANY });
      while ((await stateOfPlacing(world)) !== 2) await delay(50);
      const postponed = { type: 'intent.attempt_failed', detail: 'ordering: CIRCUIT_OPEN' };
      while ((await world.database.intentEvent.count({ where: postponed })) === 0) await delay(50);
      world.front.reset();
      await load.stop();
      await awaitFinished(world, 60_000);
      const { broken, repeated } = await checkPromises(world, load.promised);
      expectKept({ broken, repeated });
      expect(await world.database.intent.count({ where: { status: 'FAILED' } })).toBe(0);
      expect(await stateOfPlacing(world)).toBe(0);
    },
    WORLD_START_MS + runLength(180_000, 120_000),
  );

  it(
    'for longer than our patience ends in PLATFORM_UNAVAILABLE, for each purchase after a try of its own',
    async ({ onTestFinished }) => {
      const world = await startWorld(PATIENCE_MS);
      onTestFinished(() => world.stop());
      const { front, ordered } = world;
      front.handle = refuseOrders;
      const load = startLoad(world, { callers: 6, limit: MANY });
      await load.stop();
      await awaitFinished(world, 60_000);
      front.reset();
      const { broken, repeated } = await checkPromises(world, load.promised);
      expectKept({ broken, repeated });
      const ids = load.promised.flatMap(({ id, isCancelled }) => (id === null || isCancelled ? [] : [id]));
      const failed = await world.database.intent.findMany({
        where: { id: { in: ids }, failureCode: 'PLATFORM_UNAVAILABLE' },
      });
      expect(failed.length).toBe(ids.length);
      const untried = failed.filter(({ merchantOrderNo }) => !ordered.includes(merchantOrderNo ?? ''));
      expect(untried.map(({ id }) => id)).toEqual([]);
    },
    WORLD_START_MS + runLength(180_000, 120_000),
  );
});
