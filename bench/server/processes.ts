import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { REPOSITORY } from '../../apps/server/src/config/config.ts';
import { onEnd } from './cleanup.ts';
import type { PeerName } from './peer-list.ts';
import type { Stage } from './stage.ts';

/** A server under test, in a process of its own. */
export interface ServerProcess {
  pid: number;
  port: number;
  stop(): Promise<void>;
}

interface Launch {
  /** Where it starts. Default this repository. */
  repository?: string;
  /** Arguments of Node, from the repository. */
  args: string[];
  env: Record<string, string>;
  isVerbose: boolean;
}

async function launch({ repository = REPOSITORY, args, env, isVerbose }: Launch): Promise<ServerProcess> {
  const child = spawn(process.execPath, args, {
    cwd: repository,
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', ...env },
    // What it logs is written all the same, to nowhere.
    stdio: ['ignore', 'pipe', isVerbose ? 'inherit' : 'ignore'],
  });
  const exited = once(child, 'exit');
  const stop = onEnd(async () => {
    child.kill('SIGTERM');
    const force = setTimeout(() => child.kill('SIGKILL'), 10_000);
    await exited;
    clearTimeout(force);
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const port = /http:\/\/127\.0\.0\.1:([0-9]+)/.exec(line)?.[1];
    if (port === undefined) continue;
    child.stdout.resume();
    return { pid: child.pid ?? 0, port: Number(port), stop };
  }
  throw new Error(`${args.at(-1)} did not start; --verbose shows what it says`);
}

export interface ServiceOptions {
  database: string;
  isVerbose: boolean;
  /** A shop to buy from: then the process has the worker role too, and begins purchases at once. */
  shopUrl?: string | null;
  /** On top of its own. */
  settings?: Record<string, string>;
  /** The folder of another release, ready to run. */
  repository?: string;
}

/** The arguments of Node in the image, and its setting of memory. */
function delivered(repository: string): { args: string[]; env: Record<string, string> } {
  const image = readFileSync(join(repository, 'deploy', 'Dockerfile'), 'utf8');
  const [command = ''] = image.match(/^CMD .*$/m) ?? [];
  const [, ...args] = JSON.parse(command.slice('CMD '.length)) as string[];
  const arenas = /^ENV MALLOC_ARENA_MAX=([0-9]+)$/m.exec(image)?.[1];
  return { args, env: arenas === undefined ? {} : { MALLOC_ARENA_MAX: arenas } };
}

/** The service as delivered, in production mode, behind a proxy on this machine. */
export function startService(
  stage: Stage,
  { database, isVerbose, shopUrl = null, settings = {}, repository = REPOSITORY }: ServiceOptions,
): Promise<ServerProcess> {
  const platforms = ['A', 'B', 'C'].flatMap((letter) => [
    // The API role places no orders: then nobody calls this address.
    [`PLATFORM_${letter}_URL`, shopUrl ?? 'http://127.0.0.1:9'],
    [`PLATFORM_${letter}_TOKEN`, 'bench'],
    [`PLATFORM_${letter}_PRODUCT_URLS`, shopUrl === null ? stage.productPrefix : `${shopUrl}/items/`],
  ]);
  const { args, env: imageEnv } = delivered(repository);
  const env = {
    ...imageEnv,
    ROLES: shopUrl === null ? 'api' : 'api,worker',
    ...(shopUrl !== null && { PROCESSING_GRACE_MS: '0' }),
    PORT: '0',
    PRIVATE_PORT: '0',
    ...(isVerbose && { LOG_LEVEL: 'warn' }),
    DATA_DIR: join(stage.dataDir, 'service'),
    DATABASE_URL: stage.postgres.url(database),
    SECRETS_KEY: stage.secretsKey.toString('base64'),
    TRUSTED_PROXIES: 'loopback',
    // Production asks for one; nothing that is measured shows it.
    PUBLIC_URL: 'https://bench.example',
    SHUTDOWN_DELAY_MS: '0',
    ...(Object.fromEntries(platforms) as Record<string, string>),
    ...settings,
  };
  return launch({ repository, args, env, isVerbose });
}

export function startPeer(
  stage: Stage,
  { name, database, isVerbose }: { name: PeerName; database: string; isVerbose: boolean },
): Promise<ServerProcess> {
  const env = {
    DATABASE_URL: stage.postgres.url(database),
    SECRETS_KEY: stage.secretsKey.toString('base64'),
    PRODUCT_PREFIX: stage.productPrefix,
    ...(isVerbose && { LOG_LEVEL: 'warn' }),
  };
  return launch({ args: [`bench/server/peers/${name}.ts`], env, isVerbose });
}
