import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const LOCK_POLL_MS = 200;
// No install takes this long; an older lock was left by a crash, and its pid now belongs to another process.
const LOCK_STALE_MS = 15 * 60_000;
// A process signs its lock less than a millisecond after it creates the directory.
const UNSIGNED_STALE_MS = 5_000;

/**
 * Installs the dependencies when node_modules differs from the lockfile, and generates the database client when its
 * schema changed. Takes a few milliseconds when both are up to date; concurrent calls wait for each other.
 *
 * @param {string} root
 * @param {{ env: NodeJS.ProcessEnv, needsClient: boolean, needsConsole?: boolean }} options
 */
export async function prepareWorkspace(root, { env, needsClient, needsConsole = false }) {
  const isClientReady = () => !needsClient || isClientCurrent(root);
  const isConsoleReady = () => !needsConsole || isConsoleCurrent(root);
  if (isInstalled(root) && isClientReady() && isConsoleReady()) return;
  await withLock(join(root, '.cache', 'bootstrap.lock'), async () => {
    if (!isInstalled(root)) await install(root, env);
    if (!isClientReady()) await generateClient(root, env);
    if (!isConsoleReady()) await buildConsole(root, env);
  });
}

/**
 * The directory of the pinned pnpm, which turbo and the packaging checks need on PATH.
 *
 * @param {string} root
 * @param {NodeJS.ProcessEnv} env
 */
export async function findPnpmDir(root, env) {
  const version = readPnpmVersion(root);
  const note = join(root, 'node_modules', '.cache', `pnpm-${version}`);
  const known = readText(note);
  if (known && existsSync(join(known, 'pnpm'))) return known;
  const output = await runQuietly('npx', ['--yes', `--package=pnpm@${version}`, '-c', 'command -v pnpm'], {
    root,
    env,
  });
  const dir = dirname(output.trim().split('\n').pop());
  writeNote(note, dir);
  return dir;
}

function isInstalled(root) {
  const wanted = readText(join(root, 'pnpm-lock.yaml'));
  const installed = readText(join(root, 'node_modules', '.pnpm', 'lock.yaml'));
  const isWhole =
    !existsSync(unfinishedInstall(root)) && existsSync(join(root, 'node_modules', '.bin', 'node'));
  return wanted !== undefined && wanted === installed && isWhole;
}

/** Exists while an install runs, and after an install that was killed. */
function unfinishedInstall(root) {
  return join(root, '.cache', 'install-unfinished');
}

async function install(root, env) {
  console.error('Installing dependencies (first start)…');
  writeNote(unfinishedInstall(root), '');
  const args = ['--yes', `pnpm@${readPnpmVersion(root)}`, 'install', '--frozen-lockfile'];
  // CI: pnpm asks no questions. Every command needs the development dependencies, also in production.
  const installEnv = { ...env, CI: 'true', NODE_ENV: 'development' };
  await runQuietly('npx', args, { root, env: installEnv });
  if (!existsSync(join(root, 'node_modules', '.bin', 'node'))) {
    throw new Error(
      'the pinned Node was not installed: its package fetches the program with npm, which must be on PATH; ' +
        'put npm on PATH, delete node_modules and try again',
    );
  }
  rmSync(unfinishedInstall(root));
}

function isClientCurrent(root) {
  return existsSync(clientFile(root)) && readText(clientNote(root)) === clientFingerprint(root);
}

async function generateClient(root, env) {
  // Only the file proves success: the program exits with 0 after some failures. The whole directory is deleted,
  // because the generator refuses a directory that it wrote only partly.
  rmSync(dirname(clientFile(root)), { recursive: true, force: true });
  const node = join(root, 'node_modules', '.bin', 'node');
  const server = join(root, 'apps', 'server');
  const output = await runQuietly(
    node,
    [join(server, 'node_modules', 'prisma', 'build', 'index.js'), 'generate'],
    {
      root: server,
      // Any existing file works: it is not run, and with it Prisma downloads no engine.
      env: { ...env, PRISMA_SCHEMA_ENGINE_BINARY: node },
    },
  );
  if (!existsSync(clientFile(root))) throw new Error(`the database client was not generated:\n${output}`);
  writeNote(clientNote(root), clientFingerprint(root));
}

function clientFile(root) {
  return join(root, 'apps', 'server', 'src', 'generated', 'prisma', 'client.ts');
}

function clientNote(root) {
  return join(root, 'node_modules', '.cache', 'prisma-client');
}

function clientFingerprint(root) {
  const server = join(root, 'apps', 'server');
  const inputs = ['prisma/schema.prisma', 'prisma.config.ts', 'node_modules/prisma/package.json'];
  const hash = createHash('sha256');
  for (const input of inputs) hash.update(readText(join(server, input)) ?? '');
  return hash.digest('hex');
}

