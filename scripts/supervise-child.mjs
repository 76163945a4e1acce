import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';

// One Ctrl-C may arrive twice, from the terminal and from npm; a service would treat the second as a forced stop.
const REPEAT_MS = 1_000;
const PARENT_POLL_MS = 250;

/**
 * Runs a program in place of this process, with its terminal, its signals and its exit code.
 *
 * The child leads its own process group, so that a Ctrl-C reaches it once, through this process. When `isOrphaned`
 * turns true, the child gets SIGTERM, and SIGKILL `killAfterMs` later. When this process is killed, the child sees
 * `disconnect` on its IPC channel.
 *
 * @param {string} file
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, cwd?: string, isOrphaned?: () => boolean, killAfterMs?: number }} options
 * @returns {Promise<number>} its exit code, or 128 + the number of the signal that ended it
 */
export function superviseChild(file, args, { env, cwd, isOrphaned = () => false, killAfterMs = 5_000 } = {}) {
  if (isOrphaned()) return Promise.resolve(128 + constants.signals.SIGTERM);

  const child = spawn(file, args, {
    env,
    cwd,
    detached: true,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  let stoppedAt = -Infinity;
  const stop = (signal) => {
    if (performance.now() - stoppedAt < REPEAT_MS) return;
    stoppedAt = performance.now();
    child.kill(signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);

  const poll = setInterval(() => {
    if (!isOrphaned()) return;
    clearInterval(poll);
    if (stoppedAt === -Infinity) stop('SIGTERM');
    setTimeout(() => {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    }, killAfterMs);
  }, PARENT_POLL_MS);

  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new Error(`${file} cannot be run: ${error.message}`)));
    child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
  });
}

/**
 * A test for "the process that started us has ended". npm starts us through a shell: a signal to npm ends only the
 * shell; a kill of npm leaves the shell and us running.
 *
 * @returns {() => boolean}
 */
export function watchStarter() {
  const starter = readStarter();
  return () => readStarter() !== starter;
}

function readStarter() {
  return `${process.ppid} ${readParentOfShell(process.ppid)}`;
}

/** The parent of `pid` when `pid` is a shell with a single command; undefined where there is no /proc. */
function readParentOfShell(pid) {
  try {
    if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[1] !== '-c') return undefined;
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
  } catch {
    return undefined;
  }
}
