import { randomUUID } from 'node:crypto';
import { rm, stat, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import { createPrivately, writePrivately } from '../private-file.ts';
import { readPrivately, type Env } from '../settings-file.ts';
import { UsageError } from '../usage-error.ts';
import { holdFile, type Listener } from './listen-state.ts';

const BEAT_MS = 2_000;
/** Longer than a busy machine keeps a process from its beat. */
const SILENT_MS = 10_000;

/** The process that forwards the events of an App to an address. */
interface Holder {
  token: string;
  pid: number;
  host: string;
}

/** Keeps other processes from forwarding the same events. */
export interface Hold {
  /** Aborts, with a {@link UsageError}, when another process has taken it: this one stood still for too long. */
  lost: AbortSignal;
  release(): Promise<void>;
}

/**
 * Makes this process the only one of this settings folder that forwards the App's events to the address. What a process
 * that has died held is free at once.
 *
 * @throws UsageError when another process does it, or the file cannot be written.
 */
export async function holdListener(env: Env, listener: Listener, beatMs = BEAT_MS): Promise<Hold> {
  const file = holdFile(env, listener);
  const own: Holder = { token: randomUUID(), pid: process.pid, host: hostname() };
  const text = `${JSON.stringify({ ...listener, ...own }, null, 2)}\n`;
  const isOwn = async (): Promise<boolean> => (await readHolder(file))?.token === own.token;
  await createPrivately(file, text);
  const holder = await readHolder(file);
  if (holder?.token !== own.token) {
    if (holder && (await isAlive(file, holder))) throw taken(listener, holder);
    await writePrivately(file, text);
    if (!(await isOwn())) throw taken(listener, await readHolder(file));
  }

  const losing = new AbortController();
  const beat = async (): Promise<void> => {
    // What cannot be read or touched now can be at the next beat.
    const current = await readHolder(file).catch(() => own);
    if (current?.token !== own.token) losing.abort(taken(listener, current));
    else await utimes(file, new Date(), new Date()).catch(() => undefined);
  };
  const timer = setInterval(() => void beat(), beatMs);
  timer.unref();
  return {
    lost: losing.signal,
    async release() {
      clearInterval(timer);
      if (await isOwn()) await rm(file, { force: true });
    },
  };
}

/** Who has written the file; null without one, or when it holds something else. */
async function readHolder(file: string): Promise<Holder | null> {
  const text = await readPrivately(file);
  try {
    return JSON.parse(text ?? '') as Holder | null;
  } catch {
    return null;
  }
}

/** By its beat; and on this machine by its process too, so that one that was killed holds nothing. */
async function isAlive(file: string, { pid, host }: Holder): Promise<boolean> {
  const beatAt = await stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
  if (Date.now() - beatAt > SILENT_MS) return false;
  if (host !== hostname()) return true;
  try {
    process.kill(pid, 0);
    return pid !== process.pid;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

const taken = ({ appId, forwardTo }: Listener, holder: Holder | null): UsageError =>
  new UsageError(
    `process ${holder?.pid ?? 'of another terminal'} forwards the events of ${appId} to ${forwardTo} already`,
    'Stop that one, or forward to another address.',
  );
