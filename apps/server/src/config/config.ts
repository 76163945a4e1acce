import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createSecureContext } from 'node:tls';
import { PLATFORMS, type PlatformId } from '@procurement-intents/contract';
import { defaultDataDir } from '../postgres/embedded/data-dir.ts';
import { isPrivateAddress } from '../postgres/database-address.ts';
import { findNeedlessSettings } from './needless-settings.ts';
import { ROLES, type Role, type Setting } from './setting.ts';
import { type SettingName, SETTINGS } from './settings.ts';

/** How one platform is reached. */
export interface PlatformConfig {
  id: PlatformId;
  /** Base address of the ordering gateway; `/orders` is appended to its path. Null where nothing is ordered. */
  gatewayUrl: string | null;
  /** Bearer token for the gateway; null where nothing is ordered. */
  token: string | null;
  /**
   * Addresses (origin and path) under which product pages lie. A prefix that spells out loopback
   * (`127.0.0.1`, `localhost`, `[::1]`) opens loopback to the page fetch, for exactly that origin.
   */
  productUrlPrefixes: readonly string[];
}

/** The whole configuration of a process, checked. */
export interface Config {
  isProduction: boolean;
  roles: readonly Role[];
  host: string;
  port: number;
  /** Null: no private server. */
  privatePort: number | null;
  shutdownDelayMs: number;
  shutdownDrainMs: number;
  isTraced: boolean;
  sandboxPort: number;
  /** Certificate chain and private key in PEM; null: plain HTTP. */
  tls: { cert: Buffer; key: Buffer } | null;
  dataDir: string;
  databaseUrl: string | null;
  /** For the role that owns the tables; null: the role of `databaseUrl` does. */
  migrateDatabaseUrl: string | null;
  /** Whether the process brings the schema itself, rather than waits for it. */
  isMigratingOnStart: boolean;
  databasePoolSize: number;
  redisUrl: string | null;
  secretsKey: Buffer | null;
  previousSecretsKey: Buffer | null;
  dataKey: Buffer | null;
  previousDataKey: Buffer | null;
  demoAppId: string | null;
  demoAppSecret: string | null;
  graceMs: number;
  patienceMs: number;
  confirmTimeoutMs: number;
  orderTimeoutMs: number;
  inFlightMs: number;
  recoveredAt: Date | null;
  platforms: readonly PlatformConfig[];
  workerConcurrency: number;
  /** 0: never. */
  redactAfterDays: number;
  trustedProxies: readonly string[];
  allowedOrigins: readonly string[];
  logLevel: string;
  /** Set, although a process of these roles should not have them. */
  needlessSettings: readonly SettingName[];
}

/** What is wrong with the environment, one line a setting. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

export const REPOSITORY = resolve(import.meta.dirname, '..', '..', '..', '..');
/** Opens the sandbox's gateway; it guards nothing but a simulation. */
export const SANDBOX_TOKEN = 'sandbox-token';

type Env = Record<string, string | undefined>;

/**
 * Reads and checks the environment.
 *
 * @throws ConfigError naming every setting that is wrong or missing; values of secrets are not repeated.
 */
