import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { generateKeyPairSync } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Env, KEY, problemsOf, PRODUCTION } from '../../test/support/config-env.ts';
import { dataFiles, readConfig, readMigrateConfig } from './config.ts';
import { SANDBOX_TOKEN } from './platform-config.ts';
import { requiredSettings } from './required-settings.ts';
import type { Setting } from './setting.ts';
import { type SettingName, SETTINGS } from './settings.ts';

const names = Object.keys(SETTINGS) as SettingName[];

const CANARY = 'canary\u0007';
/** Invalid values of each setting. */
const BAD: Partial<Record<SettingName, string[]>> = {
  NODE_ENV: ['prod', 'Production', ' production'],
  ROLES: ['web', 'api,web', ',', 'API'],
  PORT: ['-1', '65536', '3000.0', '0x10', '3e3', ' 3000', 'http'],
  PRIVATE_PORT: ['65536', 'none'],
  SANDBOX_PORT: ['0', '65536'],
  SHUTDOWN_DELAY_MS: ['60001', '5s', '-1'],
  SHUTDOWN_DRAIN_MS: ['60001', '5s'],
  OTEL_EXPORTER_OTLP_ENDPOINT: ['collector:4318', 'grpc://collector', '/traces'],
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: ['collector', 'ftp://collector/'],
  OTEL_SDK_DISABLED: ['yes', '1'],
  DATABASE_URL: ['canary', 'mysql://canary@db/x', 'http://canary'],
  MIGRATE_DATABASE_URL: ['canary', 'mysql://canary@db/x'],
  MIGRATE_ON_START: ['yes', '0', 'False'],
  CONSOLE: ['on', '1'],
  DATABASE_POOL_SIZE: ['0', '501', 'ten'],
  REDIS_URL: ['canary:6379', 'http://canary'],
  SECRETS_KEY: [
    'canary',
    Buffer.alloc(31, 7).toString('base64'),
    `${KEY}AA`,
    Buffer.alloc(32).toString('base64'),
  ],
  RECOVERED_AT: ['yesterday', '2026-11-21', '2026-11-21T08:30:00'],
  DATA_KEY: ['canary', Buffer.alloc(32).toString('base64')],
  DATA_KEY_PREVIOUS: ['canary', Buffer.alloc(31, 7).toString('base64')],
  SECRETS_KEY_PREVIOUS: ['canary', Buffer.alloc(32).toString('base64'), Buffer.alloc(32, 7).toString('hex')],
  ENVIRONMENT: ['Live', 'production'],
  PUBLIC_URL: ['buy.example', 'https://buy.example/', 'https://buy.example/path'],
  ADMIN_USERNAME: ['ab', 'a b c', '用户名', '-admin', 'x'.repeat(65)],
  ADMIN_PASSWORD: ['canary', 'x'.repeat(129)],
  DEMO_APP_ID: ['a b', 'x'.repeat(65), '应用'],
  DEMO_APP_SECRET: ['canary', 'canary canary canary', '密'.repeat(16), 'x'.repeat(129)],
  PROCESSING_GRACE_MS: ['-1', '86400001', '5 s'],
  PLATFORM_PATIENCE_MS: ['86400001', 'x'],
  PLATFORM_CONFIRM_MS: ['999', '2592000001'],
  PLATFORM_TIMEOUT_MS: ['99', '60001'],
  PLATFORM_IN_FLIGHT_MS: ['600001', '999', '0', '-5'],
  PLATFORM_A_URL: ['shop', 'ftp://shop/', 'javascript:1'],
  PLATFORM_A_PRODUCT_URLS: ['item.shop', ',', 'https://a/,ftp://b/'],
  PLATFORM_A_PRICES: ['pages'],
  PLATFORM_A_CONCURRENCY: ['0', '501'],
  WORKER_CONCURRENCY: ['0', '501'],
  EVENT_DAYS: ['9', '366', '30d'],
  REDACT_AFTER_DAYS: ['-1', '36501', '180d', '1.5'],
  TRUSTED_PROXIES: ['proxy', '10.0.0.1/33', 'loopback,all', '10.1/16', '0x7f.1'],
  WEBHOOK_LOOPBACK_ORIGINS: ['127.0.0.1:4000', 'http://127.0.0.1/hooks'],
  ALLOWED_ORIGINS: ['*', 'shop.test', 'https://shop.test/', 'https://a.test,https://b.test/path'],
  LOG_LEVEL: ['verbose', 'INFO'],
};
const CELLS = Object.entries(BAD).flatMap(([name, values]) =>
  values.map((value) => ({ name: name as SettingName, value })),
);