const CONSOLE = ['apps', 'console'];
/** What the console is built of. */
const CONSOLE_SOURCES = ['apps/console', 'packages/contract/src', 'packages/domain/src'];

function consoleNote(root) {
  return join(root, ...CONSOLE, 'dist', '.sources');
}

/** Whether the console was built of these files. Reads their sizes and times alone: some milliseconds. */
function isConsoleCurrent(root) {
  return readText(consoleNote(root)) === consoleFingerprint(root);
}

function consoleFingerprint(root) {
  const hash = createHash('sha256');
  for (const file of CONSOLE_SOURCES.flatMap((source) => filesBelow(root, source))) {
    const made = statSync(join(root, file), { throwIfNoEntry: false });
    if (made?.isFile()) hash.update(`${file} ${made.size} ${made.mtimeMs}\n`);
  }
  return hash.update(readText(join(root, 'pnpm-lock.yaml')) ?? '').digest('hex');
}

/**
 * The files of a folder and those below it, in an order of their own, without tests and what is built or installed. Those
 * folders are not read: each start would look through twelve thousand files.
 *
 * @param {string} root
 * @param {string} folder
 * @returns {string[]}
 */
function filesBelow(root, folder) {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules' && name !== 'dist' && !name.endsWith('.test.ts'))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesBelow(root, path) : [path];
    })
    .sort();
}

async function buildConsole(root, env) {
  const app = join(root, ...CONSOLE);
  const vite = join(app, 'node_modules', 'vite', 'bin', 'vite.js');
  console.error('Building the console (once)…');
  const fingerprint = consoleFingerprint(root);
  await runQuietly(join(root, 'node_modules', '.bin', 'node'), [vite, 'build'], {
    root: app,
    env: { ...env, NODE_ENV: 'production' },
  });
  writeNote(consoleNote(root), fingerprint);
}

function readPnpmVersion(root) {
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return packageManager.replace(/^pnpm@/, '').replace(/\+.*$/, '');
}

function readText(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function writeNote(file, text) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Runs a program and resolves to its output; throws with the output on failure. The program ends with this process. */
async function runQuietly(file, args, { root, env }) {
  // A separate process group: npx starts other programs, and a signal must end all of them.
  const child = spawn(file, args, { cwd: root, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const stop = (signal, number) => {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
    process.exit(128 + number);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, stop);
  let stdout = '';
  let all = '';
  child.stdout.on('data', (chunk) => ((stdout += chunk), (all += chunk)));
  child.stderr.on('data', (chunk) => (all += chunk));
  try {
    await new Promise((resolve, reject) => {
      child.once('error', (error) => reject(new Error(explainSpawnError(file, error))));
      child.once('close', (code, signal) => {
        if (code === 0) resolve();
        else reject(new Error(`${all.trimEnd()}\n${[file, ...args].join(' ')} failed (${signal ?? code})`));
      });
    });
  } finally {
    for (const signal of signals) process.off(signal, stop);
  }
  return stdout;
}

function explainSpawnError(file, error) {
  if (error.code !== 'ENOENT' || file !== 'npx') return `${file} cannot be run: ${error.message}`;
  return 'npx was not found on PATH; it comes with npm and is needed to install the dependencies';
}

/**
 * Runs `work` while holding the lock directory. Takes over a lock whose process died.
 *
 * @template T
 * @param {string} lock
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(lock, work) {
  mkdirSync(dirname(lock), { recursive: true });
  for (let tries = 0; !tryLock(lock); tries += 1) {
    if (tries === 1) console.error('Waiting for another start to finish its preparations…');
    await delay(LOCK_POLL_MS);
  }
  const release = () => rmSync(lock, { recursive: true, force: true });
  process.on('exit', release);
  try {
    return await work();
  } finally {
    process.off('exit', release);
    release();
  }
}

function tryLock(lock) {
  if (isStale(lock)) {
    // Only one process can rename the directory. If two deleted it instead, the second could delete the new lock of
    // the first.
    const grave = `${lock}.${process.pid}`;
    try {
      renameSync(lock, grave);
    } catch {
      return false;
    }
    if (!isStale(grave)) {
      renameSync(grave, lock); // another took it over between our look and our move: give it back
      return false;
    }
    rmSync(grave, { recursive: true, force: true });
  }
  try {
    mkdirSync(lock);
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
  writeFileSync(join(lock, 'pid'), String(process.pid));
  return true;
}

function isStale(lock) {
  const made = statSync(lock, { throwIfNoEntry: false });
  if (!made) return false;
  const pid = Number(readText(join(lock, 'pid')));
  const ageMs = Date.now() - made.mtimeMs;
  if (!pid) return ageMs > UNSIGNED_STALE_MS;
  return ageMs > LOCK_STALE_MS || !isAlive(pid);
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