export function readConfig(env: Env): Config {
  const problems: string[] = [];
  const read = <T>(name: SettingName): T | null => readSetting(name, env, problems) as T | null;
  const isProduction = read<string>('NODE_ENV') === 'production';
  const roles = read<Role[]>('ROLES') ?? (isProduction ? ['api', 'worker'] : [...ROLES]);
  const sandboxPort = read<number>('SANDBOX_PORT') ?? 3100;
  const config: Config = {
    isProduction,
    roles,
    host: read<string>('HOST') ?? '127.0.0.1',
    port: read<number>('PORT') ?? 3000,
    privatePort: read<number>('PRIVATE_PORT') ?? (isProduction ? 9464 : null),
    shutdownDelayMs: read<number>('SHUTDOWN_DELAY_MS') ?? (isProduction ? 5000 : 0),
    shutdownDrainMs: read<number>('SHUTDOWN_DRAIN_MS') ?? (isProduction ? 20_000 : 3000),
    isTraced: isTraced(read),
    sandboxPort,
    tls: roles.includes('api')
      ? readTls(read<string>('TLS_CERT_FILE'), read<string>('TLS_KEY_FILE'), problems)
      : null,
    dataDir: resolve(read<string>('DATA_DIR') ?? defaultDataDir(REPOSITORY)),
    databaseUrl: read<string>('DATABASE_URL'),
    migrateDatabaseUrl: read<string>('MIGRATE_DATABASE_URL'),
    isMigratingOnStart: read<string>('MIGRATE_ON_START') !== 'false',
    databasePoolSize: read<number>('DATABASE_POOL_SIZE') ?? 10,
    redisUrl: read<string>('REDIS_URL'),
    secretsKey: read<Buffer>('SECRETS_KEY'),
    previousSecretsKey: read<Buffer>('SECRETS_KEY_PREVIOUS'),
    dataKey: read<Buffer>('DATA_KEY'),
    previousDataKey: read<Buffer>('DATA_KEY_PREVIOUS'),
    demoAppId: read<string>('DEMO_APP_ID'),
    demoAppSecret: read<string>('DEMO_APP_SECRET'),
    graceMs: read<number>('PROCESSING_GRACE_MS') ?? 5000,
    patienceMs: read<number>('PLATFORM_PATIENCE_MS') ?? (isProduction ? 600_000 : 30_000),
    confirmTimeoutMs: read<number>('PLATFORM_CONFIRM_MS') ?? 3_600_000,
    orderTimeoutMs: read<number>('PLATFORM_TIMEOUT_MS') ?? 10_000,
    inFlightMs: read<number>('PLATFORM_IN_FLIGHT_MS') ?? (isProduction ? 30_000 : 5000),
    recoveredAt: read<Date>('RECOVERED_AT'),
    platforms: PLATFORMS.map((id) => readPlatform(id, { read, isProduction, roles, sandboxPort, problems })),
    workerConcurrency: read<number>('WORKER_CONCURRENCY') ?? 64,
    redactAfterDays: read<number>('REDACT_AFTER_DAYS') ?? 0,
    trustedProxies: read<string[]>('TRUSTED_PROXIES') ?? [],
    allowedOrigins: read<string[]>('ALLOWED_ORIGINS') ?? [],
    logLevel: read<string>('LOG_LEVEL') ?? (process.stdout.isTTY ? 'warn' : 'info'),
    needlessSettings: findNeedlessSettings(env, roles),
  };
  checkTogether(config, problems);
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  return config;
}

/**
 * What a migration needs, and nothing that only a serving process must have.
 *
 * @throws ConfigError as `readConfig` does.
 */
export function readMigrateConfig(env: Env): Pick<Config, 'databaseUrl' | 'dataDir'> {
  const problems: string[] = [];
  const read = (name: SettingName) => readSetting(name, env, problems) as string | null;
  const config = {
    databaseUrl: read('MIGRATE_DATABASE_URL') ?? read('DATABASE_URL'),
    dataDir: resolve(read('DATA_DIR') ?? defaultDataDir(REPOSITORY)),
  };
  if (read('NODE_ENV') === 'production') {
    const name = read('MIGRATE_DATABASE_URL') === null ? 'DATABASE_URL' : 'MIGRATE_DATABASE_URL';
    checkDatabaseAddress(name, config.databaseUrl, problems);
  }
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  return config;
}

function readSetting(name: SettingName, env: Env, problems: string[]): unknown {
  const text = env[name];
  if (text === undefined || text === '') return null;
  const setting: Setting = SETTINGS[name];
  const result = setting.schema.safeParse(text);
  if (result.success) return result.data;
  problems.push(`${name} must be ${setting.rule}${setting.isSecret ? '' : `, not "${text.slice(0, 80)}"`}`);
  return null;
}

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
  read: <T>(name: SettingName) => T | null;
  isProduction: boolean;
  roles: readonly Role[];
  sandboxPort: number;
  problems: string[];
}

