import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import IMAGE_NODE_ARGS from '../../../../deploy/node-args.json' with { type: 'json' };
import { REPOSITORY } from '../../src/config/config.ts';
import { COMPILE_CACHE } from './compile-cache.ts';
import { freePort } from './free-port.ts';

/** One process of the service, which can die in every way and start again at the same ports. */
export interface ServiceProcess {
  port: number;
  privatePort: number;
  /** The last lines of its log, across all its starts. */
  log(): string[];
  /** What the process that was started last has printed so far. */
  printed(): string;
  /** The process id while it runs. */
  pid(): number;
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

// The start screen comes once the work has begun.
const LAST_WORDS_OF_SCREEN = 'Stop: Ctrl-C';
const KEPT_LINES = 400;
// Whoever runs the service starts it again; on a busy machine a start can meet a database that is late.
const STARTS = 3;

/**
 * Prepares a process with these settings beside its own ports; `start` starts it. `nodeArgs` go to Node itself;
 * `repository` holds the release to run, by default this one.
 */
export async function createServiceProcess(
  settings: Record<string, string>,
  nodeArgs: readonly string[] = [],
  repository: string = REPOSITORY,
): Promise<ServiceProcess> {
  const port = await freePort();
  const privatePort = await freePort();
  const dataDir = mkdtempSync(join(tmpdir(), 'procurement-process-'));
  const env: NodeJS.ProcessEnv = {
    PATH: process.env['PATH'],
    PORT: String(port),
    PRIVATE_PORT: String(privatePort),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    ...COMPILE_CACHE,
    ...settings,
  };
  const lines: string[] = [];
  let running: { child: ChildProcess; exited: Promise<number | null> } | null = null;
  let printed = '';

  /** Whether it has come up. */
  async function startOnce(): Promise<boolean> {
    const main = join(repository, 'apps/server/src/main.ts');
    const child = spawn(process.execPath, [...IMAGE_NODE_ARGS, ...nodeArgs, main], {
      env,
      // The channel ends it with the test, however that ends.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    const [, stdout, stderr] = child.stdio as unknown as [null, Readable, Readable];
    stderr.on('data', (chunk: Buffer) => {
      lines.push(...chunk.toString().split('\n').filter(Boolean));
      lines.splice(0, lines.length - KEPT_LINES);
    });
    printed = '';
    const screen = new Promise<true>((resolve) => {
      stdout.on('data', (chunk: Buffer) => {
        printed += chunk.toString();
        if (printed.includes(LAST_WORDS_OF_SCREEN)) resolve(true);
      });
    });
    const exited = once(child, 'exit').then(([code]) => code as number | null);
    running = { child, exited };
    return Promise.race([screen, exited.then(() => false)]);
  }
  const signal = (name: NodeJS.Signals): void => void running?.child.kill(name);

  return {
    port,
    privatePort,
    log: () => lines,
    printed: () => printed,
    pid() {
      if (running?.child.pid === undefined) throw new Error('the process does not run');
      return running.child.pid;
    },
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
