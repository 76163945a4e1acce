import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createSecureContext } from 'node:tls';
import { defaultDataDir } from '../postgres/embedded/data-dir.ts';
import { isLoopbackHost } from '../outbound/address-range.ts';
import { isPrivateAddress } from '../postgres/database-address.ts';
import { findNeedlessSettings } from './needless-settings.ts';
import { type PlatformConfig, readPlatforms, sandboxOrigins } from './platform-config.ts';
import { findMissingSettings } from './required-settings.ts';
import type { ProcessRole, Setting } from './setting.ts';
import { type Read, type SettingName, SETTINGS, type ValueOf } from './settings.ts';

type Settings = typeof SETTINGS;
/** The values of single settings, each under the `key` of its row. */
type Values = {
  [
    Name in SettingName as Settings[Name]['key'] extends string ? Settings[Name]['key'] : never
  ]: ValueOf<Name>;
};

/** The checked configuration of a process: values of single settings, and values that combine several. */
export interface Config extends Values {
  isProduction: boolean;
  roles: readonly ProcessRole[];
  isTraced: boolean;
  /** Certificate chain and private key in PEM; null: plain HTTP. */
  tls: { cert: Buffer; key: Buffer } | null;
  dataDir: string;
  /** The platforms that are connected. */
  platforms: readonly PlatformConfig[];
  /** Origins on this machine that webhooks may be sent to. */
  webhookLoopbackOrigins: readonly string[];
  /** Settings that are set although no role of the process needs them. */
  needlessSettings: readonly SettingName[];
}

/** Errors in the environment, one line for each setting. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

export const REPOSITORY = resolve(import.meta.dirname, '..', '..', '..', '..');

type Env = Record<string, string | undefined>;

/**
 * Reads and checks the environment.
 *
 * @throws ConfigError naming every setting that is invalid or missing, without the values of secrets.
 */
export function readConfig(env: Env): Config {
  const problems: string[] = [];
  const read = createReader(env, problems);
  const isProduction = read('NODE_ENV') === 'production';
  const roles = read('ROLES');
  const values = readValues(read);
  const { sandboxPort } = values;
  const config: Config = {
    ...values,
    isProduction,
    roles,
    isTraced: isTraced(read),
    tls: roles.includes('api') ? readTls(read('TLS_CERT_FILE'), read('TLS_KEY_FILE'), problems) : null,
    dataDir: readDataDir(read),
    platforms: readPlatforms({ read, isProduction, roles, sandboxPort, problems }),
    webhookLoopbackOrigins: readLoopbackOrigins(read, isProduction, problems),
    needlessSettings: findNeedlessSettings(env, roles),
  };
  if (isProduction) problems.push(...findMissingSettings(env, roles));
  checkTogether(config, problems);
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  return config;
}

/**
 * Reads the settings that a migration needs. Settings that only the service requires may be missing.
 *
 * @throws ConfigError as `readConfig` does.
 */
export function readMigrateConfig(env: Env): Pick<Config, 'databaseUrl' | 'dataDir'> {
  const problems: string[] = [];
  const read = createReader(env, problems);
  const owners = read('MIGRATE_DATABASE_URL');
  const config = { databaseUrl: owners ?? read('DATABASE_URL'), dataDir: readDataDir(read) };
  if (read('NODE_ENV') === 'production') {
    const name = owners === null ? 'DATABASE_URL' : 'MIGRATE_DATABASE_URL';
    checkDatabaseAddress(name, config.databaseUrl, problems);
  }
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  return config;
}

/** Reads settings, and adds each problem once, however often its setting is read. */
function createReader(env: Env, problems: string[]): Read {
  const mode = env['NODE_ENV'] === 'production' ? 'production' : 'development';
  const values = new Map<SettingName, unknown>();
  const read = (name: SettingName): unknown => {
    const row: Setting = SETTINGS[name];
    const text = env[name] ?? '';
    if (text === '') return row.defaults[mode];
    const result = row.schema.safeParse(text);
    if (result.success) return result.data;
    problems.push(`${name} must be ${row.rule}${row.isSecret ? '' : `, not "${text.slice(0, 80)}"`}`);
    return row.defaults[mode];
  };
  return <Name extends SettingName>(name: Name) => {
    if (!values.has(name)) values.set(name, read(name));
    return values.get(name) as ValueOf<Name>;
  };
}

