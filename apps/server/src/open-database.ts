import { dirname, join } from 'node:path';
import { type Config, dataFiles, REPOSITORY } from './config.ts';
import { letServerPass, linkDataDir } from './infra/data-dir.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './infra/embedded-postgres.ts';
import { keptKey, readFileIfAny, writeOwnersFile } from './infra/kept-secret.ts';
import { ensureDatabase, migrateDatabase } from './infra/migrate.ts';
import { createSecretBox, type SecretBox } from './infra/secret-box.ts';
import { createRecipientBox, deriveDataKey, type RecipientBox } from './intents/recipient-box.ts';

export const MIGRATIONS_DIR = join(dirname(import.meta.dirname), 'prisma', 'migrations');
const EMBEDDED_DATABASE = 'procurement';

export interface OpenedDatabase {
  url: string;
  embedded: EmbeddedPostgres | null;
}

/** The configured Postgres, or the embedded one, started; migrated either way. */
export async function openConfiguredDatabase(
  config: Config,
  log: (line: string) => void,
): Promise<OpenedDatabase> {
  if (config.databaseUrl !== null) {
    await migrateDatabase(config.databaseUrl, MIGRATIONS_DIR);
    return { url: config.databaseUrl, embedded: null };
  }
  const files = dataFiles(config.dataDir);
  letServerPass(config.dataDir);
  const embedded = await startEmbeddedPostgres({ dir: files.postgres, log });
  try {
    await ensureDatabase(embedded.url(), EMBEDDED_DATABASE);
    const url = embedded.url(EMBEDDED_DATABASE);
    await migrateDatabase(url, MIGRATIONS_DIR);
    linkDataDir(REPOSITORY, config.dataDir);
    // Where the command line finds the database of the running service.
    writeOwnersFile(files.databaseUrl, `${url}\n`);
    return { url, embedded };
  } catch (error) {
    await embedded.stop();
    throw error;
  }
}

/** The database that a command-line call works on: the configured one, else that of the running service. */
export function findRunningDatabase(config: Config): string | null {
  return config.databaseUrl ?? readFileIfAny(dataFiles(config.dataDir).databaseUrl)?.trim() ?? null;
}

const secretsKeyOf = (config: Config): Buffer =>
  config.secretsKey ?? keptKey(dataFiles(config.dataDir).secretsKey);

/** The box under the configured keys, or under the one kept in the data directory. */
export function openSecretBox(config: Config): SecretBox {
  return createSecretBox(secretsKeyOf(config), config.previousSecretsKey);
}

/** The box under the data key, or under one made of the secrets key; opens what any of the known keys sealed. */
export function openRecipientBox(config: Config): RecipientBox {
  const derived = deriveDataKey(secretsKeyOf(config));
  const older = [
    config.previousDataKey,
    derived,
    config.previousSecretsKey && deriveDataKey(config.previousSecretsKey),
  ];
  return createRecipientBox([config.dataKey ?? derived, ...older.filter((key) => key !== null)]);
}
