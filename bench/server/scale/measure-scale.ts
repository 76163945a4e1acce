import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from 'pg';
import { randomBytes } from 'node:crypto';
import { startEmbeddedPostgres } from '../../../apps/server/src/postgres/embedded/embedded-postgres.ts';
import { ensureDatabase, migrateDatabase } from '../../../apps/server/src/postgres/migrations/migrate.ts';
import { createSecretBox } from '../../../apps/server/src/sealing/secret-box.ts';
import { MIGRATIONS_DIR } from '../../../apps/server/src/open-database.ts';
import { onEnd } from '../cleanup.ts';
import { openClient, seedApps } from '../databases.ts';
import { makeApps } from '../requests.ts';
import { type CallResult, countReaders, explainCalls, type Subject } from './calls.ts';
import { type Grown, growFiles, type GrownRelation, growStatistics } from './grow.ts';
import { SAMPLE_MONTH, prepareMonths, SAMPLE, seedSample } from './sample.ts';

/** How many intents are stored, and where. */
export interface Scale {
  intents: number;
  /** Months of the archive that have them; null: none is archived, all are in `intents`. */
  months: number | null;
}

export interface TableSize {
  table: string;
  /** With all indexes, on disk. */
  bytes: number;
  largestIndexBytes: number;
  /** Of the deepest index. */
  levels: number;
}

export interface ScaleResult extends Scale {
  sizes: TableSize[];
  calls: CallResult[];
  /** Connections that can read an intent that has moved at the same moment, as if none of them ended; null: none has moved. */
  readers: number | null;
}

const SCALES: readonly Scale[] = [
  { intents: 100_000_000, months: 12 },
  { intents: 1_000_000_000, months: 12 },
  { intents: 1_000_000_000, months: 120 },
  { intents: 100_000_000, months: null },
  { intents: 1_000_000_000, months: null },
];
const APPS = 2000;
// Vacuum would look through the files and shorten them.
const SETTINGS = { shared_buffers: '512MB', autovacuum: 'off', max_wal_size: '8GB' };

/** Explains what calls cost at sizes that no disk here holds: real rows of a sample, statistics and files of many. */
export async function measureScale(say: (line: string) => void): Promise<ScaleResult[]> {
  const dir = mkdtempSync(join(tmpdir(), 'procurement-scale-'));
  chmodSync(dir, 0o755);
  const removeDir = onEnd(() => rmSync(dir, { recursive: true, force: true }));
  const start = async (): Promise<Server> => {
    const settings = { dir: join(dir, 'postgres'), settings: SETTINGS, log: () => undefined };
    const postgres = await startEmbeddedPostgres(settings);
    return { url: (database) => postgres.url(database), stop: onEnd(() => postgres.stop()) };
  };
  let server = await start();
  say('scale: a sample');
  const appId = await makeSample(server);
  const results: ScaleResult[] = [];
  for (const [index, scale] of SCALES.entries()) {
    say(`scale: ${scale.intents} intents, ${scale.months ?? 'no'} months of archive`);
    const database = `scale_${index}`;
    const { dataDir, relations } = await grow(server, database, scale);
    await server.stop();
    growFiles(dataDir, relations);
    server = await start();
    results.push({
      ...scale,
      sizes: sizesOf(relations),
      ...(await explainAll(server.url(database), appId, scale)),
    });
  }
  await server.stop();
  await removeDir();
  return results;
}

interface Server {
  url: (database?: string) => string;
  stop: () => Promise<void>;
}

/** The result is the App whose lists are read. */
async function makeSample({ url }: Server): Promise<string> {
  await ensureDatabase(url(), 'sample');
  await migrateDatabase(url('sample'), MIGRATIONS_DIR);
  const client = await openClient(url('sample'));
  const apps = makeApps(APPS);
  await seedApps(client, apps, createSecretBox(randomBytes(32)));
  await seedSample(client, apps);
  await client.end();
  return apps[0]?.id ?? '';
}

async function explainAll(url: string, appId: string, scale: Scale) {
  const client = await openClient(url);
  const subject = await subjectOf(client, appId, scale);
  const calls = await explainCalls(subject);
  await client.end();
  const readers = subject.moved === null ? null : await countReaders(() => openClient(url), subject.moved.id);
  return { calls, readers };
}

/** Makes a database of the sample that looks as large, but for its files. */
async function grow({ url }: Server, database: string, { intents, months }: Scale) {
  const admin = await openClient(url());
  await admin.query(`CREATE DATABASE ${database} TEMPLATE sample`);
  await admin.end();
  const client = await openClient(url(database));
  const { hot, archived } = SAMPLE;
  const own = (table: string, times: number): Grown => ({ table, like: table, times });
  const grown = [own('intent_labels', intents / (hot + archived))];
  if (months === null) grown.push(...['intents', 'intent_events'].map((table) => own(table, intents / hot)));
  else {
    const like = `archived_intents_${SAMPLE_MONTH}`;
    const names = await prepareMonths(client, months);
    grown.push(own('archived_keys', intents / archived));
    grown.push(...names.map((table) => ({ table, like, times: intents / months / archived })));
  }
  const { rows } = await client.query<{ dir: string }>(`SELECT current_setting('data_directory') AS dir`);
  const relations = await growStatistics(client, grown);
  await client.query('CHECKPOINT');
  await client.end();
  return { dataDir: rows[0]?.dir ?? '', relations };
}

const PAGE_BYTES = 8192;

/** The sizes of the tables that grow, all months of the archive as one. */
function sizesOf(relations: readonly GrownRelation[]): TableSize[] {
  const byTable = Map.groupBy(relations, ({ table }) => table.replace(/_[0-9]{6}$/, ''));
  return [...byTable].map(([table, all]) => {
    const largest = Math.max(...all.filter(({ isIndex }) => isIndex).map(({ pages }) => pages));
    return {
      table,
      bytes: all.reduce((sum, { pages }) => sum + pages * PAGE_BYTES, 0),
      largestIndexBytes: largest * PAGE_BYTES,
      levels: Math.max(...all.filter(({ isIndex }) => isIndex).map(levelsOf)),
    };
  });
}

/** Levels of an index, from the root to its leaves: a page above has about as many entries as one below. */
const levelsOf = ({ pages, rows }: GrownRelation): number =>
  rows === 0 ? 1 : 1 + Math.ceil(Math.log(pages) / Math.log(rows / pages));

async function subjectOf(client: Client, appId: string, { months }: Scale): Promise<Subject> {
  const hot = await client.query<{ id: string }>(
    'SELECT "id" FROM "intents" WHERE "appId" = $1 ORDER BY "createdAt" DESC LIMIT 1',
    [appId],
  );
  const moved = await client.query<NonNullable<Subject['moved']>>(
    `SELECT "id", "appId", "idempotencyKey" AS "key" FROM "archived_intents_${SAMPLE_MONTH}" WHERE "appId" = $1 LIMIT 1`,
    [appId],
  );
  return {
    client,
    appId,
    hotId: hot.rows[0]?.id ?? '',
    moved: months === null ? null : (moved.rows[0] ?? null),
  };
}
