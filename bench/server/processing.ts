import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { INTENTS } from '../../apps/server/src/intent-rows/intent-columns.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/postgres/embedded/embedded-postgres.ts';
import { ensureDatabase, migrateDatabase } from '../../apps/server/src/postgres/migrations/migrate.ts';
import { MIGRATIONS_DIR } from '../../apps/server/src/open-database.ts';
import { cpuSeconds, cpuSecondsWithChildren } from './cpu-time.ts';

export interface ProcessingOptions {
  /** Due at once, to find the most that a worker process completes. Default 6000. */
  purchases?: number;
  /** Purchases a second that become due one after the other; default half of what was completed at most. */
  rate?: number;
  /** How long they do. Default 8. */
  seconds?: number;
  /** How late the shop answers an order. Default 0. */
  answerMs?: number;
  /** Settings of the worker process beside the defaults. */
  settings?: Record<string, string>;
  /** Arguments of the worker's Node, such as `--cpu-prof`. */
  nodeArgs?: readonly string[];
}

export interface ProcessingResult {
  purchasesPerSecond: number;
  /** Of the run at `rate`: from due to the commit of COMPLETED, milliseconds. */
  rate: number;
  p50Ms: number;
  p99Ms: number;
  /** Statements that the server ran for one purchase, and transactions; both of the first run. */
  statementsPerPurchase: number;
  transactionsPerPurchase: number;
  /** CPU of the first run, milliseconds. */
  workerCpuMs: number;
  postgresCpuMs: number;
  shopCpuMs: number;
  /** The most expensive statements of the first run. */
  statements: { text: string; callsPerPurchase: number; msPerPurchase: number }[];
  /** Orders that the shop was sent twice. */
  repeats: number;
}

const WARM_UP = 600;
const PATIENCE_MS = 180_000;
const DATABASE = 'bench';

/** Purchases that are due now, spread over the three platforms; each has a page of its own. */
function insertDue(client: pg.Client, shopUrl: string, count: number): Promise<unknown> {
  return client.query(
    `INSERT INTO intents (id, "appId", "userId", platform, "productUrl", title, "priceFen", quantity, "totalFen",
       "recipientName", address, phone, status, version, "idempotencyKey", "requestHash", "createdAt", "updatedAt",
       "submittedAt", ${INTENTS.name('nextAttemptAt')})
     SELECT id, 'app_bench', 'user_' || n % 100, (ARRAY['PLATFORM_A', 'PLATFORM_B', 'PLATFORM_C'])[n % 3 + 1]::"Platform",
       $2 || '/' || (ARRAY['a', 'b', 'c'])[n % 3 + 1] || '/items/' || id, 'Kettle', 19900, 1, 19900, '张三',
       '北京市朝阳区建国路 88 号', '13800138000', 'SUBMITTED', 1, id, 'bench', at, at, at, at
     FROM (SELECT n, 'int_' || replace(uuidv7()::text, '-', '') AS id, clock_timestamp() AS at FROM generate_series(1, $1::int) n)`,
    [count, shopUrl],
  );
}

/** Read from the counters: to count rows every 50 ms would cost Postgres several percent of what is measured. */
async function countOpen(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    `SELECT coalesce(sum(total), 0)::int AS n FROM intent_counts WHERE status IN ('SUBMITTED', 'PROCESSING')`,
  );
  return rows[0]?.n ?? 0;
}

async function untilDone(client: pg.Client): Promise<void> {
  const begun = performance.now();
  while ((await countOpen(client)) > 0) {
    if (performance.now() - begun > PATIENCE_MS)
      throw new Error(`${await countOpen(client)} purchases are left over`);
    await delay(50);
  }
}

/**
 * Of the purchases since `since`: milliseconds from due to committed, and how many have another end. The event of an end is
 * written with it and never changed, while tracking writes the row again.
 */
