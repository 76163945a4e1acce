import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readConfig, readMigrateConfig, REPOSITORY } from '../../src/config/config.ts';
import type { ProcessRole, Setting } from '../../src/config/setting.ts';
import { type SettingName, SETTINGS } from '../../src/config/settings.ts';
import { SHOP_SETTINGS } from './shop-settings.ts';

const DEPLOY = join(REPOSITORY, 'deploy');
const read = (file: string): string => readFileSync(join(DEPLOY, file), 'utf8');
const versionsOf = (pattern: RegExp, content: string): string[] => [
  ...new Set([...content.matchAll(pattern)].map(([, version = '']) => version)),
];

type Env = Record<string, string>;
interface Deployment {
  kind: string;
  metadata: { name: string };
  data?: Env;
  stringData?: Env;
  spec: {
    template: {
      spec: {
        terminationGracePeriodSeconds: number;
        containers: {
          command?: string[];
          envFrom: { configMapRef?: { name: string }; secretRef?: { name: string } }[];
          env: { name: string; value: string }[];
          ports: { name: string; containerPort: number }[];
          startupProbe: Probe;
          livenessProbe: Probe;
          readinessProbe: Probe;
        }[];
      };
    };
  };
}
interface Probe {
  httpGet: { path: string; port: string };
}

/** What an operator fills in. */
const FILLED: Env = {
  ...SHOP_SETTINGS,
  DATABASE_URL: 'postgresql://procurement:word@postgres:5432/procurement?sslmode=verify-full',
  REDIS_URL: 'redis://valkey:6379',
  SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
  DATA_KEY: Buffer.alloc(32, 8).toString('base64'),
  MIGRATE_DATABASE_URL: 'postgresql://owner:word@postgres:5432/procurement?sslmode=verify-full',
};
const MIGRATE = ['node', 'apps/server/src/admin/migrate-cli.ts'];

const image: Env = Object.fromEntries(
  [...read('Dockerfile').matchAll(/^ENV (.*)$/gm)]
    .flatMap(([, pairs = '']) => pairs.split(' '))
    .map((pair) => pair.split('=') as [string, string]),
);
const fillEmpty = (env: Env): Env =>
  Object.fromEntries(
    Object.entries(env).map(([name, value]) => [name, value === '' ? (FILLED[name] ?? '') : value]),
  );
const unknown = (env: Env): string[] => Object.keys(env).filter((name) => !(name in SETTINGS));
/** What a process of the role is given although it does not work with it. */
const foreign = (env: Env, role: ProcessRole): string[] =>
  Object.entries(env)
    .filter(
      ([name, value]) => value !== '' && !(SETTINGS[name as SettingName] as Setting).roles.includes(role),
    )
    .map(([name]) => name);
const stopSeconds = (config: ReturnType<typeof readConfig>): number =>
  (config.shutdownDelayMs + config.shutdownDrainMs) / 1000;

describe('the Dockerfile', () => {
  it('gives Node the arguments that npm start gives it', () => {
    const [, command = ''] = /^CMD (.*)$/m.exec(read('Dockerfile')) ?? [];
    expect(JSON.parse(command)).toEqual([
      'node',
      ...(JSON.parse(read('node-args.json')) as string[]),
      'apps/server/src/main.ts',
    ]);
  });

  it('takes the versions that everything else takes', () => {
    const { packageManager } = JSON.parse(readFileSync(join(REPOSITORY, 'package.json'), 'utf8')) as {
      packageManager: string;
    };
    const { catalog } = parse(readFileSync(join(REPOSITORY, 'pnpm-workspace.yaml'), 'utf8')) as {
      catalog: Record<string, string>;
    };
    expect(versionsOf(/pnpm@([\d.]+)/g, read('Dockerfile'))).toEqual([packageManager.replace('pnpm@', '')]);
    expect(versionsOf(/node:([\d.]+)-/g, read('Dockerfile'))).toEqual([catalog['node']]);
  });
});

