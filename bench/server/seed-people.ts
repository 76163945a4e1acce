import { hash } from 'node:crypto';
import { LIFETIMES, RANDOM_DIGITS, TOKEN_PREFIXES } from '@procurement-intents/contract/bearer';
import { apiKeyOf } from '@procurement-intents/domain/bearer';
import type { Client } from 'pg';

/** What people and their programs call with. */
export interface Credentials {
  apiKeys: string[];
  sessions: string[];
}

const digitsOf = (text: string): string =>
  hash('sha256', text, 'hex').slice(0, RANDOM_DIGITS).padEnd(RANDOM_DIGITS, '0');

/** Adds people with one API key and one session each. Nobody can log in as any of them. */
export async function seedPeople(client: Client, count: number): Promise<Credentials> {
  const numbers = Array.from({ length: count }, (_, index) => index);
  const apiKeys = numbers.map((number) => apiKeyOf('live', digitsOf(`key ${number}`)));
  const sessions = numbers.map((number) => TOKEN_PREFIXES.session + digitsOf(`session ${number}`));
  const hashes = (credentials: string[]): Buffer[] =>
    credentials.map((credential) => hash('sha256', credential, 'buffer'));
  await client.query(INSERT_PEOPLE, [count]);
  await client.query(INSERT_KEYS, [hashes(apiKeys)]);
  await client.query(INSERT_SESSIONS, [hashes(sessions), LIFETIMES.sessionTokenSeconds]);
  await client.query('VACUUM ANALYZE');
  return { apiKeys, sessions };
}

const INSERT_PEOPLE = `
  INSERT INTO "users" ("id", "username", "displayName", "locale", "passwordHash", "passwordChangedAt", "scopes",
    "createdAt", "updatedAt")
  SELECT 'usr_' || lpad(to_hex(n), 32, '0'), 'bench' || n, '张三', 'zh', '', now(), '{}', now(), now()
  FROM generate_series(1, $1::int) AS n`;

const INSERT_KEYS = `
  INSERT INTO "api_keys" ("id", "hash", "hint", "name", "scopes", "ipAllowList", "userId", "createdAt")
  SELECT 'key_' || lpad(to_hex(n), 32, '0'), hash, 'ak_live_', 'bench', '{}', '{}', 'usr_' || lpad(to_hex(n), 32, '0'), now()
  FROM unnest($1::bytea[]) WITH ORDINALITY AS row(hash, n)`;

const INSERT_SESSIONS = `
  INSERT INTO "sessions" ("id", "hash", "kind", "userId", "ip", "createdAt", "expiresAt")
  SELECT 'ses_' || lpad(to_hex(n), 32, '0'), hash, 'token', 'usr_' || lpad(to_hex(n), 32, '0'), '127.0.0.1', now(),
    now() + make_interval(secs => $2)
  FROM unnest($1::bytea[]) WITH ORDINALITY AS row(hash, n)`;
