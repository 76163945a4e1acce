import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';

// One Ctrl-C may arrive twice, from the terminal and from npm; a service takes the second for "now, by force".
const REPEAT_MS = 1_000;
const PARENT_POLL_MS = 250;

/**
 * Runs a program in our place: it has our terminal, our signals and our exit code.
 *
 * The child leads a process group of its own, so that a Ctrl-C reaches it once, through us. When `isOrphaned` turns
 * true, the child gets SIGTERM, and SIGKILL `killAfterMs` later. When we are killed ourselves, the child sees
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
 * A test for "whoever started us is gone". npm starts us through a shell: told to end, npm ends the shell and not us;
 * killed, it leaves the shell and us alone.
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

/** The parent of `pid` when that is a shell with a single command; where there is no /proc, nobody. */
function readParentOfShell(pid) {
  try {
    if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[1] !== '-c') return undefined;
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
  } catch {
    return undefined;
  }
}