describe('an invalid value', () => {
  it.each(CELLS)(
    '$name=$value is refused in one line with the name and the rule of the setting',
    ({ name, value }) => {
      const setting: Setting = SETTINGS[name];
      const lines = problemsOf({ [name]: value }).filter((line) => !line.endsWith('must be set together'));
      const quote = setting.isSecret ? '' : `, not "${value}"`;
      expect(lines).toEqual([`${name} must be ${setting.rule}${quote}`]);
    },
  );

  it('is tested for every setting that can have one', () => {
    // These take any text: an address of a machine, a file, a token.
    const free = ['HOST', 'TLS_CERT_FILE', 'TLS_KEY_FILE', 'DATA_DIR'];
    const covered = names.map((name) => name.replace(/^PLATFORM_[BC]_/, 'PLATFORM_A_')) as SettingName[];
    const missing = covered.filter((name) => !(name in BAD) && !name.endsWith('_TOKEN'));
    expect([...new Set(missing)].sort()).toEqual(free.sort());
  });

  it('is reported for all settings at once, one line each', () => {
    const lines = problemsOf({ PORT: 'x', LOG_LEVEL: 'x', SECRETS_KEY: 'x' });
    expect(lines.map((line) => line.split(' ')[0]).sort()).toEqual(['LOG_LEVEL', 'PORT', 'SECRETS_KEY']);
  });

  it('is shortened to one line', () => {
    expect(problemsOf({ PORT: '9'.repeat(5000) })[0]?.length).toBeLessThan(200);
  });

  it.each(names.filter((name) => (SETTINGS[name] as Setting).isSecret))(
    'of %s is never repeated, nor is a valid one when another setting is invalid',
    (name) => {
      expect(problemsOf({ [name]: CANARY, PORT: 'x' }).join('\n')).not.toContain('canary');
      const good = name.startsWith('SECRETS_KEY') ? KEY : `postgres://u:canary-good@db/x`;
      const text = problemsOf({ [name]: good, NODE_ENV: 'production', ROLES: 'sandbox' }).join('\n');
      expect(text).not.toMatch(/canary|BwcHBwcH/);
    },
  );

  it('is a secret when the name of the setting says so', () => {
    const secret = names.filter((name) =>
      /SECRET|TOKEN|_KEY$|_KEY_PREVIOUS$|DATABASE_URL|REDIS_URL/.test(name),
    );
    const isSecret = secret.filter((name) => (SETTINGS[name] as Setting).isSecret);
    expect(isSecret).toEqual(secret);
  });
});

describe('the settings of the migration', () => {
  const service = 'postgres://service:word@db/x?sslmode=verify-full';
  const owner = 'postgres://owner:word@db/x?sslmode=verify-full';

  it('let the process migrate with its own role by default', () => {
    expect(readConfig({ DATABASE_URL: service })).toMatchObject({
      migrateDatabaseUrl: null,
      isMigratingOnStart: true,
    });
    const env = { DATABASE_URL: service, MIGRATE_DATABASE_URL: owner, MIGRATE_ON_START: 'false' };
    expect(readConfig(env)).toMatchObject({ migrateDatabaseUrl: owner, isMigratingOnStart: false });
  });

  it('need DATABASE_URL', () => {
    expect(problemsOf({ MIGRATE_ON_START: 'false' })).toEqual([
      'MIGRATE_ON_START=false needs DATABASE_URL: only the service itself migrates the embedded Postgres',
    ]);
    expect(problemsOf({ MIGRATE_DATABASE_URL: owner })).toEqual([
      'MIGRATE_DATABASE_URL must be set together with DATABASE_URL',
    ]);
  });

  it('are all that a migration needs, in production too', () => {
    const env = { NODE_ENV: 'production', DATABASE_URL: service };
    expect(readMigrateConfig(env).databaseUrl).toBe(service);
    expect(readMigrateConfig({ ...env, MIGRATE_DATABASE_URL: owner }).databaseUrl).toBe(owner);
    expect(() => readMigrateConfig({ MIGRATE_DATABASE_URL: 'canary' })).toThrow(
      /^MIGRATE_DATABASE_URL must be a postgresql:\/\/ address$/,
    );
  });
});

