import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** Postgres's own note in its data directory, `postmaster.pid`. */
interface PidFile {
  pid: number;
  port: number;
  isReady: boolean;
}

/** A postmaster that can be told to end. */
export interface EndableProcess {
  kill(signal: NodeJS.Signals): void;
  /** True once it has ended, false when `timeoutMs` passed before. */
  hasEndedWithin(timeoutMs: number): Promise<boolean>;
}

const FAST_SHUTDOWN_MS = 3_000;
// After an immediate shutdown Postgres itself kills, five seconds later, whatever still runs.
const IMMEDIATE_SHUTDOWN_MS = 6_000;

/** The note in `dataDir`, or null when no postmaster left one. */
export function readPidFile(dataDir: string): PidFile | null {
  try {
    const lines = readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(lines[0]), port: Number(lines[3]), isReady: lines[7]?.trim() === 'ready' };
  } catch {
    return null;
  }
}

/**
 * Ends a postmaster: a fast shutdown (sessions are cut, everything is saved), then an immediate one (the next start
 * replays the log), then SIGKILL. Committed data survives all three.
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
 * Makes way for a new postmaster in `dataDir`: ends one that outlived its killed service, and removes a note that
 * names an unrelated process. The caller holds the directory's lock, so no live service is behind either.
 */
export async function clearPostmaster(dataDir: string, log: (line: string) => void): Promise<void> {
  const note = readPidFile(dataDir);
  if (!note) return;
  if (isPostmasterOf(note.pid, dataDir)) {
    log(`ending the Postgres that an earlier run left behind (pid ${note.pid})`);
    await endPostmaster(orphan(note.pid, dataDir));
  }
  // Postgres judges the note of a dead process itself; but it takes any live one for a postmaster, even when the
  // machine or container restarted and the number went to another program.
  if (isAlive(note.pid) && !isPostmasterOf(note.pid, dataDir))
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

/** The words of a process's command line, or nothing when there is no such process (a zombie has none either). */
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