describe('compose.yaml', () => {
  const compose = parse(read('compose.yaml'), { merge: true }) as {
    services: Record<
      string,
      {
        command?: string[];
        environment: Env;
        stop_grace_period: string;
        restart: string;
        depends_on: Record<string, { condition: string }>;
      }
    >;
  };
  const fromFile = Object.fromEntries(
    [...read('env.example').matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
  );

  it.each(['api', 'worker'] as const)(
    'gives the role %s settings that exist and that it starts with',
    (role) => {
      const service = compose.services[role];
      const own = { ...service?.environment };
      expect(unknown(own)).toEqual(['POSTGRES_PASSWORD']);
      expect(own).toMatchObject({ ROLES: role, POSTGRES_PASSWORD: '' });
      delete own['POSTGRES_PASSWORD'];
      expect(foreign(own, role)).toEqual([]);
      own['DATABASE_URL'] = (own['DATABASE_URL'] ?? '').replace(/\$\{[^}]+\}/, 'word');
      const config = readConfig({ ...image, ...fillEmpty(fromFile), ...own });
      expect(config).toMatchObject({
        isProduction: true,
        roles: [role],
        host: '0.0.0.0',
        needlessSettings: [],
      });
      expect(config.databaseUrl).toBe(
        'postgresql://procurement:word@localhost/procurement?host=/var/run/postgresql',
      );
      expect(Number.parseInt(service?.stop_grace_period ?? '', 10)).toBeGreaterThan(stopSeconds(config) + 5);
    },
  );

  it('migrates once, before the processes that do not', () => {
    const { migrate, api, worker } = compose.services;
    expect(migrate).toMatchObject({ command: MIGRATE, restart: 'no' });
    expect(existsSync(join(REPOSITORY, MIGRATE[1] ?? ''))).toBe(true);
    expect(migrate?.environment['DATABASE_URL']).toBe(api?.environment['DATABASE_URL']);
    for (const service of [api, worker]) {
      expect(service?.depends_on['migrate']).toEqual({ condition: 'service_completed_successfully' });
      expect(service?.environment['MIGRATE_ON_START']).toBe('false');
    }
    expect(Object.keys(migrate?.depends_on ?? {})).toEqual(['postgres']);
  });

  it('gives the migration the database alone', () => {
    const { POSTGRES_PASSWORD: _, ...given } = {
      ...fillEmpty(fromFile),
      ...compose.services['migrate']?.environment,
    };
    const secrets = Object.entries<Setting>(SETTINGS).filter(
      ([name, { isSecret }]) => isSecret && given[name],
    );
    expect(secrets.map(([name]) => name)).toEqual(['DATABASE_URL']);
  });

  it('asks the operator for settings that exist, and for its own two', () => {
    expect(unknown(fromFile).toSorted()).toEqual(['HOSTNAME_OF_THE_SERVICE', 'POSTGRES_PASSWORD']);
  });
});

describe('the Kubernetes manifests', () => {
  const files = readdirSync(join(DEPLOY, 'kubernetes')).map((file) => `kubernetes/${file}`);
  const documents = [...files, 'secret.example.yaml'].flatMap((file) =>
    parseAllDocuments(read(file)).map((document) => document.toJS() as Deployment),
  );
  /** What a pod is given: the values of its ConfigMaps and Secrets, then its own. */
  function settingsOf(kind: string, name: string): Env {
    const found = documents.find((document) => document.kind === kind && document.metadata.name === name);
    const [container] = found?.spec.template.spec.containers ?? [];
    const settings: Env = {};
    for (const source of container?.envFrom ?? []) {
      const wanted = source.configMapRef ? 'ConfigMap' : 'Secret';
      const { name: from } = source.configMapRef ?? source.secretRef ?? {};
      const holder = documents.find((one) => one.kind === wanted && one.metadata.name === from);
      expect(holder, `${wanted} ${from}`).toBeDefined();
      Object.assign(settings, holder?.data, holder?.stringData);
    }
    for (const { name: setting, value } of container?.env ?? []) settings[setting] = value;
    return settings;
  }

  it('come with their namespace first and no Secret, which would replace the real one', () => {
    const kinds = files.toSorted().map((file) => parse(read(file).split('---')[0] ?? '') as { kind: string });
    expect(kinds[0]?.kind).toBe('Namespace');
    expect(files.filter((file) => read(file).includes('kind: Secret'))).toEqual([]);
  });

  it('set what exists', () => {
    const pods = documents.filter(({ kind }) => kind === 'Deployment' || kind === 'Job');
    expect(pods.map(({ metadata }) => metadata.name)).toEqual(['api', 'migrate', 'worker']);
    for (const { kind, metadata } of pods) expect(unknown(settingsOf(kind, metadata.name))).toEqual([]);
  });

  it('migrate in a Job with the role for it, which no other pod has', () => {
    const job = documents.find(({ kind }) => kind === 'Job');
    expect(job?.spec.template.spec.containers[0]?.command).toEqual(MIGRATE);
    const given = fillEmpty(settingsOf('Job', 'migrate'));
    expect(Object.keys(given)).toEqual(['MIGRATE_DATABASE_URL']);
    expect(readMigrateConfig({ ...image, ...given }).databaseUrl).toBe(FILLED['MIGRATE_DATABASE_URL']);
    for (const role of ['api', 'worker'])
      expect(settingsOf('Deployment', role)).not.toHaveProperty('MIGRATE_DATABASE_URL');
  });

  it.each(['api', 'worker'] as const)('start the role %s, probe where it answers, and let it end', (role) => {
    const deployment = documents.find(
      ({ kind, metadata }) => kind === 'Deployment' && metadata.name === role,
    );
    const pod = deployment?.spec.template.spec;
    const [container] = pod?.containers ?? [];
    const own = fillEmpty(settingsOf('Deployment', role));
    expect(foreign(own, role)).toEqual([]);
    const config = readConfig({ ...image, ...own });
    expect(config).toMatchObject({ roles: [role], isMigratingOnStart: false, needlessSettings: [] });
    const ports = Object.fromEntries(
      container?.ports.map(({ name, containerPort }) => [name, containerPort]) ?? [],
    );
    expect(ports).toEqual({ ...(role === 'api' ? { http: config.port } : {}), private: config.privatePort });
    const probes = [container?.startupProbe, container?.livenessProbe, container?.readinessProbe];
    expect(probes.map((probe) => probe?.httpGet)).toEqual([
      { path: '/livez', port: 'private' },
      { path: '/livez', port: 'private' },
      { path: '/readyz', port: 'private' },
    ]);
    expect(pod?.terminationGracePeriodSeconds).toBeGreaterThan(stopSeconds(config) + 5);
  });
});
