import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { REPOSITORY } from '../../src/config/config.ts';
import { freePort } from '../free-port.ts';

// As the image and `npm start` run it.
const NODE_ARGS = ['--max-semi-space-size=8'];

/** A real API process, which can be ended and started again at the same address. */
export interface ApiProcess {
  port: number;
  privatePort: number;
  /** The process id while it runs. */
  pid(): number;
  start(): Promise<void>;
  /** Asks it to end, and gives its exit code. */
  terminate(): Promise<number | null>;
  /** Ends it whatever it does. */
  kill(): Promise<void>;
  /** The log of the process that was started last, once it has ended. */
  said(): Promise<string>;
  /** What the process that was started last has printed so far. */
  printed(): string;
}

/** Prepares a process with these settings, and options of Node, beside its own ports; `start` starts it. */
export async function createApiProcess(
  settings: Record<string, string>,
  nodeArgs: readonly string[] = [],
): Promise<ApiProcess> {
  const port = await freePort();
  const privatePort = await freePort();
  const dataDir = mkdtempSync(join(tmpdir(), 'procurement-api-'));
  const env = {
    PATH: process.env['PATH'],
    ROLES: 'api',
    PORT: String(port),
    PRIVATE_PORT: String(privatePort),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    ...settings,
  };
  let running: ReturnType<typeof launch> | null = null;
  let said: Promise<string> = Promise.resolve('');
  let printed = '';

  function launch() {
    const main = join(REPOSITORY, 'apps/server/src/main.ts');
    const args = [...NODE_ARGS, ...nodeArgs, main];
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    printed = '';
    const screen = new Promise<true>((resolve) => {
      child.stdout.on('data', (text: Buffer) => {
        printed += text.toString();
        if (printed.includes('Stop: Ctrl-C')) resolve(true);
      });
    });
    const exited = once(child, 'exit').then(([code]) => code as number | null);
    return { child, exited, screen, said: text(child.stderr) };
  }

  return {
    port,
    privatePort,
    pid() {
      const pid = running?.child.pid;
      if (pid === undefined) throw new Error('the process does not run');
      return pid;
    },
    async start() {
      const started = launch();
      running = started;
      said = started.said;
      // The start screen comes once the port is open.
      const isUp = await Promise.race([started.screen, started.exited.then(() => null)]);
      if (isUp === null) throw new Error(`the process did not start: ${await started.said}`);
    },
    async terminate() {
      const ending = running;
      running = null;
      ending?.child.kill('SIGTERM');
      return (await ending?.exited) ?? null;
    },
    async kill() {
      running?.child.kill('SIGKILL');
      await running?.exited;
      rmSync(dataDir, { recursive: true, force: true });
    },
    said: () => said,
    printed: () => printed,
  };
}