async function readTimes(client: pg.Client, since: Date) {
  const { rows } = await client.query<{ p50: number; p99: number; first: Date; last: Date; others: number }>(
    `WITH ended AS (
       SELECT i.status, i."submittedAt" AS due, pg_xact_commit_timestamp(e.xmin) AS done
       FROM intents AS i LEFT JOIN intent_events AS e ON e."intentId" = i.id AND e.type = 'intent.completed'
       WHERE i."submittedAt" >= $1)
     SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM done - due) * 1000)::float8 AS p50,
       percentile_cont(0.99) WITHIN GROUP (ORDER BY extract(epoch FROM done - due) * 1000)::float8 AS p99,
       min(due) AS first, max(done) AS last, count(*) FILTER (WHERE status <> 'COMPLETED')::int AS others FROM ended`,
    [since],
  );
  const [row] = rows;
  if (!row || row.others > 0) throw new Error(`${row?.others} purchases did not complete`);
  return row;
}

async function startShop(answerMs: number): Promise<{ child: ChildProcess; url: string }> {
  const env = { PATH: process.env['PATH'], ANSWER_MS: String(answerMs) };
  const child = fork(join(import.meta.dirname, 'instant-platform.ts'), { env });
  const [port] = (await once(child, 'message')) as [number];
  return { child, url: `http://127.0.0.1:${port}` };
}

