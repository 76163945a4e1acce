import { setTimeout as delay } from 'node:timers/promises';
import {
  createMany,
  CreateManyError,
  ProcurementIntents,
  type BatchItem,
} from '../../../../packages/sdk/src/index.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runLength } from '../hostile/run-length.ts';
import { intentBody } from '../support/intent-factory.ts';
import type { Signer } from '../support/sign.ts';
import { awaitFinished } from './await-finished.ts';
import { checkPromises, expectKept } from './check-promises.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';
import { type FaultWorld, startFaultWorld, type Unit, WORLD_START_MS } from './fault-world.ts';
import { recordResult } from './record-result.ts';

const PURCHASES = runLength(1_000, 10_000);
/** Product pages of the list. */
const PAGES = 15;
/** How long a fault of the wire or the database lasts, and the calm between two faults. */
const FAULT_MS = 500;
const CALM_MS = 1_000;
const FINISH_MS = runLength(120_000, 900_000);

let world: FaultWorld;
let wire: FaultProxy;
beforeAll(async () => {
  world = await startFaultWorld({ apis: 1, workers: 1, apps: 1 });
  wire = await startFaultProxy((world.apis[0] as Unit).process.port);
}, WORLD_START_MS);
afterAll(async () => {
  await wire?.stop();
  await world?.stop();
});

/** Every second order has a key of its own; the SDK makes those of the others. */
function makeOrders(): BatchItem[] {
  const pages = Array.from({ length: PAGES }, () => intentBody({ sandboxUrl: world.sandbox.url }));
  return Array.from({ length: PURCHASES }, (_, index) => ({
    ...(pages[index % PAGES] as BatchItem),
    userId: `user_${index}`,
    ...(index % 2 === 0 && { idempotencyKey: `order-${index}` }),
  }));
}

interface Struck {
  resets: number;
  outages: number;
  kills: number;
  stops: number;
}

/** Lets one fault after the other come over the only API, until `signal` aborts: each of them ends by itself. */
async function strike({ process, database }: Unit, signal: AbortSignal): Promise<Struck> {
  const struck: Struck = { resets: 0, outages: 0, kills: 0, stops: 0 };
  const faults: (() => Promise<void>)[] = [
    // In a call or between two.
    async () => {
      wire.resetAll();
      struck.resets += 1;
    },
    // What was asked is carried out; its answer is lost.
    async () => {
      wire.fault = { kind: 'deaf' };
      await delay(FAULT_MS);
      await wire.restore();
      struck.resets += 1;
    },
    // Answered with 503, as a whole or item by item.
    async () => {
      await database.cut();
      await delay(FAULT_MS);
      await database.restore();
      struck.outages += 1;
    },
    async () => {
      process.killNow();
      await process.hasEnded();
      await process.start();
      struck.kills += 1;
    },
    async () => {
      wire.fault = { kind: 'reset' };
      await delay(FAULT_MS);
      await wire.restore();
      struck.resets += 1;
    },
    async () => {
      await process.terminate();
      await process.start();
      struck.stops += 1;
    },
  ];
  for (let turn = 0; !signal.aborted; turn += 1) {
    await delay(CALM_MS);
    await faults[turn % faults.length]?.();
  }
  return struck;
}

/** Buys the list as the guide says: what has no intent is sent again under its key, until each has one. */
async function buyAll({ appId, appSecret }: Signer, orders: readonly BatchItem[]) {
  const client = new ProcurementIntents({ baseUrl: `http://127.0.0.1:${wire.port}`, appId, appSecret });
  const bought = orders.map(() => ({ id: '', idempotencyKey: '' }));
  let places = [...orders.keys()];
  let rest = [...orders];
  let errors = 0;
  while (places.length > 0) {
    const { items } = await createMany(client, rest).catch(async (error: unknown) => {
      if (!(error instanceof CreateManyError && error.retryable)) throw error;
      errors += 1;
      await delay(Math.max(0, (error.retryAt?.getTime() ?? 0) - Date.now()));
      return error;
    });
    const open = [];
    for (const { index, intent, error, idempotencyKey } of items) {
      const place = places[index] as number;
      if (error && error.code < 50_000) throw new Error(`order ${place} refused: ${error.name}`);
      bought[place] = { id: intent?.id ?? '', idempotencyKey };
      if (!intent) open.push(place);
    }
    places = open;
    rest = open.map((place) => ({
      ...(orders[place] as BatchItem),
      idempotencyKey: bought[place]?.idempotencyKey,
    }));
  }
  return { bought, errors };
}

it(
  `createMany of ${PURCHASES} buys each once, through lost connections, outages and restarts`,
  async () => {
    const [signer] = world.signers as [Signer];
    const [api] = world.apis as [Unit];
    const orders = makeOrders();
    const done = new AbortController();
    const striking = strike(api, done.signal);
    // Awaited below; until then nobody would hear of it.
    striking.catch(() => undefined);
    const startedAt = performance.now();
    const { bought, errors } = await buyAll(signer, orders).finally(() => done.abort());
    const seconds = (performance.now() - startedAt) / 1_000;
    const { resets, outages, kills, stops } = await striking;
    await awaitFinished(world, FINISH_MS);

    const promised = bought.map((each) => ({
      ...each,
      signer,
      remarks: null,
      isUpdateOpen: true,
      isCancelled: false,
    }));
    const { broken, repeated, ...figures } = await checkPromises(world, promised);
    recordResult({
      experiment: 'createMany of the SDK',
      kills,
      ...figures,
      note: `${seconds.toFixed(0)} s for the list; ${resets} times connections lost, ${outages} outages of the database, ${stops} stops; went on after ${errors} errors`,
    });
    expectKept({ broken, repeated });
    const intents = await world.database.intent.findMany({
      select: { id: true, userId: true, idempotencyKey: true },
    });
    const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1);
    expect(intents.toSorted(byId)).toEqual(
      bought
        .map(({ id, idempotencyKey }, index) => ({
          id,
          userId: `user_${index}`,
          idempotencyKey: `key ${idempotencyKey}`,
        }))
        .toSorted(byId),
    );
    expect(Math.min(resets, outages, kills)).toBeGreaterThan(0);
  },
  runLength(300_000, 1_800_000),
);
