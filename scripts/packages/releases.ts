import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const REPOSITORY = join(import.meta.dirname, '..', '..');
const RELEASES = join(REPOSITORY, '.cache', 'releases');
const MIGRATIONS = 'apps/server/prisma/migrations';
// The first release that serves on a schema newer than its own.
const FIRST_TOLERANT = '^Serve on newer schemas, ';

async function git(...args: string[]): Promise<string | null> {
  try {
    return (await run('git', ['-C', REPOSITORY, ...args])).stdout.trim() || null;
  } catch {
    return null;
  }
}

/** The whole hash of a commit that git knows by any name; null for others. */
export const findCommit = (name: string): Promise<string | null> =>
  git('rev-parse', '--verify', '--quiet', `${name}^{commit}`);

/**
 * The release before: the commit before the newest migration, and none from before releases could serve on newer schemas.
 * `PREVIOUS_RELEASE` names another one. Null where git does not know it, as in a shallow clone.
 */
export async function findPreviousRelease(): Promise<string | null> {
  const named = process.env['PREVIOUS_RELEASE'];
  if (named !== undefined) return findCommit(named);
  const newest = await git('log', '-1', '--diff-filter=A', '--format=%H', '--', MIGRATIONS);
  const before = newest === null ? null : await git('rev-parse', '--verify', '--quiet', `${newest}^`);
  const first = await git('log', '-1', '--format=%H', '-E', `--grep=${FIRST_TOLERANT}`);
  if (before === null || first === null) return first;
  const base = await git('merge-base', first, before);
  return base === first ? before : first;
}

/**
 * The folder of a release with its own dependencies and database client, ready to run. Kept for the next call that asks for
 * the same one.
 */
export async function prepareRelease(commit: string): Promise<string> {
  const dir = join(RELEASES, commit);
  if (!existsSync(dir)) {
    rmSync(RELEASES, { recursive: true, force: true });
    await unpack(commit, dir);
  }
  // Any command of a release brings what the release stands on.
  await run(process.execPath, ['scripts/bootstrap.mjs', 'jobs', '--help'], { cwd: dir });
  return dir;
}

async function unpack(commit: string, dir: string): Promise<void> {
  const unfinished = `${dir}.${process.pid}`;
  mkdirSync(unfinished, { recursive: true });
  const archive = join(unfinished, 'release.tar');
  await run('git', ['-C', REPOSITORY, 'archive', '--output', archive, commit]);
  await run('tar', ['-xf', archive, '-C', unfinished]);
  rmSync(archive);
  renameSync(unfinished, dir);
}

/** The folder with the migrations that a release brings, and their names. */
export const migrationsDirOf = (dir: string): string => join(dir, MIGRATIONS);
export const migrationsOf = (dir: string): string[] => readdirSync(migrationsDirOf(dir)).toSorted();
