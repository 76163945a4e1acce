import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** The content of `postmaster.pid`, which Postgres writes into its data directory. */
interface PidFile {
  pid: number;
  port: number;
  isReady: boolean;
}

/** A postmaster that can be stopped. */
export interface EndableProcess {
  kill(signal: NodeJS.Signals): void;
  /** True when it exits within `timeoutMs`. */
  hasEndedWithin(timeoutMs: number): Promise<boolean>;
}

const FAST_SHUTDOWN_MS = 3_000;
// Five seconds after an immediate shutdown, Postgres itself kills its remaining processes.
const IMMEDIATE_SHUTDOWN_MS = 6_000;

/** The `postmaster.pid` in `dataDir`; null when there is none. */
export function readPidFile(dataDir: string): PidFile | null {
  try {
    const lines = readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(lines[0]), port: Number(lines[3]), isReady: lines[7]?.trim() === 'ready' };
  } catch {
    return null;
  }
}

/**
 * Stops a postmaster: a fast shutdown, then an immediate one (the next start recovers from the log), then SIGKILL.
 * Committed data survives all three.
 */
export async function endPostmaster(
  postmaster: EndableProcess,
  { fastMs = FAST_SHUTDOWN_MS, immediateMs = IMMEDIATE_SHUTDOWN_MS } = {},
): Promise<void> {
  postmaster.kill('SIGINT');
  if (await postmaster.hasEndedWithin(fastMs)) return;
  postmaster.kill('SIGQUIT');
  if (await postmaster.hasEndedWithin(immediateMs)) return;
  postmaster.kill('SIGKILL');
  await postmaster.hasEndedWithin(immediateMs);
}

/**
 * Prepares `dataDir` for a new postmaster: stops one whose service was killed, and removes a `postmaster.pid` that names
 * an unrelated process. The caller must hold the directory's lock, so that no running service is affected.
 */
export async function clearPostmaster(dataDir: string, log: (line: string) => void): Promise<void> {
  const file = readPidFile(dataDir);
  if (!file) return;
  if (isPostmasterOf(file.pid, dataDir)) {
    log(`ending the Postgres that an earlier run left behind (pid ${file.pid})`);
    await endPostmaster(orphan(file.pid, dataDir));
  }
  // Postgres ignores the pid of a dead process, but takes every live one for a postmaster, even when the pid belongs to
  // another program after a restart of the machine or container.
  if (isAlive(file.pid) && !isPostmasterOf(file.pid, dataDir))
    rmSync(join(dataDir, 'postmaster.pid'), { force: true });
}

function orphan(pid: number, dataDir: string): EndableProcess {
  return {
    kill(signal) {
      if (isPostmasterOf(pid, dataDir)) process.kill(pid, signal);
    },
    async hasEndedWithin(timeoutMs) {
      const deadline = Date.now() + timeoutMs;
      while (isPostmasterOf(pid, dataDir)) {
        if (Date.now() > deadline) return false;
        await delay(20);
      }
      return true;
    },
  };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function isPostmasterOf(pid: number, dataDir: string): boolean {
  return Number.isInteger(pid) && pid > 0 && commandLine(pid).includes(` -D ${dataDir} `);
}

/** The command line of a process; empty for a zombie or when there is no such process. */
function commandLine(pid: number): string {
  try {
    if (process.platform === 'linux')
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
      .toString()
      .replace('\n', ' ');
  } catch {
    return '';
  }
}
