import { randomBytes, randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type BatchResultView, ROUTES } from '@procurement-intents/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runLength } from '../hostile/run-length.ts';
import { intentBody } from '../support/intent-factory.ts';
import { signedHeaders, type Signer } from '../support/sign.ts';
import { awaitFinished } from './await-finished.ts';
import { callApi } from './call-api.ts';
import { checkPromises, expectKept } from './check-promises.ts';
import { type FaultWorld, startFaultWorld, type Unit, WORLD_START_MS } from './fault-world.ts';
import { createKillSwitch, INSERT_POINTS, type KillSwitch } from './kill-points.ts';
import type { Promised } from './load-driver.ts';
import { recordResult } from './record-result.ts';

const KILLS = runLength(8, 100);
const ITEMS = runLength(40, 60);
/** Product pages of a batch: those whose turn comes later bring their items in a later statement. */
const PAGES = 15;
const SHOPS = ['a', 'b', 'c'] as const;
const ANY_MOMENT_MS = 60;
const AGAIN_MS = 200;
const FINISH_MS = 300_000;
const { path: BATCH } = ROUTES.createIntents;

/** The same bytes at every call, and what was told of them. */
interface Batch {
  signer: Signer;
  body: { items: Record<string, unknown>[] };
  signature: string;
  headers: Record<string, string>;
  /** Of its intents, in the order of its items. */
  ids: string[];
  /** How many of its items stood when their process died. */
  stood: number;
}

let world: FaultWorld;
beforeAll(async () => {
  world = await startFaultWorld({ apis: 2, workers: 1, apps: 20 });
}, WORLD_START_MS);
afterAll(() => world?.stop());

/** Every second item has a key; the others are named by the signature and their place. */
function makeBatch(turn: number): Batch {
  const signer = world.signers[turn % world.signers.length] as Signer;
  const pages = Array.from({ length: PAGES }, (_, page) => {
    const shop = SHOPS[page % SHOPS.length] ?? 'a';
    const body = intentBody({ sandboxUrl: world.sandbox.url });
    const productUrl = body.productUrl.replace('/a/items/', `/${shop}/items/`);
    return { ...body, platform: `PLATFORM_${shop.toUpperCase()}`, productUrl };
  });
  const name = randomBytes(6).toString('hex');
  const items = Array.from({ length: ITEMS }, (_, index) => ({
    ...pages[index % PAGES],
    userId: `${name}_${index}`,
    ...(index % 2 === 0 && { idempotencyKey: `${name}-${index}` }),
  }));
  const body = { items };
  const headers = signedHeaders(signer, { method: 'POST', path: BATCH, body: JSON.stringify(body) });
  return { signer, body, headers, signature: headers['X-Signature'], ids: [], stood: 0 };
}

const send = ({ process: { port } }: Unit, { signer, body, headers }: Batch) =>
  callApi({ port, signer, method: 'POST', path: BATCH, body, headers });

/** Sends the same bytes until every item stands: a process may be down, an App at its limit, an item without the database. */
async function sendUntilWhole(units: readonly Unit[], batch: Batch): Promise<BatchResultView> {
  for (let turn = 0; ; turn += 1) {
    const answer = await send(units[turn % units.length] as Unit, batch);
    if (answer?.status === 201) return answer.data as BatchResultView;
    if (answer && ![207, 429, 503].includes(answer.status)) throw new Error(`refused: ${answer.code}`);
    await delay(AGAIN_MS);
  }
}

/** Sends a batch, and kills its process where the turn says: before or after a statement that writes items, or at any moment. */
async function sendAndKill(unit: Unit, batch: Batch, { steps, strike, turn }: Killing): Promise<boolean> {
  const point = INSERT_POINTS[turn % (INSERT_POINTS.length + 1)];
  let isOver = false;
  const answering = send(unit, batch).finally(() => (isOver = true));
  if (point) void steps.arm(point, randomInt(1, 3));
  else {
    await delay(randomInt(ANY_MOMENT_MS));
    if (!isOver) strike();
  }
  const answer = await answering;
  steps.disarm();
  return answer === null;
}

