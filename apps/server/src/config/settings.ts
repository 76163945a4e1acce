import { z } from 'zod';
import { platformSettings } from './platform-settings.ts';
import { ROLES, type Setting } from './setting.ts';
import { integer, isOrigin, isProxy, key, list, port, url } from './setting-schemas.ts';

/** Every setting that the service reads from its environment. */
export const SETTINGS = {
  NODE_ENV: {
    schema: z.enum(['development', 'test', 'production']),
    roles: ROLES,
    rule: 'development, test or production',
    fallback: 'development',
    effect:
      'In production the service starts only with what its roles need (see below), and makes no demo App and no sandbox.',
  },
  ROLES: {
    schema: list.pipe(z.array(z.enum(ROLES)).min(1)),
    roles: ROLES,
    rule: 'a comma-separated choice of api, worker, sandbox',
    fallback: 'all; in production api,worker',
    effect: 'What this process does.',
  },
  HOST: {
    schema: z.string().min(1),
    roles: ['api', 'worker'],
    rule: 'an address to listen on',
    fallback: '127.0.0.1',
    effect: 'Address that the API listens on.',
  },
  PORT: {
    schema: port,
    roles: ['api'],
    rule: 'a port number from 0 to 65535',
    fallback: '3000',
    effect: 'Port of the API; 0 takes a free one.',
  },
  PRIVATE_PORT: {
    schema: port,
    roles: ['api', 'worker'],
    rule: 'a port number from 0 to 65535',
    fallback: 'none; in production 9464',
    effect:
      'Port of `/metrics`, `/livez` and `/readyz`, for those who run the service; keep callers away from it. It listens on `HOST`; processes of one machine need one each.',
  },
  SHUTDOWN_DELAY_MS: {
    schema: integer(0, 60_000),
    roles: ['api', 'worker'],
    rule: 'milliseconds from 0 to 60000',
    fallback: '0; in production 5000',
    effect:
      'How long the process goes on serving after SIGTERM while `/readyz` already says no, so that load balancers turn away first.',
  },
  SHUTDOWN_DRAIN_MS: {
    schema: integer(0, 60_000),
    roles: ['api', 'worker'],
    rule: 'milliseconds from 0 to 60000',
    fallback: '3000; in production 20000',
    effect:
      'How long running requests and jobs may take to end after that; then they are cut off and given back.',
  },
  OTEL_SDK_DISABLED: {
    schema: z.enum(['true', 'false']),
    roles: ['api', 'worker'],
    rule: 'true or false',
    fallback: 'false',
    effect: 'Turns tracing off, whatever else is set.',
  },
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: {
    schema: url('http', 'https'),
    roles: ['api', 'worker'],
    rule: 'an http or https address',
    fallback: 'none',
    effect: 'As `OTEL_EXPORTER_OTLP_ENDPOINT`, as the whole address for traces.',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    schema: url('http', 'https'),
    roles: ['api', 'worker'],
    rule: 'an http or https address',
    fallback: 'none: no traces',
    effect:
      'OpenTelemetry collector that gets a span for each request and job, over OTLP/HTTP. Headers, timeout, service name and resource attributes come from the standard `OTEL_` variables too.',
  },
  SANDBOX_PORT: {
    schema: port.refine((value) => value > 0),
    roles: ROLES,
    rule: 'a port number from 1 to 65535',
    fallback: '3100',
    effect: 'Port of the sandbox shops on 127.0.0.1.',
  },
  TLS_CERT_FILE: {
    schema: z.string().min(1),
    roles: ['api'],
    rule: 'a readable file',
    fallback: 'none: plain HTTP',
    effect: 'Certificate chain in PEM. With `TLS_KEY_FILE` the process itself serves HTTPS, TLS 1.3 only.',
  },
  TLS_KEY_FILE: {
    schema: z.string().min(1),
    roles: ['api'],
    rule: 'a readable file',
    fallback: 'none',
    effect: 'Private key of the certificate in PEM.',
  },
  DATA_DIR: {
    schema: z.string().min(1),
    roles: ROLES,
    rule: 'a directory',
    fallback: '.data in the repository',
    effect:
      'Where the embedded Postgres, the sandbox and generated keys are kept. As root, where the account that runs Postgres cannot enter the repository: a directory under /var/lib/procurement-intents.',
  },
  DATABASE_URL: {
    schema: url('postgres', 'postgresql'),
    roles: ['api', 'worker'],
    rule: 'a postgresql:// address',
    fallback: 'an embedded Postgres',
    effect:
      'Postgres to use. In production one that is not on loopback or a Unix socket (`?host=/directory`) needs TLS: `?sslmode=verify-full`, with `&sslrootcert=FILE` for a certificate authority of your own. The driver checks certificate and host name with `require` and `verify-ca` too, unless `&uselibpqcompat=true` is added; then `require` encrypts alone.',
    isSecret: true,
  },
  MIGRATE_DATABASE_URL: {
    schema: url('postgres', 'postgresql'),
    roles: ['api', 'worker'],
    rule: 'a postgresql:// address',
    fallback: '`DATABASE_URL`',
    effect:
      'The same database for the role that owns its tables, past any PgBouncer. `npm run migrate` uses it, and a process that migrates when it starts; others need no such role.',
    isSecret: true,
  },
  MIGRATE_ON_START: {
    schema: z.enum(['true', 'false']),
    roles: ['api', 'worker'],
    rule: 'true or false',
    fallback: 'true',
    effect:
      'Whether the process brings the schema when it starts. With false it waits for `npm run migrate`, up to 10 minutes, and needs no right to change tables.',
  },
  DATABASE_POOL_SIZE: {
    schema: integer(1, 500),
    roles: ['api', 'worker'],
    rule: 'a whole number from 1 to 500',
    fallback: '10',
    effect: 'Connections of this process for each of its roles; the queue has 4 more, lists have 5.',
  },
  REDIS_URL: {
    schema: url('redis', 'rediss'),
    roles: ['api'],
    rule: 'a redis:// or rediss:// address',
    fallback: 'none: each process counts for itself',
    effect:
      'Redis or Valkey that counts the rate limits of all API processes together. While it is away each process counts for itself.',
    isSecret: true,
  },
  SECRETS_KEY: {
    schema: key,
    roles: ['api'],
    rule: '32 bytes in base64',
    fallback: 'generated once and kept in `DATA_DIR`',
    effect: 'Encrypts the App secrets at rest.',
    standsInFor: { role: 'worker', setting: 'DATA_KEY' },
    isSecret: true,
  },
  SECRETS_KEY_PREVIOUS: {
    schema: key,
    roles: ['api'],
    rule: '32 bytes in base64',
    fallback: 'none',
    effect:
      'The key before `SECRETS_KEY`: opens what it sealed until `npm run apps -- rekey` has sealed all of it anew.',
    standsInFor: { role: 'worker', setting: 'DATA_KEY' },
    isSecret: true,
  },
  DATA_KEY: {
    schema: key,
    roles: ['api', 'worker'],
    rule: '32 bytes in base64',
    fallback: 'made of `SECRETS_KEY`',
    effect:
      'Encrypts recipient, address and phone of intents at rest. The same for all processes of one database.',
    isSecret: true,
  },
  DATA_KEY_PREVIOUS: {
    schema: key,
    roles: ['api', 'worker'],
    rule: '32 bytes in base64',
    fallback: 'none',
    effect:
      'Another data key that opens: the one before `DATA_KEY` until `npm run apps -- rekey` has sealed everything anew, or the one that comes next.',
    isSecret: true,
  },
  DEMO_APP_ID: {
    schema: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
    roles: ['api'],
    rule: '1 to 64 characters of A-Z a-z 0-9 _ -',
    fallback: 'generated once and kept',
    effect: 'Id of the demo App (not in production).',
  },
  DEMO_APP_SECRET: {
    schema: z.string().regex(/^[\x21-\x7e]{16,128}$/),
    roles: ['api'],
    rule: '16 to 128 visible ASCII characters',
    fallback: 'generated once and kept',
    effect: 'Secret of the demo App (not in production).',
    isSecret: true,
  },
  PROCESSING_GRACE_MS: {
    schema: integer(0, 86_400_000),
    roles: ['api'],
    rule: 'milliseconds from 0 to 86400000',
    fallback: '5000',
    effect: 'Time between submission and processing, in which updates and cancelling are free.',
  },
  PLATFORM_PATIENCE_MS: {
    schema: integer(0, 86_400_000),
    roles: ['worker'],
    rule: 'milliseconds from 0 to 86400000',
    fallback: '30000; in production 600000',
    effect: 'How long an unavailable platform is tried before a purchase fails with PLATFORM_UNAVAILABLE.',
  },
  PLATFORM_CONFIRM_MS: {
    schema: integer(1000, 2_592_000_000),
    roles: ['worker'],
    rule: 'milliseconds from 1000 to 2592000000',
    fallback: '3600000',
    effect: 'How long an accepted order may stay unconfirmed before it is withdrawn (PROCESSING_TIMEOUT).',
  },
  PLATFORM_TIMEOUT_MS: {
    schema: integer(100, 60_000),
    roles: ['worker'],
    rule: 'milliseconds from 100 to 60000',
    fallback: '10000',
    effect:
      'Bounds one call to an ordering gateway. Jobs count as lost when they could have made all of their calls, five for a purchase.',
  },
  PLATFORM_IN_FLIGHT_MS: {
    // Half of it is the time from the promise to send to the sending.
    schema: integer(1000, 600_000),
    roles: ['worker'],
    rule: 'milliseconds from 1000 to 600000',
    fallback: '5000; in production 30000',
    effect:
      "How long after `PLATFORM_TIMEOUT_MS` an order that was sent may still appear. Until then no purchase is given up or cancelled without the platform's own word.",
  },
  RECOVERED_AT: {
    schema: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
    roles: ['api', 'worker'],
    rule: 'an ISO 8601 time with its offset, such as 2026-11-21T08:30:00Z',
    fallback: 'none',
    effect:
      'When the database was restored from a backup. Every open intent that is older asks its platform for an order first, under both forms of its number. Leave it set until those have ended; see `npm run recover`.',
  },
  ...platformSettings('A'),
  ...platformSettings('B'),
  ...platformSettings('C'),
  WORKER_CONCURRENCY: {
    schema: integer(1, 500),
    roles: ['worker'],
    rule: 'a whole number from 1 to 500',
    fallback: '64',
    effect:
      'Purchases that one worker process has under way at once for each platform: with 64, a shop that takes 5 s for an order gets 12 orders a second.',
  },
  REDACT_AFTER_DAYS: {
    schema: integer(0, 36_500),
    roles: ['worker'],
    rule: 'a whole number of days from 0 to 36500',
    fallback: '0: never',
    effect:
      'Days after the end of an intent when recipient, address, phone and remarks are overwritten by `***` for good.',
  },
  TRUSTED_PROXIES: {
    schema: list.refine((entries) => entries.every(isProxy)),
    roles: ['api'],
    rule: 'comma-separated addresses, CIDR ranges, loopback, linklocal or uniquelocal',
    fallback: 'none',
    effect:
      'Proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` are believed. In production every request must have come over https.',
  },
  ALLOWED_ORIGINS: {
    schema: list.refine((origins) => origins.every(isOrigin)),
    roles: ['api'],
    rule: 'comma-separated origins such as https://shop.example',
    fallback: 'none',
    effect: 'Origins whose pages may call the API from a browser (CORS).',
  },
  LOG_LEVEL: {
    schema: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']),
    roles: ['api', 'worker'],
    rule: 'trace, debug, info, warn, error, fatal or silent',
    fallback: 'info; warn where a person reads',
    effect: 'Least level of the JSON logs on stderr.',
  },
} as const satisfies Record<string, Setting>;

export type SettingName = keyof typeof SETTINGS;