/** Without the role of a worker nothing is ordered: then the product pages are all, and no token is kept. */
function readPlatform(
  id: PlatformId,
  { read, isProduction, roles, sandboxPort, problems }: PlatformSource,
): PlatformConfig {
  const gatewayUrl = read<string>(`${id}_URL`);
  const token = read<string>(`${id}_TOKEN`);
  const productUrlPrefixes = read<string[]>(`${id}_PRODUCT_URLS`);
  const isOrdering = roles.includes('worker');
  if (productUrlPrefixes !== null) {
    if (!isOrdering) return { id, gatewayUrl: null, token: null, productUrlPrefixes };
    if (gatewayUrl !== null && token !== null) return { id, gatewayUrl, token, productUrlPrefixes };
  }
  const isUnset = gatewayUrl === null && token === null && productUrlPrefixes === null;
  if (isProduction || !isUnset) {
    problems.push(
      isOrdering
        ? `${id}_URL, ${id}_TOKEN and ${id}_PRODUCT_URLS must be set together`
        : `${id}_PRODUCT_URLS must be set`,
    );
  }
  return sandboxShop(id, sandboxPort);
}

function isTraced(read: <T>(name: SettingName) => T | null): boolean {
  if (read<string>('OTEL_SDK_DISABLED') === 'true') return false;
  const endpoints = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'] as const;
  return endpoints.map((name) => read<string>(name)).some((endpoint) => endpoint !== null);
}

/** One of the sandbox's three shops as a platform. */
export function sandboxShop(id: PlatformId, sandboxPort: number) {
  const shop = id.slice(-1).toLowerCase();
  const origins = [`http://127.0.0.1:${sandboxPort}`, `http://localhost:${sandboxPort}`];
  return {
    id,
    gatewayUrl: `${origins[0]}/${shop}`,
    token: SANDBOX_TOKEN,
    productUrlPrefixes: origins.map((origin) => `${origin}/${shop}/items/`),
  } satisfies PlatformConfig;
}

function checkTogether(config: Config, problems: string[]): void {
  if (config.databaseUrl === null && !config.isMigratingOnStart)
    problems.push('MIGRATE_ON_START=false needs DATABASE_URL: nobody else migrates the embedded Postgres');
  if (config.databaseUrl === null && config.migrateDatabaseUrl !== null)
    problems.push('MIGRATE_DATABASE_URL must be set together with DATABASE_URL');
  if (!config.isProduction) return;
  if (config.databaseUrl === null) problems.push('DATABASE_URL must be set in production');
  checkDatabaseAddress('DATABASE_URL', config.databaseUrl, problems);
  checkDatabaseAddress('MIGRATE_DATABASE_URL', config.migrateDatabaseUrl, problems);
  const { roles, secretsKey, dataKey } = config;
  if (roles.includes('api') && secretsKey === null) problems.push('SECRETS_KEY must be set in production');
  else if (roles.includes('worker') && secretsKey === null && dataKey === null)
    problems.push('DATA_KEY must be set in production, or SECRETS_KEY, of which one is made');
  for (const { id, gatewayUrl } of config.platforms) {
    if (gatewayUrl !== null && isPlainAndFar(gatewayUrl))
      problems.push(`${id}_URL must be https in production, or http on loopback`);
  }
  if (config.roles.includes('sandbox')) problems.push('ROLES must not name the sandbox in production');
}

/** Purchases would cross a network in clear; so would those that the migrating role can read. */
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

/** Token, names and addresses would cross a network in clear. */
function isPlainAndFar(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' && !/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}

/** Files that the service keeps for itself. */
export const dataFiles = (dataDir: string) => ({
  postgres: join(dataDir, 'postgres'),
  secretsKey: join(dataDir, 'secrets.key'),
  demoApp: join(dataDir, 'demo-app.json'),
  sandboxOrders: join(dataDir, 'sandbox', 'orders.jsonl'),
  databaseUrl: join(dataDir, 'database-url'),
});
