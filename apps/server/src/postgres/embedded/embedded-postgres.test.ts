import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { canReach, findServerUser } from './unprivileged-user.ts';
import type { SystemUser } from './unprivileged-user.ts';

const isRoot = process.getuid?.() === 0;
const NOBODY = { uid: 65534, gid: 65534 };

/** A service in a process of its own: starts Postgres, prints where, and stays. */
const SERVICE = `
  import { startEmbeddedPostgres } from ${JSON.stringify(new URL('embedded-postgres.ts', import.meta.url).href)};
  const postgres = await startEmbeddedPostgres({ dir: process.argv[1], log() {} });
  process.on('SIGINT', () => console.log('interrupted'));
  process.on('SIGTERM', () => process.exit(0));
  console.log(JSON.stringify({ postmaster: postgres.pid, url: postgres.url() }));
  setInterval(() => {}, 1_000);
`;

async function startService(dir: string, user?: SystemUser) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', SERVICE, dir], {
    ...user,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const failed = once(child, 'exit').then(() => Promise.reject(new Error('the service did not start')));
  failed.catch(() => {});
  const [line] = (await Promise.race([once(child.stdout, 'data'), failed])) as [Buffer];
  return { child, pid: child.pid!, ...(JSON.parse(String(line)) as { postmaster: number; url: string }) };
}

async function killHard(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query({ text, rowMode: 'array' })).rows.flat();
  } finally {
    await client.end();
  }
}

function makeDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'embedded-postgres-'));
  chmodSync(dir, 0o755);
  return dir;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  // Under a first process that reaps nothing, a killed one keeps its number.
  const status = `/proc/${pid}/status`;
  return !existsSync(status) || !/^State:\s+Z/m.test(readFileSync(status, 'utf8'));
}

