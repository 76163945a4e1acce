import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { findProgram } from './find-program.ts';
import { freePort } from './free-port.ts';

/** The PgBouncer of this machine, as {@link findProgram} finds it. */
export const findPgbouncer = (): string | null =>
  findProgram(['pgbouncer'], ['pgbouncer'], 'connections over PgBouncer');

export interface Pgbouncer {
  /** The database's address, by way of the pooler. */
  url: string;
  stop(): Promise<void>;
}

/** Puts PgBouncer before a database, with its own defaults beside `settings`. */
export async function startPgbouncer(
  program: string,
  databaseUrl: string,
  settings: Record<string, string> = {},
): Promise<Pgbouncer> {
  const target = new URL(databaseUrl);
  const port = await freePort();
  const dir = mkdtempSync(join(tmpdir(), 'procurement-pgbouncer-'));
  const password = decodeURIComponent(target.password);
  const lines = {
    listen_addr: '127.0.0.1',
    listen_port: String(port),
    auth_file: join(dir, 'users.txt'),
    unix_socket_dir: '',
    ...settings,
  };
  writeFileSync(lines.auth_file, `"${target.username}" "${password}"\n`);
  writeFileSync(
    join(dir, 'pgbouncer.ini'),
    [
      `[databases]\n* = host=${target.hostname} port=${target.port}\n[pgbouncer]`,
      ...Object.entries(lines).map(([name, value]) => `${name} = ${value}`),
    ].join('\n'),
  );
  for (const path of [dir, lines.auth_file]) chmodSync(path, 0o755);
  // It refuses to run as root.
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn(program, [...user, join(dir, 'pgbouncer.ini')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = once(child, 'exit');
  for await (const line of createInterface({ input: child.stderr })) {
    if (line.includes('process up')) break;
  }
  child.stderr.resume();
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return {
    url: url.href,
    async stop() {
      child.kill('SIGKILL');
      await exited;
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
