import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { preparePostgresBinaries } from './postgres-binaries.ts';
import { canReach, findServerUser } from './unprivileged-user.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';
import type { SystemUser } from './unprivileged-user.ts';

/** An initialised data directory, with the programs and options to run Postgres on it. */
export interface PostgresCluster {
  binDir: string;
  dataDir: string;
  password: string;
  /** Options of `spawn` for Postgres programs. */
  process: { uid?: number; gid?: number; cwd: string; env: NodeJS.ProcessEnv };
}

/**
 * Opens the Postgres data directory in `dir`. The first call creates it with a new password. The caller must hold the lock
 * of `dir`.
 *
 * @throws Error when the account that runs Postgres cannot enter `dir`, or when another major version created the data.
 */
export async function openPostgresCluster(dir: string): Promise<PostgresCluster> {
  const dataDir = join(dir, 'data');
  const user = findDataUser(dataDir);
  if (!canReach(user, [dir])) {
    throw new Error(
      `DATA_DIR ${dir} cannot be reached by uid ${user?.uid}, which runs Postgres because root may not; ` +
        'choose a directory outside private ones such as /root',
    );
  }
  const binaries = await preparePostgresBinaries(dir, user);
  const cluster = {
    binDir: binaries.binDir,
    dataDir,
    process: { ...user, cwd: '/', env: { PATH: '/usr/bin:/bin', TZ: 'UTC', LC_ALL: 'C' } },
  };
  const passwordFile = join(dir, 'password');
  if (existsSync(join(dataDir, 'PG_VERSION'))) checkMajor(dataDir, binaries);
  else await initialise(cluster, passwordFile, user);
  return { ...cluster, password: readPassword(passwordFile) };
}

/** The owner of existing data, because Postgres requires to run as the owner of its directory. */
function findDataUser(dataDir: string): SystemUser | undefined {
  const user = findServerUser();
  const owner = user && statSync(dataDir, { throwIfNoEntry: false });
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : user;
}

function checkMajor(dataDir: string, { major }: PostgresBinaries): void {
  const found = readFileSync(join(dataDir, 'PG_VERSION'), 'utf8').trim();
  if (found === String(major)) return;
  throw new Error(
    `the data in ${dataDir} was made by Postgres ${found}, but this release runs Postgres ${major}; ` +
      'dump it with the earlier release and load it into an empty DATA_DIR, or set DATABASE_URL',
  );
}

async function initialise(
  cluster: Omit<PostgresCluster, 'password'>,
  passwordFile: string,
  user: SystemUser | undefined,
): Promise<void> {
  const unfinished = `${cluster.dataDir}.unfinished`;
  for (const path of [unfinished, passwordFile]) rmSync(path, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  writeFileSync(passwordFile, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600, flush: true });
  if (user) for (const path of [unfinished, passwordFile]) chownSync(path, user.uid, user.gid);

  const access = ['-U', 'postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
  const content = ['--encoding=UTF8', '--locale=C', '--no-instructions'];
  // Syncing can take seconds. Only a power loss right after the first start could damage the new directory, which holds no
  // data yet. The server itself syncs always.
  const args = ['-D', unfinished, ...access, ...content, '--no-sync'];
  try {
    await promisify(execFile)(join(cluster.binDir, 'initdb'), args, cluster.process);
  } catch (cause) {
    const { stderr, message } = cause as Error & { stderr?: string };
    throw new Error(
      `the embedded Postgres cannot be set up (DATABASE_URL names another one): ${stderr || message}`,
      {
        cause,
      },
    );
  }
  renameSync(unfinished, cluster.dataDir);
}

function readPassword(passwordFile: string): string {
  const password = existsSync(passwordFile) ? readFileSync(passwordFile, 'utf8').trim() : '';
  if (password === '') throw new Error(`the password of the embedded Postgres is missing: ${passwordFile}`);
  return password;
}
