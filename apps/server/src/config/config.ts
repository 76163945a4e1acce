import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createSecureContext } from 'node:tls';
import { PLATFORMS, type PlatformId } from '@procurement-intents/contract';
import { defaultDataDir } from '../postgres/embedded/data-dir.ts';
import { isLoopbackHost } from '../outbound/address-range.ts';
import { isPrivateAddress } from '../postgres/database-address.ts';
import { findNeedlessSettings } from './needless-settings.ts';
import { findMissingSettings } from './required-settings.ts';
import type { Role, Setting } from './setting.ts';
import { type SettingName, SETTINGS } from './settings.ts';

/** How a platform is reached. */
export interface PlatformConfig {
  id: PlatformId;
  /** Base address of the ordering gateway; `/orders` is appended to its path. Null in a process without orders. */
  gatewayUrl: string | null;
  /** Bearer token for the gateway; null in a process without orders. */
  token: string | null;
  /**
   * Prefixes (origin and path) of the product pages. A prefix with a literal loopback host (`127.0.0.1`, `localhost`,
   * `[::1]`) lets the page fetch connect to this machine, for exactly that origin.
   */
  productUrlPrefixes: readonly string[];
}

type Settings = typeof SETTINGS;
type ValueOf<Name extends SettingName> =
  Settings[Name] extends Setting<string | undefined, infer Value> ? Value : never;
/** The values of single settings, each under the `key` of its row. */
type Values = {
  [
    Name in SettingName as Settings[Name]['key'] extends string ? Settings[Name]['key'] : never
  ]: ValueOf<Name>;
};

/** The checked configuration of a process: values of single settings, and values that combine several. */
export interface Config extends Values {
  isProduction: boolean;
  roles: readonly Role[];
  isTraced: boolean;
  /** Certificate chain and private key in PEM; null: plain HTTP. */
  tls: { cert: Buffer; key: Buffer } | null;
  dataDir: string;
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
/** Token of the sandbox's gateway. No secret: it protects a simulation only. */
export const SANDBOX_TOKEN = 'sandbox-token';

type Env = Record<string, string | undefined>;

/** A setting's value, or its default. */
type Read = <Name extends SettingName>(name: Name) => ValueOf<Name>;

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
    platforms: PLATFORMS.map((id) => readPlatform(id, { read, isProduction, roles, sandboxPort, problems })),
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

const readDataDir = (read: Read): string => resolve(read('DATA_DIR') ?? defaultDataDir(REPOSITORY));

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

interface PlatformSource {
  read: Read;
  isProduction: boolean;
  roles: readonly Role[];
  sandboxPort: number;
  problems: string[];
}

/** A process without the worker role places no orders: it uses the product pages only, and keeps no token. */
function readPlatform(
  id: PlatformId,
  { read, isProduction, roles, sandboxPort, problems }: PlatformSource,
): PlatformConfig {
  const gatewayUrl = read(`${id}_URL`);
  const token = read(`${id}_TOKEN`);
  const productUrlPrefixes = read(`${id}_PRODUCT_URLS`);
  const isOrdering = roles.includes('worker');
  if (productUrlPrefixes !== null) {
    if (!isOrdering) return { id, gatewayUrl: null, token: null, productUrlPrefixes };
    if (gatewayUrl !== null && token !== null) return { id, gatewayUrl, token, productUrlPrefixes };
  }
  const isUnset = gatewayUrl === null && token === null && productUrlPrefixes === null;
  if (!isProduction && !isUnset) {
    problems.push(
      isOrdering
        ? `${id}_URL, ${id}_TOKEN and ${id}_PRODUCT_URLS must be set together`
        : `${id}_PRODUCT_URLS must be set`,
    );
  }
  return sandboxShop(id, sandboxPort);
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

const sandboxOrigins = (port: number): [string, string] => [
  `http://127.0.0.1:${port}`,
  `http://localhost:${port}`,
];

/** One of the sandbox's three shops as a platform. */
export function sandboxShop(id: PlatformId, sandboxPort: number) {
  const shop = id.slice(-1).toLowerCase();
  const origins = sandboxOrigins(sandboxPort);
  return {
    id,
    gatewayUrl: `${origins[0]}/${shop}`,
    token: SANDBOX_TOKEN,
    productUrlPrefixes: origins.map((origin) => `${origin}/${shop}/items/`),
  } satisfies PlatformConfig;
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