describe('the TLS pair', () => {
  let dir: string;
  beforeAll(() => {
    dir = mkdtempSync(join(tmpdir(), 'config-'));
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
    writeFileSync(join(dir, 'key.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }));
    writeFileSync(join(dir, 'none.pem'), 'canary');
  });
  afterAll(() => rmSync(dir, { recursive: true }));

  it('may be absent: plain HTTP', () => {
    expect(readConfig({}).tls).toBeNull();
  });

  it.each(['TLS_CERT_FILE', 'TLS_KEY_FILE'] as const)('is refused with %s alone', (name) => {
    expect(problemsOf({ [name]: join(dir, 'key.pem') })).toEqual([
      'TLS_CERT_FILE and TLS_KEY_FILE must be set together',
    ]);
  });

  it.each([
    ['a missing file', 'absent.pem', 'key.pem'],
    ['an invalid certificate', 'none.pem', 'key.pem'],
    ['a key in place of the certificate', 'key.pem', 'key.pem'],
    ['an invalid key', 'key.pem', 'none.pem'],
  ])('is refused with %s, before the start', (_what, cert, key) => {
    const lines = problemsOf({ TLS_CERT_FILE: join(dir, cert), TLS_KEY_FILE: join(dir, key) });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^TLS_CERT_FILE and TLS_KEY_FILE must be a certificate and its key: /);
    expect(lines[0]).not.toMatch(/canary|BEGIN/);
  });
});

describe('without any setting', () => {
  const config = readConfig({});

  it('everything runs on this machine alone, in the sandbox', () => {
    expect(config).toMatchObject({
      isProduction: false,
      roles: ['api', 'worker', 'sandbox'],
      host: '127.0.0.1',
      port: 3000,
      privatePort: null,
      databaseUrl: null,
      secretsKey: null,
      trustedProxies: [],
      isTraced: false,
    });
    for (const { gatewayUrl, token, productUrlPrefixes } of config.platforms) {
      expect(token).toBe(SANDBOX_TOKEN);
      for (const url of [String(gatewayUrl), ...productUrlPrefixes])
        expect(['127.0.0.1', 'localhost']).toContain(new URL(url).hostname);
    }
  });

  it('an empty value counts as unset', () => {
    const empty = Object.fromEntries(names.map((name) => [name, '']));
    expect(readConfig(empty)).toEqual(config);
  });

  it('every file of the service is in the data directory', () => {
    for (const file of Object.values(dataFiles(config.dataDir)))
      expect(file.startsWith(config.dataDir)).toBe(true);
  });
});

describe('in production', () => {
  it('starts with what it needs, and without a sandbox', () => {
    expect(readConfig(PRODUCTION)).toMatchObject({
      isProduction: true,
      roles: ['api', 'worker'],
      privatePort: 9464,
    });
  });

  const REQUIRED = (['api', 'worker'] as const).flatMap((role) =>
    requiredSettings([role]).map(({ name, or }) => ({ role, name, or })),
  );

  it.each(REQUIRED)('does not start as $role without $name', ({ role, name, or }) => {
    const env = { ...PRODUCTION, DATA_KEY: KEY, ROLES: role, ...(or && { [or]: '' }), [name]: '' };
    const line = `${name} must be set in production${or ? `, or ${or}` : ''}`;
    expect(problemsOf(env)).toEqual([line]);
  });

  it('starts with a key that serves for the one that is missing', () => {
    const worker: Env = { ...PRODUCTION, ROLES: 'worker', DATA_KEY: '' };
    expect(problemsOf({ ...worker, SECRETS_KEY: KEY })).toEqual([]);
    expect(problemsOf({ ...worker, SECRETS_KEY: '' })).toHaveLength(1);
  });

  it.each(['api', 'worker'] as const)('starts as %s with what is required of it alone', (role) => {
    const given = requiredSettings([role]).map(({ name }) => [name, { ...PRODUCTION, DATA_KEY: KEY }[name]]);
    const platform = Object.entries(PRODUCTION).filter(([name]) => name.startsWith('PLATFORM_B_'));
    const env: Env = { NODE_ENV: 'production', ROLES: role, ...Object.fromEntries([...given, ...platform]) };
    expect(problemsOf(env)).toEqual([]);
  });

  it('names a key that serves for another one once', () => {
    expect(problemsOf({ ...PRODUCTION, SECRETS_KEY: '' })).toEqual(['SECRETS_KEY must be set in production']);
  });

  it.each([
    'postgres://canary@db.example/x',
    'postgres://canary@db.example/x?sslmode=disable',
    'postgres://canary@db.example/x?sslmode=verify-full&sslrootcert=/absent.pem',
  ])('requires TLS to a remote database: %s', (address) => {
    const lines = problemsOf({ ...PRODUCTION, DATABASE_URL: address });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^DATABASE_URL must end in \?sslmode=verify-full /);
    expect(lines[0]).not.toContain('canary');
    expect(problemsOf({ DATABASE_URL: address })).toEqual([]);
    expect(problemsOf({ ...PRODUCTION, MIGRATE_DATABASE_URL: address })).toEqual([`MIGRATE_${lines[0]}`]);
    const migrating = { NODE_ENV: 'production', MIGRATE_DATABASE_URL: address };
    expect(() => readMigrateConfig(migrating)).toThrow(/^MIGRATE_DATABASE_URL must end in /);
  });

  it('uses no sandbox, neither as a role nor for a platform that is not configured', () => {
    expect(problemsOf({ ...PRODUCTION, ROLES: 'api,sandbox' })).toEqual([
      'ROLES must not name the sandbox in production',
    ]);
    const { PLATFORM_B_URL, PLATFORM_B_TOKEN, PLATFORM_B_PRODUCT_URLS, ...twoShops } = PRODUCTION;
    expect([PLATFORM_B_URL, PLATFORM_B_TOKEN, PLATFORM_B_PRODUCT_URLS]).not.toContain(undefined);
    expect(readConfig(twoShops).platforms.map(({ id }) => id)).toEqual(['PLATFORM_A', 'PLATFORM_C']);
  });
});
