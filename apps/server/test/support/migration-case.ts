import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { inject, onTestFinished } from 'vitest';
import { migrateDatabase, type MigrationOptions } from '../../src/postgres/migrations/migrate.ts';

/** An empty database and a folder of migrations, for one test. */
export interface MigrationCase {
  url: string;
  dir: string;
  write(name: string, sql: string): void;
  migrate(options?: MigrationOptions): Promise<string[]>;
  /** Opens a session of its own. */
  connect(): Promise<Client>;
  query(text: string): Promise<unknown[][]>;
}

export async function createMigrationCase(): Promise<MigrationCase> {
  const name = `migrations_${randomBytes(6).toString('hex')}`;
  const admin = new Client({ connectionString: inject('adminUrl') });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name}`);
  const url = new URL(inject('adminUrl'));
  url.pathname = `/${name}`;
  const dir = mkdtempSync(join(tmpdir(), 'migration-case-'));
  onTestFinished(async () => {
    await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await admin.end();
    rmSync(dir, { recursive: true });
  });
  async function connect(): Promise<Client> {
    const client = new Client({ connectionString: url.href });
    client.on('error', () => undefined);
    await client.connect();
    onTestFinished(() => client.end());
    return client;
  }
  const client = await connect();
  return {
    url: url.href,
    dir,
    write(migration, sql) {
      mkdirSync(join(dir, migration), { recursive: true });
      writeFileSync(join(dir, migration, 'migration.sql'), sql);
    },
    migrate: (options) => migrateDatabase(url.href, dir, options),
    connect,
    query: async (text) => (await client.query({ text, rowMode: 'array' })).rows as unknown[][],
  };
}
