import { APP_ID_PATTERN } from '@procurement-intents/contract';
import { z } from 'zod';
import { BEARER_SETTINGS } from './bearer-settings.ts';
import { PURCHASING_SETTINGS } from './purchasing-settings.ts';
import { perMode, PROCESS_ROLES, type ProcessRole, setting, type Setting } from './setting.ts';
import {
  address,
  flag,
  isOrigin,
  isProxy,
  key,
  list,
  listOf,
  milliseconds,
  oneOf,
  pattern,
  port,
  postgresAddress,
  text,
  wholeNumber,
} from './setting-types.ts';

const NONE: readonly string[] = [];

/** All environment variables of the service, with their types, defaults and effects. */
export const SETTINGS = {
  NODE_ENV: setting({
    type: oneOf('development', 'test', 'production'),
    default: 'development',
    roles: PROCESS_ROLES,
    effect:
      'In production the service starts only with the settings that its roles need (see below), and creates neither demo App nor sandbox.',
  }),
  ROLES: setting({
    type: {
      schema: list.pipe(z.array(z.enum(PROCESS_ROLES)).min(1)),
      rule: 'a comma-separated choice of api, worker, sandbox',
    },
    default: perMode<readonly ProcessRole[]>(PROCESS_ROLES, ['api', 'worker']),
    shownDefault: 'all; in production api,worker',
    roles: PROCESS_ROLES,
    effect: 'What this process does.',
  }),
  HOST: setting({
    key: 'host',
    type: text('an address to listen on'),
    default: '127.0.0.1',
    roles: ['api', 'worker'],
    effect: 'Address that the API listens on.',
  }),
  PORT: setting({
    key: 'port',
    type: port(),
    default: 3000,
    roles: ['api'],
    effect: 'Port of the API; 0 selects a free port.',
  }),
  PRIVATE_PORT: setting({
    key: 'privatePort',
    type: port(),
    default: perMode(null, 9464),
    roles: ['api', 'worker'],
    effect:
      'Port of `/metrics`, `/livez` and `/readyz`, for operators only; callers must not reach it. It listens on `HOST`. Each process on a machine needs its own port.',
  }),
  SHUTDOWN_DELAY_MS: setting({
    key: 'shutdownDelayMs',
    type: milliseconds(0, 60_000),
    default: perMode(0, 5000),
    roles: ['api', 'worker'],
    effect:
      'How long the process continues to serve after SIGTERM while `/readyz` already fails, so that load balancers stop sending requests first.',
  }),
  SHUTDOWN_DRAIN_MS: setting({
    key: 'shutdownDrainMs',
    type: milliseconds(0, 60_000),
    default: perMode(3000, 20_000),
    roles: ['api', 'worker'],
    effect:
      'How long running requests and jobs may take to end after the delay. Then requests are cut off and jobs return to the queue.',
  }),
  OTEL_SDK_DISABLED: setting({
    type: flag,
    default: false,
    roles: ['api', 'worker'],
    effect: 'Turns tracing off, whatever else is set.',
  }),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: setting({
    type: address('http', 'https'),
    default: null,
    roles: ['api', 'worker'],
    effect: 'Like `OTEL_EXPORTER_OTLP_ENDPOINT`, but the complete address for traces.',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting({
    type: address('http', 'https'),
    default: null,
    shownDefault: 'none: no traces',
    roles: ['api', 'worker'],
    effect:
      'OpenTelemetry collector that gets a span for each request and job, over OTLP/HTTP. The standard `OTEL_` variables for headers, timeout, service name and resource attributes apply too.',
  }),
  SANDBOX_PORT: setting({
    key: 'sandboxPort',
    type: port(1),
    default: 3100,
    roles: PROCESS_ROLES,
    effect: 'Port of the sandbox shops on 127.0.0.1.',
  }),
  TLS_CERT_FILE: setting({
    type: text('a readable file'),
    default: null,
    shownDefault: 'none: plain HTTP',
    roles: ['api'],
    effect: 'Certificate chain in PEM. With `TLS_KEY_FILE` the process itself serves HTTPS, TLS 1.3 only.',
  }),
  TLS_KEY_FILE: setting({
    type: text('a readable file'),
    default: null,
    roles: ['api'],
    effect: 'Private key of the certificate in PEM.',
  }),
  DATA_DIR: setting({
    type: text('a directory'),
    default: null,
    shownDefault: '.data in the repository',
    roles: PROCESS_ROLES,
    effect:
      'Directory of the embedded Postgres, the sandbox and generated keys. When root starts the service and the account that runs Postgres cannot enter the repository, the default is a directory under /var/lib/procurement-intents.',
  }),
  DATABASE_URL: setting({
    key: 'databaseUrl',
    type: postgresAddress,
    default: null,
    shownDefault: 'an embedded Postgres',
    roles: ['api', 'worker'],
    requiredInProduction: { roles: ['api', 'worker'] },
    effect:
      'Postgres to use. In production, a server that is not on loopback or a Unix socket (`?host=/directory`) needs TLS: `?sslmode=verify-full`, with `&sslrootcert=FILE` for a certificate authority of your own. The driver also checks certificate and host name with `require` and `verify-ca`, unless `&uselibpqcompat=true` is added; then `require` only encrypts.',
    isSecret: true,
  }),
  MIGRATE_DATABASE_URL: setting({
    key: 'migrateDatabaseUrl',
    type: postgresAddress,
    default: null,
    shownDefault: '`DATABASE_URL`',
    roles: ['api', 'worker'],
    effect:
      'Address of the same database for the role that owns its tables, without PgBouncer in between. Only `npm run migrate` and processes that migrate when they start use it.',
    isSecret: true,
  }),
  MIGRATE_ON_START: setting({
    key: 'isMigratingOnStart',
    type: flag,
    default: true,
    roles: ['api', 'worker'],
    effect:
      'Whether the process migrates the schema when it starts. With false it waits up to 10 minutes for `npm run migrate`, and needs no right to change tables.',
  }),
  DATABASE_POOL_SIZE: setting({
    key: 'databasePoolSize',
    type: wholeNumber(1, 500),
    default: 10,
    roles: ['api', 'worker'],
    effect:
      'Connections of a pool for statements: an API has one, a worker two. [Scaling out](../guides/scale-out.md) counts all connections of a process.',
  }),
  REDIS_URL: setting({
    key: 'redisUrl',
    type: address('redis', 'rediss'),
    default: null,
    shownDefault: 'none: each process counts by itself',
    roles: ['api'],
    effect:
      'Redis or Valkey that counts the rate limits of all API processes together. While it is unavailable, each process counts by itself.',
    isSecret: true,
  }),
  SECRETS_KEY: setting({
    key: 'secretsKey',
    type: key,
    default: null,
    shownDefault: 'generated once and stored in `DATA_DIR`',
    roles: ['api'],
    requiredInProduction: { roles: ['api'] },
    effect: 'Encrypts the App secrets at rest.',
    fallbackFor: { role: 'worker', setting: 'DATA_KEY' },
    isSecret: true,
  }),
  SECRETS_KEY_PREVIOUS: setting({
    key: 'previousSecretsKey',
    type: key,
    default: null,
    roles: ['api'],
    effect:
      'The previous `SECRETS_KEY`, which still decrypts until `npm run apps -- rekey` has encrypted everything with the current keys.',
    fallbackFor: { role: 'worker', setting: 'DATA_KEY' },
    isSecret: true,
  }),
  DATA_KEY: setting({
    key: 'dataKey',
    type: key,
    default: null,
    shownDefault: 'derived from `SECRETS_KEY`',
    roles: ['api', 'worker'],
    requiredInProduction: { roles: ['worker'], or: 'SECRETS_KEY' },
    effect:
      'Encrypts recipient, address and phone of intents at rest. It must be the same for all processes of one database.',
    isSecret: true,
  }),
  DATA_KEY_PREVIOUS: setting({
    key: 'previousDataKey',
    type: key,
    default: null,
    roles: ['api', 'worker'],
    effect:
      'Another data key that decrypts: the previous one until `npm run apps -- rekey` has encrypted everything with `DATA_KEY`, or the next one.',
    isSecret: true,
  }),
  DEMO_APP_ID: setting({
    key: 'demoAppId',
    type: pattern(APP_ID_PATTERN, '1 to 64 characters of A-Z a-z 0-9 _ -'),
    default: null,
    shownDefault: 'generated once and kept',
    roles: ['api'],
    effect: 'Id of the demo App (not in production).',
  }),
  DEMO_APP_SECRET: setting({
    key: 'demoAppSecret',
    type: pattern(/^[\x21-\x7e]{16,128}$/, '16 to 128 visible ASCII characters'),
    default: null,
    shownDefault: 'generated once and kept',
    roles: ['api'],
    effect: 'Secret of the demo App (not in production).',
    isSecret: true,
  }),
  ...BEARER_SETTINGS,
  ...PURCHASING_SETTINGS,
  TRUSTED_PROXIES: setting({
    key: 'trustedProxies',
    type: listOf(isProxy, 'comma-separated addresses, CIDR ranges, loopback, linklocal or uniquelocal'),
    default: NONE,
    roles: ['api'],
    effect:
      'Proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` are trusted. In production every request must use https.',
  }),
  ALLOWED_ORIGINS: setting({
    key: 'allowedOrigins',
    type: listOf(isOrigin, 'comma-separated origins such as https://shop.example'),
    default: NONE,
    roles: ['api'],
    effect: 'Origins whose pages may call the API from a browser (CORS).',
  }),
  CONSOLE: setting({
    key: 'hasConsole',
    type: flag,
    default: true,
    roles: ['api'],
    effect: 'Whether the API serves the console at `/console`.',
  }),
  WEBHOOK_LOOPBACK_ORIGINS: setting({
    type: listOf(isOrigin, 'comma-separated origins such as http://127.0.0.1:4000'),
    default: null,
    shownDefault: 'the sandbox outside production',
    roles: ['api', 'worker'],
    effect:
      'Origins on this machine that webhooks may be sent to, over http too. All others need https and a public address. Refused in production.',
  }),
  LOG_LEVEL: setting({
    key: 'logLevel',
    type: oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
    default: process.stdout.isTTY ? 'warn' : 'info',
    shownDefault: 'info; warn in a terminal',
    roles: ['api', 'worker'],
    effect: 'Minimum level of the JSON logs on stderr.',
  }),
};

export type SettingName = keyof typeof SETTINGS;

/** What a setting is read as. */
export type ValueOf<Name extends SettingName> =
  (typeof SETTINGS)[Name] extends Setting<string | undefined, infer Value> ? Value : never;

/** A setting's value, or its default. */
export type Read = <Name extends SettingName>(name: Name) => ValueOf<Name>;
