import { createHash } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { canReach, findServerUser } from './unprivileged-user.ts';

const SQLITE_BUSY = 5;

/**
 * The data directory when DATA_DIR is not set: `.data` in the repository, or a directory under /var/lib when this process
 * is root and the account that runs Postgres cannot enter the repository.
 */
export function defaultDataDir(repoRoot: string): string {
  const user = findServerUser();
  if (!user || canReach(user, [repoRoot])) return join(repoRoot, '.data');
  const name = createHash('sha256').update(repoRoot).digest('hex').slice(0, 12);
  return join('/var/lib/procurement-intents', name);
}

/** Creates `dir` with its parents. Every user can enter the created directories, whatever the umask is. */
export function makeTraversableDir(dir: string): void {
  const first = mkdirSync(dir, { recursive: true });
  if (first === undefined) return;
  for (let path = dir; path.length >= first.length; path = dirname(path)) chmodSync(path, 0o755);
}

/**
 * Lets the account that runs Postgres pass through `dir` to its own directory, if only root could enter `dir`. Other
 * files in `dir` keep their permissions.
 */
export function allowServerAccess(dir: string): void {
  const made = statSync(dir, { throwIfNoEntry: false });
  const isClosed = made?.uid === 0 && (made.mode & 0o001) === 0;
  if (isClosed && findServerUser()) chmodSync(dir, (made.mode & 0o777) | 0o011);
}

/** Links a data directory under /var/lib as `.data` in the repository, where people and clients expect it. */
export function linkDataDir(repoRoot: string, dataDir: string): void {
  const link = join(repoRoot, '.data');
  if (dataDir !== defaultDataDir(repoRoot) || dataDir === link) return;
  if (lstatSync(link, { throwIfNoEntry: false }) === undefined) symlinkSync(dataDir, link);
}

/**
 * Makes this process the only owner of `dir` until the result is called or the process ends, however it ends.
 *
 * @throws Error naming the owner's pid when another live service holds `dir`.
 */
export function lockDataDir(dir: string): () => void {
  // An open SQLite transaction holds a file lock, which the kernel releases when the process ends. So no lock is ever
  // stale.
  const pidFile = join(dir, 'owner.pid');
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(join(dir, 'owner.lock'));
    lock.exec('BEGIN EXCLUSIVE');
    writeFileSync(pidFile, `${process.pid}\n`);
  } catch (cause) {
    lock?.close();
    if ((cause as { errcode?: number }).errcode !== SQLITE_BUSY) {
      throw new Error(`DATA_DIR ${dir} cannot be written by this user`, { cause });
    }
    throw new Error(`DATA_DIR ${dir} is in use by a running service (pid ${readOwner(pidFile)})`, { cause });
  }
  return () => {
    if (lock.isOpen) lock.close();
  };
}

function readOwner(pidFile: string): string {
  try {
    return readFileSync(pidFile, 'utf8').trim();
  } catch {
    return 'unknown';
  }
}
