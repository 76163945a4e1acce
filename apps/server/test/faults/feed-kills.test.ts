import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { idOf } from '@procurement-intents/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runLength } from '../hostile/run-length.ts';
import { awaitFinished } from './await-finished.ts';
import { checkPromises, expectKept } from './check-promises.ts';
import { type FaultWorld, startFaultWorld, WORLD_START_MS } from './fault-world.ts';
import { checkFollower, FOLLOWER_KINDS, type Followers, startFollowers } from './feed-followers.ts';
import { writeEvents } from './feed-writers.ts';
import { nameOf, PUBLISH_POINTS } from './kill-points.ts';
import { killAtRandom, killInTurn } from './kill-units.ts';
import { startLoad } from './load-driver.ts';
import { recordResult } from './record-result.ts';

const APPS = 50;
const EVENTS = runLength(4000, 100_000);
/** Of each: publishers at their statement, workers and API processes at any moment. */
const KILLS = runLength(2, 20);
const CUTS = runLength(12, 100);
/** The others are followed by the SDK. */
const COMMANDS = runLength(1, 3);
const SDK_FOLLOWERS = runLength(4, APPS - 2 * COMMANDS);
const WRITERS = 4;
const CATCH_UP_MS = runLength(90_000, 300_000);

let world: FaultWorld;
let followers: Followers;
beforeAll(async () => {
  world = await startFaultWorld({ apis: 2, workers: 2, apps: APPS });
  const kinds = [
    ...Array.from({ length: COMMANDS }, () => FOLLOWER_KINDS.filter((kind) => kind !== 'sdk')).flat(),
    ...Array.from({ length: SDK_FOLLOWERS }, () => 'sdk' as const),
  ];
  const readers = world.signers.slice(0, kinds.length).flatMap((signer, index) => {
    const kind = kinds[index];
    return kind ? [{ kind, signer }] : [];
  });
  const ports = world.apis.map(({ process }) => process.port);
  followers = await startFollowers(readers, ports);
}, WORLD_START_MS);
afterAll(async () => {
  await followers?.stop();
  await world?.stop();
});

/** Cuts followers off until it is over: of each kind as often, and as often between two lives as between two connections. */
async function cutFollowers(isOver: () => boolean): Promise<number> {
  let cuts = 0;
  for (; cuts < CUTS || !isOver(); cuts += 1) {
    const kind = FOLLOWER_KINDS[cuts % FOLLOWER_KINDS.length];
    const ofKind = followers.all.filter((each) => each.kind === kind);
    const follower = ofKind[randomInt(ofKind.length)];
    const isProcess = Math.floor(cuts / FOLLOWER_KINDS.length) % 2 === 0;
    await (isProcess ? follower?.cutProcess() : follower?.cutConnection());
    await delay(randomInt(100, 900));
  }
  return cuts;
}

/** The ids of the events of each App, in the order of its feed. */
async function readFeeds(): Promise<Map<string, string[]>> {
  const feeds = new Map<string, string[]>();
  for (const { appId } of world.signers) {
    const own = await world.database.appEvent.findMany({
      select: { id: true },
      where: { appId },
      orderBy: { sequence: 'asc' },
    });
    feeds.set(
      appId,
      own.map(({ id }) => idOf('event', id.replaceAll('-', ''))),
    );
  }
  return feeds;
}

async function awaitPublished(): Promise<void> {
  await expect.poll(() => world.database.unpublishedEvent.count(), { timeout: CATCH_UP_MS }).toBe(0);
}

describe('feeds whose publishers are killed and whose readers are cut off', () => {
  it(
    'have each event once, without gaps and in order, and show each of them to every reader',
    async () => {
      let isOver = false;
      const appIds = world.signers.map(({ appId }) => appId);
      const load = startLoad(world, { callers: 2, pauseMs: 300 });
      const writing = writeEvents(world.database, {
        appIds,
        events: EVENTS,
        writers: WRITERS,
        isOver: () => isOver,
      });
      const cutting = cutFollowers(() => isOver);
      const killing = (async () => {
        const points = Array.from(
          { length: KILLS },
          (_, turn) => PUBLISH_POINTS[(turn + Math.floor(turn / 2)) % 2] ?? [],
        ).flat();
        const [{ met }] = await Promise.all([
          killInTurn(world.workers, points),
          killAtRandom(world.apis, KILLS),
        ]);
        await killAtRandom(world.workers, KILLS);
        return met;
      })().finally(() => (isOver = true));
      const [met, written, cuts] = await Promise.all([killing, writing, cutting]);
      await load.stop();
      await awaitFinished(world, CATCH_UP_MS);
      await awaitPublished();

      const soFar = await readFeeds();
      const behind = () =>
        followers.all.filter(
          ({ appId, seen }) => (seen.at(-1)?.sequence ?? 0) < (soFar.get(appId) ?? []).length,
        );
      await expect
        .poll(() => behind().map(({ kind, appId }) => `${kind} ${appId}`), { timeout: CATCH_UP_MS })
        .toEqual([]);
      const shown = followers.all.map(({ kind, appId, seen }) => ({ kind, appId, seen: [...seen] }));

      const { broken, repeated, ...figures } = await checkPromises(world, load.promised);
      // Parcels go on: readers may have seen more than there was when they were waited for.
      const feeds = await readFeeds();
      broken.push(...shown.flatMap((one) => checkFollower(one, feeds.get(one.appId) ?? [])));
      const events = [...feeds.values()].reduce((sum, own) => sum + own.length, 0);
      recordResult({
        experiment: 'kill -9 of publishers, readers cut off',
        kills: 3 * KILLS,
        ...figures,
        note: `${events} events of ${APPS} Apps, ${followers.all.length} readers cut off ${cuts} times`,
      });
      expectKept({ broken, repeated });
      expect(events).toBeGreaterThanOrEqual(written);
      expect(met).toHaveLength(KILLS);
      expect(new Set(met)).toEqual(new Set(PUBLISH_POINTS.map(nameOf)));
    },
    runLength(300_000, 1_800_000),
  );
});
