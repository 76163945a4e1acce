import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../src/postgres/embedded/embedded-postgres.ts';
import { ensureDatabase, migrateDatabase } from '../../src/postgres/migrations/migrate.ts';
import { MIGRATIONS_DIR } from '../../src/open-database.ts';
import { startFaultProxy } from './fault-proxy.ts';

/** A Postgres that may be stopped without harm to other tests, behind an address that survives its restarts. */
export interface OwnCluster {
  url: string;
  /** Ends the server as `pg_ctl stop` does in this mode; resolves when it has ended. */
  end(mode: 'immediate' | 'fast'): Promise<void>;
  /** Starts it again; resolves when it takes connections. */
  startAgain(): Promise<void>;
  /** Shuts it down, copies its files and starts it again. */
  backUp(): Promise<void>;
  /** Puts the files of the backup in the place of its own; resolves when it takes connections. */
  restore(): Promise<void>;
  /** Every process of the server stands still. */
  freeze(): void;
  thaw(): void;
  stop(): Promise<void>;
}

const run = promisify(execFile);
const SIGNALS = { immediate: 'SIGQUIT', fast: 'SIGINT' } as const;

function familyOf(pid: number): number[] {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        // The name in parentheses may hold spaces; state and parent follow it.
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === pid;
      } catch {
        return false;
      }
    });
  return [pid, ...children.map(Number)];
}

function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended meanwhile.
    }
  }
}

/** Starts it with an empty, migrated database. Writes reach the disk, as in earnest. */
export async function startOwnCluster(): Promise<OwnCluster> {
  const dir = mkdtempSync(join(tmpdir(), 'procurement-cluster-'));
  chmodSync(dir, 0o755);
  const launch = () => startEmbeddedPostgres({ dir, log: () => undefined });
  let postgres: EmbeddedPostgres = await launch();
  const portOf = (): number => Number(new URL(postgres.url()).port);
  await ensureDatabase(postgres.url(), 'faults');
  await migrateDatabase(postgres.url('faults'), MIGRATIONS_DIR);
  const front = await startFaultProxy(portOf());
  const url = new URL(postgres.url('faults'));
  url.port = String(front.port);
  let frozen: number[] = [];
  const backup = `${dir}-backup`;
  async function end(mode: keyof typeof SIGNALS): Promise<void> {
    process.kill(postgres.pid, SIGNALS[mode]);
    await postgres.exited;
  }
  async function startAgain(): Promise<void> {
    postgres = await launch();
    front.target = portOf();
  }
  return {
    url: url.href,
    end,
    startAgain,
    async backUp() {
      await end('fast');
      await run('cp', ['-a', dir, backup]);
      await startAgain();
    },
    async restore() {
      await end('immediate');
      rmSync(dir, { recursive: true });
      await run('cp', ['-a', backup, dir]);
      await startAgain();
    },
    freeze() {
      frozen = familyOf(postgres.pid);
      signalAll(frozen, 'SIGSTOP');
    },
    thaw: () => signalAll(frozen, 'SIGCONT'),
    async stop() {
      signalAll(frozen, 'SIGCONT');
      await front.stop();
      await postgres.stop();
      for (const one of [dir, backup]) rmSync(one, { recursive: true, force: true });
    },
  };
}
