import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { findProgram } from './find-program.ts';
import { freePort } from './free-port.ts';

const PROGRAMS = ['valkey-server', 'redis-server'];
const PACKAGES = ['valkey-server', 'redis-server'];

/**
 * A Redis or Valkey program of this machine. Where there is none, root on Debian installs its package; where that
 * cannot be, the result is null and a line on stderr says what is not tested.
 */
export function findRedisServer(): string | null {
  return findProgram(PROGRAMS, PACKAGES, 'rate limits over Redis');
}

export interface RedisServer {
  url: string;
  /** Ends it at once, as a crash would. */
  kill(): Promise<void>;
  /** It stands still: it takes connections and bytes, and answers nothing. */
  freeze(): void;
  thaw(): void;
}

/** Starts the program on 127.0.0.1, without persistence, and waits until it takes connections. */
export async function startRedisServer(
  program: string,
  port?: number,
): Promise<RedisServer & { port: number }> {
  const dir = mkdtempSync(join(tmpdir(), 'procurement-redis-'));
  const own = port ?? (await freePort());
  const args = [
    '--port',
    String(own),
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--appendonly',
    'no',
    '--dir',
    dir,
  ];
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.includes('Ready to accept connections')) break;
  }
  child.stdout.resume();
  return {
    url: `redis://127.0.0.1:${own}`,
    port: own,
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    async kill() {
      child.kill('SIGKILL');
      await exited;
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