async function startWorkerProcess(
  databaseUrl: string,
  shopUrl: string,
  options: ProcessingOptions,
): Promise<ChildProcess> {
  const env: NodeJS.ProcessEnv = {
    PATH: process.env['PATH'],
    ROLES: 'worker',
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: 'warn',
  };
  for (const letter of ['A', 'B', 'C']) {
    const base = `${shopUrl}/${letter.toLowerCase()}`;
    env[`PLATFORM_${letter}_URL`] = base;
    env[`PLATFORM_${letter}_TOKEN`] = 'bench';
    env[`PLATFORM_${letter}_PRODUCT_URLS`] = `${base}/items/`;
  }
  Object.assign(env, options.settings);
  const main = join(import.meta.dirname, '../../apps/server/src/main.ts');
  const child = fork(main, {
    env,
    execArgv: [...(options.nodeArgs ?? [])],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  await once(child.stdout as NodeJS.ReadableStream, 'data');
  return child;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

const STATEMENTS = `SELECT query, calls::int, total_exec_time AS ms FROM pg_stat_statements
  WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database()) AND userid IS NOT NULL
    AND query !~ 'pg_stat|AS n FROM intent_counts|generate_series'`;

interface Parts {
  client: pg.Client;
  pids: { postgres: number; worker: number; shop: number };
  shopUrl: string;
}

/** Everything due at once: the most that one worker process completes, and what that costs. */
async function measureMost({ client, pids, shopUrl }: Parts, purchases: number) {
  await insertDue(client, shopUrl, WARM_UP);
  await untilDone(client);
  await client.query('ANALYZE');
  await client.query('SELECT pg_stat_statements_reset()');
  const xacts = async (): Promise<number> => {
    await client.query('SELECT pg_stat_clear_snapshot()');
    const { rows } = await client.query<{ n: number }>(
      'SELECT xact_commit::int AS n FROM pg_stat_database WHERE datname = current_database()',
    );
    return rows[0]?.n ?? 0;
  };
  const cpu = (): number[] =>
    [cpuSeconds(pids.worker), cpuSecondsWithChildren(pids.postgres), cpuSeconds(pids.shop)].map(
      (seconds) => (seconds ?? NaN) * 1000,
    );
  const before = { xacts: await xacts(), cpu: cpu() };
  const since = new Date();
  await insertDue(client, shopUrl, purchases);
  await untilDone(client);
  const [workerCpuMs = 0, postgresCpuMs = 0, shopCpuMs = 0] = cpu().map(
    (ms, index) => (ms - (before.cpu[index] ?? NaN)) / purchases,
  );
  const transactionsPerPurchase = ((await xacts()) - before.xacts) / purchases;
  const { rows } = await client.query<{ query: string; calls: number; ms: number }>(STATEMENTS);
  const { first, last } = await readTimes(client, since);
  const statements = rows
    .map(({ query, calls, ms }) => ({
      text: query.replace(/\s+/g, ' ').slice(0, 120),
      callsPerPurchase: calls / purchases,
      msPerPurchase: ms / purchases,
    }))
    .sort((a, b) => b.msPerPurchase - a.msPerPurchase);
  return {
    purchasesPerSecond: (purchases * 1000) / (last.getTime() - first.getTime()),
    statementsPerPurchase: rows.reduce((sum, { calls }) => sum + calls, 0) / purchases,
    transactionsPerPurchase,
    workerCpuMs,
    postgresCpuMs,
    shopCpuMs,
    statements: statements.slice(0, 14),
  };
}

const STEP_MS = 20;

/** An open loop: purchases become due at `rate`, however far the worker is behind. */
async function measureAtRate({ client, shopUrl }: Parts, rate: number, seconds: number) {
  const since = new Date();
  const begun = performance.now();
  let inserted = 0;
  while (performance.now() - begun < seconds * 1000) {
    const owed = Math.floor(((performance.now() - begun) * rate) / 1000) - inserted;
    if (owed > 0) await insertDue(client, shopUrl, owed);
    inserted += Math.max(0, owed);
    await delay(STEP_MS);
  }
  await untilDone(client);
  const { p50, p99 } = await readTimes(client, since);
  return { rate: Math.round(rate), p50Ms: p50, p99Ms: p99 };
}

/** Measures one worker process over a Postgres, a shop and a database of its own, all on this machine. */
export async function measureProcessing(options: ProcessingOptions = {}): Promise<ProcessingResult> {
  const dir = mkdtempSync(join(tmpdir(), 'procurement-bench-'));
  chmodSync(dir, 0o755);
  const settings = {
    shared_preload_libraries: 'pg_stat_statements',
    track_commit_timestamp: 'on',
    shared_buffers: '256MB',
  };
  const postgres = await startEmbeddedPostgres({ dir, settings, log: () => undefined });
  const ends: (() => Promise<unknown>)[] = [() => postgres.stop()];
  try {
    await ensureDatabase(postgres.url(), DATABASE);
    const url = postgres.url(DATABASE);
    await migrateDatabase(url, MIGRATIONS_DIR);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    ends.push(() => client.end());
    await client.query('CREATE EXTENSION pg_stat_statements');
    const shop = await startShop(options.answerMs ?? 0);
    ends.push(() => end(shop.child));
    const worker = await startWorkerProcess(url, shop.url, options);
    ends.push(() => end(worker));
    const pids = { postgres: postgres.pid, worker: worker.pid ?? 0, shop: shop.child.pid ?? 0 };
    const parts: Parts = { client, pids, shopUrl: shop.url };
    const most = await measureMost(parts, options.purchases ?? 6000);
    const rate = options.rate ?? most.purchasesPerSecond / 2;
    const paced = await measureAtRate(parts, rate, options.seconds ?? 8);
    const { repeats } = (await (await fetch(`${shop.url}/seen`)).json()) as { repeats: number };
    return { ...most, ...paced, repeats };
  } finally {
    for (const stop of ends.reverse()) await stop().catch(() => undefined);
    rmSync(dir, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  const { statements, ...figures } = await measureProcessing({
    ...(process.env['PURCHASES'] && { purchases: Number(process.env['PURCHASES']) }),
    ...(process.env['RATE'] && { rate: Number(process.env['RATE']) }),
    ...(process.env['SECONDS_AT_RATE'] && { seconds: Number(process.env['SECONDS_AT_RATE']) }),
    ...(process.env['ANSWER_MS'] && { answerMs: Number(process.env['ANSWER_MS']) }),
    nodeArgs: (process.env['NODE_ARGS'] ?? '').split(' ').filter(Boolean),
    settings: process.env['WORKER_CONCURRENCY']
      ? { WORKER_CONCURRENCY: process.env['WORKER_CONCURRENCY'] }
      : {},
  });
  console.table(
    Object.entries(figures).map(([figure, value]) => ({ figure, value: Math.round(value * 1000) / 1000 })),
  );
  console.table(
    statements.map((one) => ({
      ...one,
      callsPerPurchase: one.callsPerPurchase.toFixed(3),
      msPerPurchase: one.msPerPurchase.toFixed(4),
    })),
  );
}
