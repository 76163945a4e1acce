import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runLength } from '../hostile/run-length.ts';
import { awaitFinished, lastEnd } from './await-finished.ts';
import { checkPromises, expectKept } from './check-promises.ts';
import { type FaultWorld, startFaultWorld, WORLD_START_MS } from './fault-world.ts';
import { killAtRandom, killInTurn } from './kill-units.ts';
import { KILL_POINTS, nameOf } from './kill-points.ts';
import { startLoad } from './load-driver.ts';
import { recordResult } from './record-result.ts';
import { runJobs } from './run-jobs.ts';

// Two of each kind: while one is down, the other one goes on.
const PURCHASES = runLength(0, 2000);
const ROUNDS = runLength(1, 2);
const API_KILLS = runLength(2, 20);

let world: FaultWorld;
beforeAll(async () => {
  world = await startFaultWorld({ apis: 2, workers: 2, apps: runLength(20, 40) });
}, WORLD_START_MS);
afterAll(() => world.stop());

/** Plays the operator as well: a purchase under which six workers have died waits for one. */
async function redriveUntilFinished(): Promise<void> {
  let isFinished = false;
  const finished = awaitFinished(world, 60_000).finally(() => (isFinished = true));
  // Awaited below; until then nobody would hear of it.
  finished.catch(() => undefined);
  while (!isFinished) {
    const dead = (await runJobs(world, 'list')) as unknown[];
    if (dead.length > 0) await runJobs(world, 'redrive', '--all');
    await delay(1000);
  }
  await finished;
}

describe('processes that are killed under load', () => {
  it(
    'lose no purchase and double none, wherever in a purchase the worker dies',
    async () => {
      const load = startLoad(world, { callers: runLength(4, 8), pauseMs: runLength(100, 60) });
      const [{ met, lastKill }] = await Promise.all([
        killInTurn(world.workers, Array.from({ length: ROUNDS }, () => KILL_POINTS).flat()),
        killAtRandom(world.apis, API_KILLS),
      ]);
      while (load.promised.length < PURCHASES) await delay(50);
      await load.stop();
      await redriveUntilFinished();
      const finishMs = Math.max(0, (await lastEnd(world, lastKill)).getTime() - lastKill.getTime());

      const { broken, repeated, ...figures } = await checkPromises(world, load.promised);
      recordResult({
        experiment: 'kill -9 of API and worker at every step',
        kills: met.length + API_KILLS,
        ...figures,
        finishMs,
      });
      expectKept({ broken, repeated });
      expect(new Set(met)).toEqual(new Set(KILL_POINTS.map(nameOf)));
      expect(load.promised.filter(({ id }) => id === null)).toEqual([]);
    },
    runLength(180_000, 600_000),
  );
});
