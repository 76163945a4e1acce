import { spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { lockDataDir, makeTraversableDir } from './data-dir.ts';
import { openPostgresCluster } from './postgres-cluster.ts';
import type { PostgresCluster } from './postgres-cluster.ts';
import { clearPostmaster, endPostmaster, readPidFile } from './postmaster.ts';

export interface EmbeddedPostgresOptions {
  /** Holds data, password and lock, and a copy of the Postgres programs if one is needed. */
  dir: string;
  /** Server settings, for example `{ shared_buffers: '256MB' }`. */
  settings?: Record<string, string>;
  /** Receives each line of the server's log. */
  log: (line: string) => void;
}

export interface EmbeddedPostgres {
  /** Connection string of the superuser. It contains the password: never log it. */
  url(database?: string): string;
  pid: number;
  /** Resolves when the server has exited, expected or not. */
  exited: Promise<PostgresExit>;
  /** Stops the server: a fast shutdown, after 3 s an immediate one. Repeatable. */
  stop(): Promise<void>;
}

export interface PostgresExit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

interface Postmaster {
  pid: number;
  port: number;
  exited: Promise<PostgresExit>;
  stop(): Promise<void>;
}

// Crash recovery takes seconds. A server that is not ready after this time will not start.
const START_TIMEOUT_MS = 120_000;
// The sessions of a killed postmaster end within seconds, unless they run a long query.
const RETRY_MS = 10_000;
const TRANSIENT_FAILURE = /could not bind|pre-existing shared memory block|lock file ".*" already exists/;

/**
 * Starts a Postgres in `dir`, on 127.0.0.1 and a free port, and waits until it accepts connections. First stops a server
 * that a killed service has left. The server exits with this process. It is outside the terminal's process group, so that
 * Ctrl-C reaches only the service, which then calls `stop`.
 *
 * @throws Error when a running service uses `dir`, when `dir` cannot be used, or with the server's log when it does not
 *   start.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  makeTraversableDir(options.dir);
  const dir = realpathSync(options.dir);
  const unlock = lockDataDir(dir);
  try {
    const cluster = await openPostgresCluster(dir);
    await clearPostmaster(cluster.dataDir, options.log);
    const postmaster = await launchWithRetry(cluster, options);
    return {
      url: (database = 'postgres') =>
        `postgresql://postgres:${cluster.password}@127.0.0.1:${postmaster.port}/${encodeURIComponent(database)}`,
      pid: postmaster.pid,
      exited: postmaster.exited.finally(unlock),
      stop: () => postmaster.stop().finally(unlock),
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

async function launchWithRetry(
  cluster: PostgresCluster,
  options: EmbeddedPostgresOptions,
): Promise<Postmaster> {
  const deadline = Date.now() + RETRY_MS;
  for (;;) {
    try {
      return await launch(cluster, options);
    } catch (error) {
      if (!TRANSIENT_FAILURE.test(String(error)) || Date.now() > deadline) throw error;
      await delay(200);
    }
  }
}

async function launch(
  cluster: PostgresCluster,
  { settings = {}, log }: EmbeddedPostgresOptions,
): Promise<Postmaster> {
  const port = await findFreePort();
  const config = { ...settings, listen_addresses: '127.0.0.1', unix_socket_directories: '' };
  const flags = Object.entries(config).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(
    join(cluster.binDir, 'postgres'),
    ['-D', cluster.dataDir, '-p', String(port), ...flags],
    {
      ...cluster.process,
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  const lines = collectLines(child.stderr, log);
  const endWithProcess = () => child.kill('SIGINT');
  process.on('exit', endWithProcess);

  let failure: string | undefined;
  const exited = new Promise<PostgresExit>((resolve) => {
    const finish = (code: number | null, signal: NodeJS.Signals | null, reason: string) => {
      process.off('exit', endWithProcess);
      failure = reason;
      resolve({ code, signal });
    };
    child.once('error', (error) => finish(null, null, error.message));
    child.once('exit', (code, signal) => finish(code, signal, ''));
  });
  const drained = once(child.stderr, 'close');
  const postmaster = { pid: child.pid ?? 0, port, exited, stop: () => stopChild(child, exited) };

  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!isReady(cluster.dataDir, postmaster)) {
    if (failure !== undefined) {
      await resolvesWithin(drained, 1_000);
      throw new Error(`Postgres did not start: ${failure || lines.join('\n')}`);
    }
    if (Date.now() > deadline) {
      await postmaster.stop();
      throw new Error(`Postgres was not ready within ${START_TIMEOUT_MS / 1000} s: ${lines.join('\n')}`);
    }
    await delay(15);
  }
  child.unref();
  (child.stderr as unknown as { unref(): void }).unref();
  return postmaster;
}

async function stopChild(child: ReturnType<typeof spawn>, exited: Promise<PostgresExit>): Promise<void> {
  child.ref(); // keeps this process alive during the wait
  await endPostmaster({
    kill: (signal) => child.kill(signal),
    hasEndedWithin: (timeoutMs) => resolvesWithin(exited, timeoutMs),
  });
}

async function resolvesWithin(promise: Promise<unknown>, timeoutMs: number): Promise<boolean> {
  const timer = new AbortController();
  const timeout = delay(timeoutMs, false, { signal: timer.signal }).catch(() => false);
  const isResolved = await Promise.race([promise.then(() => true), timeout]);
  timer.abort();
  return isResolved;
}

function isReady(dataDir: string, { pid, port }: { pid: number; port: number }): boolean {
  const file = readPidFile(dataDir);
  // Compares the port too: a restarted container reuses pids, and the file of an earlier server may say "ready".
  return file !== null && file.pid === pid && file.port === port && file.isReady;
}

/** The latest lines of the stream, kept for an error message. */
function collectLines(stream: NodeJS.ReadableStream, log: (line: string) => void): string[] {
  const latest: string[] = [];
  createInterface({ input: stream }).on('line', (line) => {
    log(line);
    latest.push(line);
    if (latest.length > 20) latest.shift();
  });
  return latest;
}

async function findFreePort(): Promise<number> {
  const server = createServer();
  const port = await new Promise<number>((resolve, reject) => {
    server
      .once('error', reject)
      .listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
  await new Promise((resolve) => server.close(resolve));
  return port;
}
