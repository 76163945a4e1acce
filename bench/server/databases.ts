import { DEFAULT_PERMISSIONS } from '@procurement-intents/contract';
import { Client, escapeIdentifier } from 'pg';
import type { SecretBox } from '../../apps/server/src/sealing/secret-box.ts';
import type { BenchApp } from './requests.ts';

export async function openClient(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString });
  client.on('error', () => undefined); // it also rejects the query under way
  await client.connect();
  return client;
}

/** Registers the Apps for the service, sealed, and for the peers, as they are. */
export async function seedApps(client: Client, apps: readonly BenchApp[], box: SecretBox): Promise<void> {
  const ids = apps.map(({ id }) => id);
  const now = new Date();
  await client.query(
    `INSERT INTO "apps" ("id", "name", "permissions", "ipAllowList", "createdAt")
     SELECT id, id, $2::text[], '{}', $3 FROM unnest($1::text[]) AS id`,
    [ids, [...DEFAULT_PERMISSIONS], now],
  );
  await client.query(
    `INSERT INTO "app_secrets" ("id", "appId", "ciphertext", "createdAt")
     SELECT 'secret_' || id, id, ciphertext, $3 FROM unnest($1::text[], $2::bytea[]) AS row(id, ciphertext)`,
    [ids, apps.map(({ id, secret }) => Buffer.from(box.seal(secret, id))), now],
  );
  await client.query('CREATE TABLE "peer_apps" ("id" text PRIMARY KEY, "secret" text NOT NULL)');
  await client.query('INSERT INTO "peer_apps" SELECT * FROM unnest($1::text[], $2::text[])', [
    ids,
    apps.map(({ secret }) => secret),
  ]);
}

interface Copy {
  from: string;
  to: string;
  url: string;
}

/** The same rows for the peers, without triggers, indexes and outbox of the service that they have no use for. */
export async function copyForPeers(admin: Client, { from, to, url }: Copy): Promise<void> {
  const [source, target] = [from, to].map(escapeIdentifier);
  await admin.query(`CREATE DATABASE ${target} TEMPLATE ${source} STRATEGY FILE_COPY`);
  const client = await openClient(url);
  await client.query(DROP_TRIGGERS);
  await client.query('DROP INDEX IF EXISTS "intents_dispatchAt_idx", "intents_placementToken_key"');
  await client.end();
}

const DROP_TRIGGERS = `DO $$
  DECLARE found record;
  BEGIN
    FOR found IN SELECT tgname FROM pg_trigger WHERE tgrelid = '"intents"'::regclass AND NOT tgisinternal LOOP
      EXECUTE format('DROP TRIGGER %I ON "intents"', found.tgname);
    END LOOP;
  END $$`;
