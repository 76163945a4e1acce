import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { REPOSITORY } from '../../src/config/config.ts';
import { freePort } from '../free-port.ts';

/** One process of the service, which can die in every way and start again at the same ports. */
export interface ServiceProcess {
  port: number;
  privatePort: number;
  /** The last lines of its log, parsed where they are JSON. */
  log(): string[];
  /** `settings` go on top of its own, for this start and all later ones. */
  start(settings?: Record<string, string>): Promise<void>;
  /** kill -9, in this very turn. */
  killNow(): void;
  hasEnded(): Promise<number | null>;
  /** SIGSTOP: it stands still, and keeps every connection. */
  pause(): void;
  resume(): void;
  /** SIGTERM; its exit code. */
  terminate(): Promise<number | null>;
  stop(): Promise<void>;
}

const KEPT_LINES = 400;
// Whoever runs the service starts it again; on a busy machine a start can meet a database that is late.
const STARTS = 3;

/**
 * Prepares a process of the service; `start` starts it. `nodeArgs` go to Node itself; `repository` holds the release to
 * run, by default this one.
 */
export async function createServiceProcess(
  settings: Record<string, string>,
  nodeArgs: readonly string[] = [],
  repository: string = REPOSITORY,
): Promise<ServiceProcess> {
  const port = await freePort();
  const privatePort = await freePort();
  const dataDir = mkdtempSync(join(tmpdir(), 'procurement-faults-'));
  const env: NodeJS.ProcessEnv = {
    PATH: process.env['PATH'],
    PORT: String(port),
    PRIVATE_PORT: String(privatePort),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    // Starts are most of what these suites wait for.
    NODE_COMPILE_CACHE: join(tmpdir(), 'procurement-faults-cache'),
    ...settings,
  };
  const lines: string[] = [];
  let running: { child: ChildProcess; exited: Promise<number | null> } | null = null;

  function launch() {
    const child = spawn(process.execPath, [...nodeArgs, join(repository, 'apps/server/src/main.ts')], {
      env,
      // The channel ends it with the test, however that ends.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    const [, stdout, stderr] = child.stdio as unknown as [null, Readable, Readable];
    stderr.on('data', (chunk: Buffer) => {
      lines.push(...chunk.toString().split('\n').filter(Boolean));
      lines.splice(0, lines.length - KEPT_LINES);
    });
    return { child, stdout };
  }
  /** Whether it has come up. */
  async function startOnce(): Promise<boolean> {
    const { child, stdout } = launch();
    const exited = once(child, 'exit').then(([code]) => code as number | null);
    running = { child, exited };
    // The start screen is the first thing on stdout, and comes once the work has begun.
    const first = await Promise.race([once(stdout, 'data'), exited.then(() => null)]);
    stdout.resume();
    return first !== null;
  }
  const signal = (name: NodeJS.Signals): void => void running?.child.kill(name);

  return {
    port,
    privatePort,
    log: () => lines,
    async start(changed = {}) {
      Object.assign(env, changed);
      for (let round = 1; !(await startOnce()); round += 1) {
        if (round === STARTS) throw new Error(`the process did not start: ${lines.join('\n')}`);
      }
    },
    killNow: () => signal('SIGKILL'),
    hasEnded: async () => (await running?.exited) ?? null,
    pause: () => signal('SIGSTOP'),
    resume: () => signal('SIGCONT'),
    async terminate() {
      signal('SIGTERM');
      return (await running?.exited) ?? null;
    },
    async stop() {
      signal('SIGKILL');
      await running?.exited;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
