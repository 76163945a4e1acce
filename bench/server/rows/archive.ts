import { ROUTES } from '@procurement-intents/contract';
import type { Client } from 'pg';
import { quantile } from '../../sdk/statistics.ts';
import { archiveMoves, MOVED_AT_ONCE } from '../../../apps/server/src/archive/store/archive-moves.ts';
import { type Contender, perRequest } from '../contender.ts';
import { cpuSecondsWithChildren } from '../cpu-time.ts';
import { openClient } from '../databases.ts';
import type { RowId } from '../flags.ts';
import { ARCHIVED_PAGE, BESIDE_ARCHIVE } from '../goals.ts';
import type { Bench, Row } from '../measure-row.ts';
import type { Stage } from '../stage.ts';
import { createLoad } from './create.ts';
import { type BenchApp, intentPath, signedRequest } from '../requests.ts';
import { pickArchived, seedArchive } from '../seed-archive.ts';
import { pickIntents } from '../seed-intents.ts';
import { LIST_CONNECTIONS } from './list.ts';
import { type Load, openService, ring } from './open.ts';

/** Intents that have not moved: half of the first App's, 25 of each other one. */
const HOT_EACH = 25;
const HOT_OF_FIRST = 50_000;
const READ = 20_000;
const HOT = { ofFirstApp: HOT_OF_FIRST, ofOthers: HOT_EACH, isOursAlone: true } as const;
const PAGE_SIZE = 20;

const seeded = new WeakMap<Stage, Promise<string>>();

/** The database with an archive, made once. */
function archived({ stage, plan }: Bench): Promise<string> {
  const known = seeded.get(stage) ?? seed();
  seeded.set(stage, known);
  return known;

  async function seed(): Promise<string> {
    const { service } = await stage.prepareDatabase('archive', HOT);
    const client = await openClient(stage.postgres.url(service));
    await seedArchive(client, stage.apps, plan.archivedRows);
    await client.end();
    return service;
  }
}

/** The same calls on a database without an archive, and on the one with it. */
const besideArchive = (id: RowId, title: string, loadOf: (bench: Bench) => Load): Row => ({
  id,
  title,
  note: 'The service alone, on two databases with the same 100,000 intents. A ratio above 1 is what the archive costs.',
  isOursAlone: true,
  async open(bench) {
    const alone = await bench.stage.prepareDatabase('without_archive', HOT);
    return [
      await openService(bench, alone.service, loadOf(bench), { name: 'without an archive' }),
      await openService(bench, await archived(bench), loadOf(bench), { name: BESIDE_ARCHIVE }),
    ];
  },
});

export const listBesideArchiveRow = besideArchive(
  'list-beside-archive',
  'First page beside a large archive',
  (bench) => load(pages(bench, '')),
);

export const createBesideArchiveRow = besideArchive(
  'create-beside-archive',
  'Create an intent beside a large archive',
  (bench) => createLoad(bench),
);

export const archiveRow: Row = {
  id: 'archive',
  title: 'Beside a large archive',
  note: `The service alone, on one database: 100,000 intents of 2,000 Apps, and the archive in partitions of twelve months. Pages are asked for by ${LIST_CONNECTIONS} connections, as lists elsewhere. A request of the mover is an intent that both steps of a move have moved.`,
  isOursAlone: true,
  async open(bench): Promise<Contender[]> {
    const service = await archived(bench);
    const client = await openClient(bench.stage.postgres.url(service));
    const hot = await pickIntents(client, READ);
    const moved = await pickArchived(client, READ);
    const reads = [
      ['an intent that has not moved', load(readsOf(bench, hot))],
      ['an intent that has moved', load(readsOf(bench, moved))],
      ['first page', pageLoad(pages(bench, ''))],
      ['first page, archived=any', pageLoad(pages(bench, '&archived=any'))],
      [ARCHIVED_PAGE, pageLoad(pages(bench, '&archived=true'))],
    ] as const;
    const contenders: Contender[] = [];
    for (const [name, each] of reads) contenders.push(await openService(bench, service, each, { name }));
    return [...contenders, moverContender(bench, client)];
  },
};

const load = (requests: Buffer[]): Load => ({ expectedStatus: 200, prepare: () => ring(requests) });
const pageLoad = (requests: Buffer[]): Load => ({
  ...load(requests),
  connections: LIST_CONNECTIONS,
});

function readsOf({ stage }: Bench, intents: readonly { id: string; appId: string }[]): Buffer[] {
  const apps = new Map<string, BenchApp>(stage.apps.map((app) => [app.id, app]));
  return intents.map(({ id, appId }) =>
    signedRequest(apps.get(appId) as BenchApp, { method: 'GET', path: intentPath(id) }),
  );
}

/** Of all Apps but the first, in turns: the limits of one would hold. */
function pages({ stage }: Bench, query: string): Buffer[] {
  const path = `${ROUTES.listIntents.path}?pageSize=${PAGE_SIZE}${query}`;
  return stage.apps.slice(1).map((app) => signedRequest(app, { method: 'GET', path }));
}

/** Both steps of a move, by themselves and one after the other. */
function moverContender({ stage }: Bench, client: Client): Contender {
  const rows = async <R>(text: string, values?: readonly unknown[]): Promise<R[]> =>
    (await client.query(text, [...(values ?? [])])).rows as R[];
  const moves = archiveMoves({ rows });

  async function moveSome(): Promise<void> {
    await moves.copy();
    await moves.finish();
    // In place of 5 minutes.
    await client.query(
      `UPDATE "intents" SET "copiedAt" = "copiedAt" - interval '6 minutes' WHERE "copiedAt" IS NOT NULL`,
    );
    await moves.finish();
  }
  const archive = (count: number) =>
    client.query(
      `UPDATE "intents" SET "archivedAt" = now() WHERE "id" IN (
         SELECT "id" FROM "intents" WHERE "archivedAt" IS NULL ORDER BY "id" DESC LIMIT $1)`,
      [count],
    );

  return {
    name: 'the mover',
    async warmUp() {
      await archive(MOVED_AT_ONCE);
      await moveSome();
    },
    async sample(seconds) {
      await archive(10 * MOVED_AT_ONCE);
      await stage.settle();
      const cpu = () => cpuSecondsWithChildren(stage.postgres.pid);
      const latenciesMs: number[] = [];
      const before = cpu();
      const begunAt = performance.now();
      for (let step = 0; step < 10 && performance.now() - begunAt < seconds * 1000; step += 1) {
        const at = performance.now();
        await moveSome();
        latenciesMs.push(performance.now() - at);
      }
      const moved = latenciesMs.length * MOVED_AT_ONCE;
      return {
        requestsPerSecond: (moved * 1000) / (performance.now() - begunAt),
        p50Ms: quantile(latenciesMs, 0.5),
        p99Ms: quantile(latenciesMs, 0.99),
        processUs: null,
        postgresUs: perRequest(before, cpu(), moved),
        wrong: {},
      };
    },
    close: () => client.end(),
  };
}