function readValues(read: Read): Values {
  const rows = Object.entries<Setting>(SETTINGS) as [SettingName, Setting][];
  const named = rows.flatMap(([name, { key }]) => (key === undefined ? [] : [[key, read(name)]]));
  return Object.fromEntries(named) as Values;
}

let usualDataDir: string | undefined;

/** Running programs finds the usual directory, so it is found once. */
const readDataDir = (read: Read): string =>
  resolve(read('DATA_DIR') ?? (usualDataDir ??= defaultDataDir(REPOSITORY)));

function readTls(certFile: string | null, keyFile: string | null, problems: string[]): Config['tls'] {
  if (certFile === null && keyFile === null) return null;
  if (certFile === null || keyFile === null) {
    problems.push('TLS_CERT_FILE and TLS_KEY_FILE must be set together');
    return null;
  }
  try {
    const tls = { cert: readFileSync(certFile), key: readFileSync(keyFile) };
    createSecureContext(tls);
    return tls;
  } catch (error) {
    problems.push(
      `TLS_CERT_FILE and TLS_KEY_FILE must be a certificate and its key: ${(error as Error).message}`,
    );
    return null;
  }
}

function isTraced(read: Read): boolean {
  if (read('OTEL_SDK_DISABLED')) return false;
  const endpoints = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'] as const;
  return endpoints.map(read).some((endpoint) => endpoint !== null);
}

function readLoopbackOrigins(read: Read, isProduction: boolean, problems: string[]): readonly string[] {
  const given = read('WEBHOOK_LOOPBACK_ORIGINS');
  if (!isProduction) return given ?? sandboxOrigins(read('SANDBOX_PORT'));
  if (given !== null && given.length > 0)
    problems.push(
      'WEBHOOK_LOOPBACK_ORIGINS must not be set in production: webhooks go to public addresses alone',
    );
  return [];
}

function checkTogether(config: Config, problems: string[]): void {
  if (config.databaseUrl === null && !config.isMigratingOnStart)
    problems.push(
      'MIGRATE_ON_START=false needs DATABASE_URL: only the service itself migrates the embedded Postgres',
    );
  if (config.databaseUrl === null && config.migrateDatabaseUrl !== null)
    problems.push('MIGRATE_DATABASE_URL must be set together with DATABASE_URL');
  if ((config.adminUsername === null) !== (config.adminPassword === null))
    problems.push('ADMIN_USERNAME and ADMIN_PASSWORD must be set together');
  if (!config.isProduction) return;
  // Tokens and passwords cross the network to this address.
  if (config.roles.includes('api') && config.publicUrl !== null && isRemoteWithoutTls(config.publicUrl))
    problems.push('PUBLIC_URL must be https in production, or http on loopback');
  checkDatabaseAddress('DATABASE_URL', config.databaseUrl, problems);
  checkDatabaseAddress('MIGRATE_DATABASE_URL', config.migrateDatabaseUrl, problems);
  for (const { id, gatewayUrl } of config.platforms) {
    if (gatewayUrl !== null && isRemoteWithoutTls(gatewayUrl))
      problems.push(`${id}_URL must be https in production, or http on loopback`);
  }
  if (config.roles.includes('sandbox')) problems.push('ROLES must not name the sandbox in production');
}

/** Requires encryption, because the data of purchases crosses the network; the migrating role can read it too. */
function checkDatabaseAddress(name: SettingName, address: string | null, problems: string[]): void {
  if (address === null || isPrivate(address)) return;
  problems.push(
    `${name} must end in ?sslmode=verify-full (or require) in production, or name a Postgres on loopback or a Unix socket; a certificate file that it names must be readable`,
  );
}

function isPrivate(databaseUrl: string): boolean {
  try {
    return isPrivateAddress(databaseUrl);
  } catch {
    return false;
  }
}

/** Whether token, names and addresses would cross a network unencrypted. */
function isRemoteWithoutTls(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' && !isLoopbackHost(hostname);
}

/** The files of the service in its data directory. */
export const dataFiles = (dataDir: string) => ({
  postgres: join(dataDir, 'postgres'),
  secretsKey: join(dataDir, 'secrets.key'),
  demoApp: join(dataDir, 'demo-app.json'),
  sandboxOrders: join(dataDir, 'sandbox', 'orders.jsonl'),
  databaseUrl: join(dataDir, 'database-url'),
});
