import { setTimeout as delay } from 'node:timers/promises';
import { ROUTES } from '@procurement-intents/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runLength } from '../hostile/run-length.ts';
import { awaitFinished, lastEnd } from './await-finished.ts';
import { type ApiAnswer, callApi } from './call-api.ts';
import { checkPromises, expectKept } from './check-promises.ts';
import { type FaultWorld, startFaultWorld, WORLD_START_MS } from './fault-world.ts';
import { startLoad } from './load-driver.ts';
import { type OwnCluster, startOwnCluster } from './own-cluster.ts';
import { recordResult } from './record-result.ts';
import type { Signer } from '../support/sign.ts';

/** How long it lasts at least, once callers and the health check have seen it. */
const OUTAGE_MS = runLength(0, 10_000);
/** No caller waits longer for a no. A machine that runs other tests at its side gets some grace. */
const LONGEST_ANSWER_MS = runLength(8000, 5500);
const WAIT_OPTIONS = { timeout: 30_000, interval: 50 };

let cluster: OwnCluster;
let world: FaultWorld;
beforeAll(async () => {
  cluster = await startOwnCluster();
  world = await startFaultWorld({ databaseUrl: cluster.url, apps: 20 });
}, WORLD_START_MS);
afterAll(async () => {
  await world.stop();
  await cluster.stop();
});

const OUTAGES = {
  'stopped at once': [() => cluster.end('immediate'), () => cluster.startAgain()],
  'shut down': [() => cluster.end('fast'), () => cluster.startAgain()],
  frozen: [async () => cluster.freeze(), async () => cluster.thaw()],
} satisfies Record<string, [() => Promise<void>, () => Promise<void>]>;

/** Asks for the health over and over; gives the answers. */
function watchHealth() {
  const answers: ApiAnswer[] = [];
  let isWatching = true;
  const port = world.apis[0]?.process.port ?? 0;
  const running = (async () => {
    while (isWatching) {
      const signer = world.signers[0] as Signer;
      const answer = await callApi({ port, signer, method: 'GET', path: ROUTES.getHealth.path });
      if (answer) answers.push(answer);
      await delay(100);
    }
  })();
  return {
    answers,
    async stop() {
      isWatching = false;
      await running;
    },
  };
}

describe('a Postgres that is', () => {
  it.each(
    runLength<(keyof typeof OUTAGES)[]>(['stopped at once'], ['stopped at once', 'shut down', 'frozen']),
  )(
    '%s under load is told of as 50301 and 50002, and takes no promise with it',
    async (outage) => {
      const [begin, end] = OUTAGES[outage];
      const load = startLoad(world, { callers: 6, pauseMs: 40 });
      const health = watchHealth();
      while (load.promised.length < 20) await delay(20);
      await begin();
      await vi.waitFor(() => {
        expect(load.answers.map(({ code }) => code)).toContain(50301);
        expect(health.answers.map(({ code }) => code)).toContain(50002);
      }, WAIT_OPTIONS);
      await delay(OUTAGE_MS);
      await end();
      const backAt = performance.now();
      const countBought = (): number => load.promised.filter(({ id }) => id !== null).length;
      const bought = countBought();
      while (countBought() === bought) await delay(10);
      const firstSuccessMs = Math.round(performance.now() - backAt);
      while (countBought() < bought + 20) await delay(10);
      await load.stop();
      await health.stop();
      await awaitFinished(world, 60_000);
      const finishMs = (await lastEnd(world)).getTime() - (Date.now() - (performance.now() - backAt));
      const { broken, repeated, ...figures } = await checkPromises(world, load.promised);
      const longestMs = Math.max(...load.answers.map(({ tookMs }) => tookMs));
      const note = `first success after ${firstSuccessMs} ms, longest answer ${Math.round(longestMs)} ms`;
      recordResult({
        experiment: `Postgres ${outage} for ${OUTAGE_MS / 1000} s`,
        note,
        ...figures,
        finishMs,
      });

      expectKept({ broken, repeated });
      const refused = load.answers.filter(({ status }) => status >= 500);
      expect(refused.length).toBeGreaterThan(0);
      expect(refused.filter(({ status, code }) => status !== 503 || code !== 50301)).toEqual([]);
      expect(load.broken).toBe(0);
      expect(longestMs).toBeLessThan(LONGEST_ANSWER_MS);
      expect(new Set(health.answers.map(({ code }) => code))).toEqual(new Set([0, 50002]));
    },
    runLength(180_000, 120_000),
  );
});
