import { dirname, join } from 'node:path';
import { type Config, dataFiles, REPOSITORY } from './config/config.ts';
import { allowServerAccess, linkDataDir } from './postgres/embedded/data-dir.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './postgres/embedded/embedded-postgres.ts';
import { readFileIfExists, writePrivateFile } from './sealing/private-files.ts';
import { awaitSchema } from './postgres/migrations/await-schema.ts';
import { JOB_SCHEMA, migrateJobSchema } from './queue/job-schema.ts';
import { ensureDatabase, migrateDatabase } from './postgres/migrations/migrate.ts';

export const MIGRATIONS_DIR = join(dirname(import.meta.dirname), 'prisma', 'migrations');
const EMBEDDED_DATABASE = 'procurement';

// Longer than the index builds of most migrations. A process that gives up is restarted and waits again.
const SCHEMA_WAIT_MS = 600_000;

export interface OpenedDatabase {
  url: string;
  embedded: EmbeddedPostgres | null;
  /** Whether the queue may migrate its own schema: the role of `url` owns it, or it needs no migration. */
  canQueueMigrate: boolean;
}

export interface OpenReports {
  /** Log lines of the embedded Postgres. */
  postgres: (line: string) => void;
  /** What a migration waits for. */
  migration: (line: string) => void;
  /** The current step, for `/readyz`. */
  phase: (phase: string) => void;
}

/** Opens the configured Postgres, or starts the embedded one, and ensures the schema of this release or a newer one. */
export async function openConfiguredDatabase(config: Config, report: OpenReports): Promise<OpenedDatabase> {
  if (config.databaseUrl !== null) return openServer(config, config.databaseUrl, report);
  const files = dataFiles(config.dataDir);
  allowServerAccess(config.dataDir);
  const embedded = await startEmbeddedPostgres({ dir: files.postgres, log: report.postgres });
  try {
    await ensureDatabase(embedded.url(), EMBEDDED_DATABASE);
    const url = embedded.url(EMBEDDED_DATABASE);
    report.phase('migrating');
    await migrateDatabase(url, MIGRATIONS_DIR, { report: report.migration });
    linkDataDir(REPOSITORY, config.dataDir);
    // The command line finds the database of the running service by this file.
    writePrivateFile(files.databaseUrl, `${url}\n`);
    return { url, embedded, canQueueMigrate: true };
  } catch (error) {
    await embedded.stop();
    throw error;
  }
}

async function openServer(
  config: Config,
  url: string,
  { migration, phase }: OpenReports,
): Promise<OpenedDatabase> {
  if (config.isMigratingOnStart) {
    const owner = config.migrateDatabaseUrl ?? url;
    phase('migrating');
    if (owner === url) {
      await migrateDatabase(url, MIGRATIONS_DIR, { report: migration });
      return { url, embedded: null, canQueueMigrate: true };
    }
    await migrateSchema(owner, migration);
  }
  phase('waiting for the schema of this release');
  const jobSchema = await awaitSchema(url, MIGRATIONS_DIR, { queue: JOB_SCHEMA, timeoutMs: SCHEMA_WAIT_MS });
  // A queue that may not migrate refuses all schema versions but its own; one that may leaves a newer one unchanged.
  return { url, embedded: null, canQueueMigrate: jobSchema > JOB_SCHEMA.version };
}

/**
 * Migrates tables and queue to the schema of this release, as a role that owns them.
 *
 * @returns the migrations that this call applied.
 */
export async function migrateSchema(ownerUrl: string, report: (line: string) => void): Promise<string[]> {
  const applied = await migrateDatabase(ownerUrl, MIGRATIONS_DIR, { report });
  await migrateJobSchema(ownerUrl);
  return applied;
}

/** The database that a command line uses: the configured one, else that of the running service. */
export function findRunningDatabase(config: Pick<Config, 'databaseUrl' | 'dataDir'>): string | null {
  return config.databaseUrl ?? readFileIfExists(dataFiles(config.dataDir).databaseUrl)?.trim() ?? null;
}