describe('startEmbeddedPostgres', () => {
  // One directory for all: whatever a test does to it, the next start must cope.
  const dir = makeDir();
  const lines: string[] = [];
  const start = () => startEmbeddedPostgres({ dir, log: (line) => lines.push(line) });

  beforeAll(async () => {
    const postgres = await start();
    await query(postgres.url(), 'CREATE TABLE kept (n int)');
    await postgres.stop();
  });
  afterAll(() => rmSync(dir, { recursive: true, force: true }));

  test('serves Postgres 18 on loopback alone, to those who know the password', async () => {
    const postgres = await startEmbeddedPostgres({ dir, settings: { max_connections: '17' }, log: () => {} });
    onTestFinished(() => postgres.stop());
    const settings = [
      'server_version',
      'listen_addresses',
      'unix_socket_directories',
      'max_connections',
      'fsync',
    ];
    const shown = await query(
      postgres.url(),
      `SELECT ${settings.map((name) => `current_setting('${name}')`).join()}`,
    );
    expect(shown).toEqual([expect.stringMatching(/^18\./), '127.0.0.1', '', '17', 'on']);

    const wrong = new URL(postgres.url());
    wrong.password = 'guess';
    await expect(query(wrong.href, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
  });

  test('keeps the password in a private file and out of the log', async () => {
    const postgres = await start();
    await postgres.stop();
    const { password } = new URL(postgres.url());
    expect(password.length).toBeGreaterThanOrEqual(32);
    expect(statSync(join(dir, 'password')).mode & 0o777).toBe(0o600);
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.join('\n')).not.toContain(password);
  });

  test('stops at once, even with a session open, and starts again with its data', async () => {
    const first = await start();
    const client = new Client({ connectionString: first.url() });
    client.on('error', () => {});
    await client.connect();
    await client.query('INSERT INTO kept VALUES (1)');
    await Promise.all([first.stop(), first.stop()]);
    expect(await first.exited).toEqual({ code: 0, signal: null });

    const second = await start();
    onTestFinished(() => second.stop());
    expect(await query(second.url(), 'SELECT count(*) FROM kept WHERE n = 1')).toEqual(['1']);
  });

  test('refuses a directory that a live service holds, and leaves that service alone', async () => {
    const service = await startService(dir);
    await expect(start()).rejects.toThrow(
      `DATA_DIR ${dir} is in use by a running service (pid ${service.pid})`,
    );
    expect(await query(service.url, 'SELECT 1')).toEqual([1]);
    await killHard(service.child);
  });

  test('refuses a second start within one process', async () => {
    const postgres = await start();
    onTestFinished(() => postgres.stop());
    await expect(start()).rejects.toThrow('is in use by a running service');
    expect(await query(postgres.url(), 'SELECT 1')).toEqual([1]);
  });

  test('takes over from a service that was killed, ending the Postgres it left', async () => {
    const service = await startService(dir);
    await query(service.url, 'INSERT INTO kept VALUES (2)');
    await killHard(service.child);
    expect(isRunning(service.postmaster)).toBe(true);

    const postgres = await start();
    onTestFinished(() => postgres.stop());
    expect(isRunning(service.postmaster)).toBe(false);
    expect(await query(postgres.url(), 'SELECT count(*) FROM kept WHERE n = 2')).toEqual(['1']);
  });

  test('tells when the server was killed, and starts again with what was committed', async () => {
    const killed = await start();
    await query(killed.url(), 'INSERT INTO kept VALUES (3)');
    process.kill(killed.pid, 'SIGKILL');
    expect(await killed.exited).toEqual({ code: null, signal: 'SIGKILL' });

    const postgres = await start();
    onTestFinished(() => postgres.stop());
    expect(await query(postgres.url(), 'SELECT count(*) FROM kept WHERE n = 3')).toEqual(['1']);
  });

  test('starts when everything was killed and the note names an unrelated process', async () => {
    const service = await startService(dir);
    await killHard(service.child);
    process.kill(service.postmaster, 'SIGKILL');
    await vi.waitFor(() => expect(isRunning(service.postmaster)).toBe(false));
    // Of the same account, else Postgres itself would not take it for a postmaster.
    const unrelated = spawn('sleep', ['60'], { ...findServerUser(), stdio: 'ignore' });
    onTestFinished(() => void unrelated.kill());
    const note = join(dir, 'data', 'postmaster.pid');
    writeFileSync(note, readFileSync(note, 'utf8').replace(/^\d+/, String(unrelated.pid)));

    const postgres = await start();
    onTestFinished(() => postgres.stop());
    expect(await query(postgres.url(), 'SELECT 1')).toEqual([1]);
    expect(unrelated.exitCode).toBeNull();
  });

  test('is not interrupted by the Ctrl-C that reaches the service', async () => {
    const service = await startService(dir);
    process.kill(-service.pid, 'SIGINT');
    const [line] = (await once(service.child.stdout, 'data')) as [Buffer];
    expect(String(line)).toBe('interrupted\n');
    expect(await query(service.url, 'SELECT 1')).toEqual([1]);
    await killHard(service.child);
  });

  test('ends with a service that exits without stopping it', async () => {
    const service = await startService(dir);
    service.child.kill('SIGTERM');
    await vi.waitFor(() => expect(isRunning(service.postmaster)).toBe(false), { timeout: 5_000 });
  });

  test('refuses data of another major version by name, and lets go of the directory', async () => {
    const versionFile = join(dir, 'data', 'PG_VERSION');
    writeFileSync(versionFile, '17\n');
    await expect(start()).rejects.toThrow(/was made by Postgres 17, but this release runs Postgres 18/);
    writeFileSync(versionFile, '18\n');
    await (await start()).stop();
  });

  test('says what Postgres says when it does not start', async () => {
    const settings = { shared_buffers: 'plenty' };
    await expect(startEmbeddedPostgres({ dir, settings, log: () => {} })).rejects.toThrow(
      /did not start: .*invalid value for parameter "shared_buffers"/s,
    );
  });
});

describe.runIf(isRoot)('as root', () => {
  test('refuses a directory that the account of Postgres cannot reach', async () => {
    const parent = mkdtempSync(join(tmpdir(), 'embedded-postgres-'));
    onTestFinished(() => rmSync(parent, { recursive: true }));
    const start = startEmbeddedPostgres({ dir: join(parent, 'data'), log: () => {} });
    await expect(start).rejects.toThrow(
      /cannot be reached by uid \d+, which runs Postgres because root may not/,
    );
  });

  const canRunNode = isRoot && canReach(NOBODY, [process.execPath]);
  test.runIf(canRunNode)(
    'needs no root: an ordinary user has the same, and root goes on with that data',
    async () => {
      const dir = makeDir();
      onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
      chownSync(dir, NOBODY.uid, NOBODY.gid);
      const service = await startService(dir, NOBODY);
      await query(service.url, 'CREATE TABLE mine (n int)');
      expect(statSync(join(dir, 'data')).uid).toBe(NOBODY.uid);
      await killHard(service.child);

      const postgres = await startEmbeddedPostgres({ dir, log: () => {} });
      onTestFinished(() => postgres.stop());
      expect(await query(postgres.url(), 'SELECT count(*) FROM mine')).toEqual(['0']);
    },
  );
});