interface Killing {
  steps: KillSwitch;
  strike: () => void;
  turn: number;
}

/** Kills one process so often, and sends each batch again: at once to the other one, or to the same once it is back. */
async function killInBatches(own: Unit, other: Unit, kills: number): Promise<Batch[]> {
  const batches: Batch[] = [];
  let isDead = false;
  const strike = () => {
    isDead = true;
    own.process.killNow();
  };
  const steps = createKillSwitch(own, strike);
  for (let killed = 0; killed < kills;) {
    const batch = makeBatch(batches.length);
    batches.push(batch);
    const isBroken = await sendAndKill(own, batch, { steps, strike, turn: killed });
    let starting = Promise.resolve();
    const isKilled: boolean = isDead && isBroken;
    if (isKilled) killed += 1;
    if (isDead) {
      await own.process.hasEnded();
      isDead = false;
      starting = own.process.start();
      // Awaited below; until then nobody would hear of it.
      starting.catch(() => undefined);
    }
    if (killed % 2 === 0) await starting;
    const { items, replayed } = await sendUntilWhole(killed % 2 === 0 ? [own, other] : [other, own], batch);
    batch.ids = items.map(({ intent }) => intent?.id ?? '');
    if (isKilled) batch.stood = replayed;
    expect(items.map(({ index, intent }) => [index, intent?.userId])).toEqual(
      batch.body.items.map(({ userId }, index) => [index, userId]),
    );
    await starting;
  }
  return batches;
}

const promisedOf = ({ signer, body, ids }: Batch): Promised[] =>
  body.items.flatMap(({ idempotencyKey }, index) =>
    typeof idempotencyKey === 'string'
      ? [
          {
            signer,
            idempotencyKey,
            id: ids[index] ?? null,
            remarks: null,
            isUpdateOpen: true,
            isCancelled: false,
          },
        ]
      : [],
  );

/** The name of each item as it is stored, and its intent. */
const namesOf = ({ body, signature, ids }: Batch): string[] =>
  body.items.map(({ idempotencyKey }, index) => {
    const place = `${signature}#${index}`;
    const key = typeof idempotencyKey === 'string' ? `key ${idempotencyKey}` : `signature ${place}`;
    return [place, key, ids[index]].join(' ');
  });

describe('an API that is killed inside batches', () => {
  it(
    'leaves what the same batch completes: exactly its items, each bought once',
    async () => {
      const [first, second] = world.apis as [Unit, Unit];
      const batches = (
        await Promise.all([killInBatches(first, second, KILLS / 2), killInBatches(second, first, KILLS / 2)])
      ).flat();
      // Once more, whole as it is: the same intents.
      for (const batch of batches.slice(-runLength(4, 20))) {
        const { items, replayed } = await sendUntilWhole(world.apis, batch);
        expect(replayed).toBe(ITEMS);
        expect(items.map(({ intent }) => intent?.id)).toEqual(batch.ids);
      }
      await awaitFinished(world, FINISH_MS);

      const { broken, repeated, ...figures } = await checkPromises(world, batches.flatMap(promisedOf));
      const inPart = batches.filter(({ stood }) => stood > 0 && stood < ITEMS).length;
      recordResult({
        experiment: 'kill -9 of the API inside batches',
        kills: KILLS,
        ...figures,
        note: `${batches.length} batches of ${ITEMS}, ${inPart} of which stood in part`,
      });
      expectKept({ broken, repeated });
      const intents = await world.database.intent.findMany({ select: { id: true, status: true } });
      expect(intents.map(({ id }) => id).toSorted()).toEqual(batches.flatMap(({ ids }) => ids).toSorted());
      expect(new Set(intents.map(({ status }) => status))).toEqual(new Set(['COMPLETED']));
      const stored = await world.database.signedCreate.findMany();
      expect(
        stored
          .map(({ signature, idempotencyKey, intentId }) => `${signature} ${idempotencyKey} ${intentId}`)
          .toSorted(),
      ).toEqual(batches.flatMap(namesOf).toSorted());
      expect(inPart).toBeGreaterThan(0);
    },
    runLength(240_000, 1_800_000),
  );
});
