import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readConfig, REPOSITORY } from '../../src/config.ts';
import { SETTINGS } from '../../src/settings.ts';
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
  DATABASE_URL: 'postgresql://procurement:word@postgres:5432/procurement',
  REDIS_URL: 'redis://valkey:6379',
  SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
};

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
const stopSeconds = (config: ReturnType<typeof readConfig>): number =>
  (config.shutdownDelayMs + config.shutdownDrainMs) / 1000;

describe('the Dockerfile', () => {
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
    services: Record<string, { environment: Env; stop_grace_period: string; deploy: { replicas: number } }>;
  };
  const fromFile = Object.fromEntries(
    [...read('env.example').matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
  );

  it.each(['api', 'worker'])('gives the role %s settings that exist and that it starts with', (role) => {
    const service = compose.services[role];
    const own = { ...service?.environment };
    expect(unknown(own)).toEqual([]);
    expect(own['ROLES']).toBe(role);
    own['DATABASE_URL'] = (own['DATABASE_URL'] ?? '').replace(/\$\{[^}]+\}/, 'word');
    const config = readConfig({ ...image, ...fillEmpty(fromFile), ...own });
    expect(config).toMatchObject({ isProduction: true, roles: [role], host: '0.0.0.0' });
    expect(config.databaseUrl).toBe(FILLED['DATABASE_URL']);
    expect(Number.parseInt(service?.stop_grace_period ?? '', 10)).toBeGreaterThan(stopSeconds(config) + 5);
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
  const settings: Env = {};
  for (const { kind, data, stringData } of documents) {
    if (kind === 'ConfigMap' || kind === 'Secret') Object.assign(settings, data, stringData);
  }

  it('come with their namespace first and no Secret, which would replace the real one', () => {
    const kinds = files.toSorted().map((file) => parse(read(file).split('---')[0] ?? '') as { kind: string });
    expect(kinds[0]?.kind).toBe('Namespace');
    expect(files.filter((file) => read(file).includes('kind: Secret'))).toEqual([]);
  });

  it('set what exists', () => {
    expect(unknown(settings)).toEqual([]);
    expect(
      documents.filter(({ kind }) => kind === 'Deployment').map(({ metadata }) => metadata.name),
    ).toEqual(['api', 'worker']);
  });

  it.each(['api', 'worker'])('start the role %s, probe where it answers, and let it end', (role) => {
    const deployment = documents.find(
      ({ kind, metadata }) => kind === 'Deployment' && metadata.name === role,
    );
    const pod = deployment?.spec.template.spec;
    const [container] = pod?.containers ?? [];
    const own = Object.fromEntries(container?.env.map(({ name, value }) => [name, value]) ?? []);
    const config = readConfig({ ...image, ...fillEmpty(settings), ...own });
    expect(config.roles).toEqual([role]);
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
