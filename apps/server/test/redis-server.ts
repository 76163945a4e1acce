import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from './free-port.ts';

const PROGRAMS = ['valkey-server', 'redis-server'];
const PACKAGES = ['valkey-server', 'redis-server'];
const INSTALL_TIMEOUT_MS = 90_000;

const find = (): string | undefined =>
  PROGRAMS.find((program) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0);

/**
 * A Redis or Valkey program of this machine. Where there is none, root on Debian installs its package; where that
 * cannot be, the result is null and a line on stderr says what is not tested.
 */
export function findRedisServer(): string | null {
  const known = find() ?? install();
  if (known === undefined) {
    process.stderr.write(
      '\nSKIPPED: rate limits over Redis. Install redis-server or valkey-server to test them.\n\n',
    );
  }
  return known ?? null;
}

function install(): string | undefined {
  if (process.getuid?.() !== 0 || spawnSync('sh', ['-c', 'command -v apt-get']).status !== 0)
    return undefined;
  const apt = (...args: string[]): boolean =>
    spawnSync('apt-get', ['-y', '-qq', ...args], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
      stdio: 'ignore',
      timeout: INSTALL_TIMEOUT_MS,
    }).status === 0;
  for (const isFresh of [false, true]) {
    if (isFresh && !apt('update')) return undefined;
    for (const name of PACKAGES) {
      if (apt('install', '--no-install-recommends', name)) return find();
    }
  }
  return undefined;
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
