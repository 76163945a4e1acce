import { execFile } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { type Contender, perRequest, type Sample } from './contender.ts';
import { cpuSecondsWithChildren } from './cpu-time.ts';
import type { Bench } from './measure-row.ts';
import { PGBENCH } from './peer-list.ts';

const CONNECTIONS = 16;
const DEBIAN = '/usr/lib/postgresql';

/** The program named by the flag, on PATH, or where Debian puts it; null when there is none. */
export function findPgbench(named: string | null): string | null {
  if (named !== null) return named;
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort().reverse() : [];
  const folders = [
    ...(process.env['PATH'] ?? '').split(delimiter),
    ...versions.map((version) => join(DEBIAN, version, 'bin')),
  ];
  return folders.map((folder) => join(folder, 'pgbench')).find((file) => existsSync(file)) ?? null;
}

// The row of the other contenders, without anything around it: no HTTP, no signature, no validation.
const SCRIPT = `\\set app random(0, 1999)
\\set n random(1, 1000000000000)
INSERT INTO "intents" ("id", "appId", "userId", "platform", "productUrl", "title", "priceFen", "quantity", "totalFen",
  "recipientName", "address", "phone", "remarks", "status", "version", "idempotencyKey", "requestHash", "createdAt",
  "updatedAt", "submittedAt")
VALUES ('int_' || replace(uuidv7()::text, '-', ''), 'app_bench_' || lpad(:app::text, 5, '0'), 'user_' || :n,
  'PLATFORM_A', 'http://127.0.0.1:3100/items/1', '无线鼠标 静音 2.4G', 19950, 1, 19950, '张三',
  '北京市朝阳区建国路 88 号 3 座 1201', '13800138000', '工作日送货', 'SUBMITTED', 1,
  'signature ' || md5(random()::text) || md5(:n::text), md5(:n::text) || md5(:app::text), now(), now(), now())
RETURNING "id", "userId", "platform", "status", "createdAt", "updatedAt";
`;

/** The most that this Postgres takes of such rows, one a transaction. */
export function pgbenchContender({ stage }: Bench, program: string, database: string): Contender {
  const script = join(stage.dataDir, 'insert.sql');
  writeFileSync(script, SCRIPT);
  const { hostname, port, username, password } = new URL(stage.postgres.url(database));
  const connect = ['-h', hostname, '-p', port, '-U', username];
  const settings = ['-n', '-M', 'prepared', '-c', String(CONNECTIONS), '-j', '1', '-f', script];
  return {
    name: PGBENCH,
    // Every run of it begins with connections and plans of its own.
    warmUp: () => Promise.resolve(),
    async sample(seconds): Promise<Sample> {
      await stage.settle();
      const before = cpuSecondsWithChildren(stage.postgres.pid);
      const { stdout } = await promisify(execFile)(
        program,
        [...connect, ...settings, '-T', String(Math.ceil(seconds)), database],
        { env: { PGPASSWORD: password, PATH: process.env['PATH'] } },
      );
      const after = cpuSecondsWithChildren(stage.postgres.pid);
      const inserts = numberIn(stdout, /actually processed: ([0-9]+)/);
      return {
        // It tells no rate when it got nowhere.
        requestsPerSecond: inserts === 0 ? 0 : numberIn(stdout, /tps = ([0-9.]+)/),
        p50Ms: NaN,
        p99Ms: NaN,
        processUs: null,
        postgresUs: perRequest(before, after, inserts),
        wrong: {},
      };
    },
    close: () => Promise.resolve(),
  };
}

function numberIn(text: string, pattern: RegExp): number {
  const match = pattern.exec(text);
  if (!match) throw new Error(`pgbench says something else: ${text}`);
  return Number(match[1]);
}
