import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build } from 'tsup';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { INTERNAL_PROPERTIES } from '../internal-properties.ts';
import { shared } from '../tsup.config.ts';
import type * as sdk from '../src/index.ts';
import { answer, startService } from './start-service.ts';

// The package as integrators get it, built as for a release.

const PACKAGE = join(import.meta.dirname, '..');
// Bytes of a page, gzipped, with what it imports; a little above the sizes when the limits were set. Other clients with
// retries have 8.0 kB and more.
const MAX_PAGE_BYTES = {
  ProcurementIntents: 6_680,
  SignerClient: 6_190,
  createSigner: 400,
  isAllowed: 230,
};
// With an API key or tokens from elsewhere; the last also renews tokens of both kinds.
const MAX_BEARER_PAGE_BYTES = {
  createBearerClient: 5_420,
  'createBearerClient, clientCredentials, logIn': 5_910,
};
// Workers and edge functions are measured like pages.
const MAX_WEBHOOK_PAGE_BYTES = { verifyWebhook: 2_220, expressWebhook: 3_140, fetchWebhook: 2_980 };
const PAGES = [
  ...Object.entries(MAX_PAGE_BYTES).map(([names, maxBytes]) => ({ entry: 'index', names, maxBytes })),
  ...Object.entries(MAX_BEARER_PAGE_BYTES).map(([names, maxBytes]) => ({ entry: 'bearer', names, maxBytes })),
  ...Object.entries(MAX_WEBHOOK_PAGE_BYTES).map(([names, maxBytes]) => ({
    entry: 'webhooks',
    names,
    maxBytes,
  })),
];
const pageOf = (names: string) => names.replaceAll(', ', '-');
const directory = mkdtempSync(join(tmpdir(), 'sdk-package-'));

beforeAll(async () => {
  const entry = {
    index: join(PACKAGE, 'src', 'index.ts'),
    bearer: join(PACKAGE, 'src', 'bearer', 'index.ts'),
    webhooks: join(PACKAGE, 'src', 'webhooks', 'index.ts'),
  };
  const options = { ...shared, entry, config: false as const, silent: true, clean: false };
  await build({ ...options, platform: 'node', outDir: join(directory, 'node') });
  await build({ ...options, platform: 'browser', outDir: join(directory, 'web') });
  const pages = PAGES.map(({ entry: from, names }): [string, string] => {
    const page = join(directory, `${pageOf(names)}.js`);
    writeFileSync(page, `export { ${names} } from './web/${from}.js';`);
    return [pageOf(names), page];
  });
  await build({
    config: false,
    silent: true,
    entry: Object.fromEntries(pages),
    splitting: false,
    format: 'esm',
    target: 'es2022',
    platform: 'browser',
    minify: true,
    outDir: join(directory, 'page'),
  });
});
afterAll(() => rmSync(directory, { recursive: true }));

const read = (...path: string[]) => readFileSync(join(directory, ...path), 'utf8');

const sizeOf = (names: string) => gzipSync(read('page', `${pageOf(names)}.js`), { level: 9 }).length;

// A page that constructs a client includes all its methods.
it.each(PAGES)('is small in a page that imports $names', ({ names, maxBytes }) => {
  expect(sizeOf(names)).toBeLessThanOrEqual(maxBytes);
});

it('has the sizes that the README states', () => {
  const readme = readFileSync(join(PACKAGE, 'README.md'), 'utf8');
  const [, client, company, withTokens] =
    /about ([\d.]+) kB compressed in a page.*about ([\d.]+) kB compressed, ([\d.]+) kB when/s.exec(readme) ??
    [];
  const stated = [client, company, withTokens].map(Number);
  const measured = ['ProcurementIntents', ...Object.keys(MAX_BEARER_PAGE_BYTES)].map(sizeOf);
  stated.forEach((kB, place) => expect(Math.abs(kB * 1_000 - (measured[place] ?? NaN))).toBeLessThan(75));
});

it('imports only crypto in Node, and nothing elsewhere', () => {
  const imports = (code: string) =>
    [...code.matchAll(/(?:\bfrom\s*|\b(?:__)?require\(|\bimport\()['"]([^'"]+)['"]/g)].map(
      ([, name]) => name,
    );
  expect(imports(read('node', 'index.js'))).toEqual(['node:crypto']);
  expect(imports(read('node', 'index.cjs'))).toEqual(['node:crypto']);
  expect(imports(read('web', 'index.js'))).toEqual([]);
  expect(imports(read('web', 'index.cjs'))).toEqual([]);
  const ofOthers = ['node', 'web'].flatMap((each) =>
    ['bearer.js', 'bearer.cjs', 'webhooks.js', 'webhooks.cjs'].map((file) => read(each, file)),
  );
  expect(ofOthers.flatMap(imports)).toEqual([]);
});

it('loads crypto with the first signature, so that the import is fast', () => {
  expect(read('node', 'index.js')).not.toMatch(/^import\b/m);
  // Test runners that run CommonJS in a separate context offer no `import()`.
  expect(read('node', 'index.cjs')).not.toMatch(/\bimport\(/);
});

it('names its version and the runtime to the service, where the runtime allows it', () => {
  const { version } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as { version: string };
  for (const file of ['index.js', 'index.cjs']) {
    expect(read('node', file)).toMatch(new RegExp(`procurement-intents-sdk/\\$\\{.*"${version}"`));
    expect(read('web', file)).not.toContain('user-agent');
  }
});

it('says that the web build reads no environment', async () => {
  const web = (await import(join(directory, 'web', 'index.js'))) as typeof sdk;
  vi.stubEnv('PROCUREMENT_BASE_URL', 'https://procurement.example');
  expect(() => new web.ProcurementIntents()).toThrow(
    /^baseUrl is missing: this build .* reads no environment$/,
  );
  vi.unstubAllEnvs();
});

it('names an option that cannot be one, and says in Node alone what it must be', async () => {
  const web = (await import(join(directory, 'web', 'index.js'))) as typeof sdk;
  const options = { baseUrl: 'http://procurement.example', appId: 'app_1', appSecret: 'secret' };
  expect(() => new web.ProcurementIntents(options)).toThrow(/^baseUrl is not valid$/);
  for (const file of ['index.js', 'bearer.js']) {
    expect(read('node', file)).toContain('must be https (http on loopback)');
    expect(read('web', file)).not.toContain('must be https');
  }
});

it('shortens no name that the service or an integrator uses', () => {
  const types = readFileSync(join(PACKAGE, 'public-types.txt'), 'utf8');
  // The testing entry, which is last, is built without shortened names.
  const [, ofClient = '', ofBearer = '', ofWebhooks = ''] = types.split(
    /^\/\/ @procurement-intents\/sdk.*$/m,
  );
  expect(ofClient).toContain('class ProcurementIntents');
  expect(ofBearer).toContain('createBearerClient');
  expect(ofWebhooks).toContain('verifyWebhook');
  const members = (ofClient + ofBearer + ofWebhooks).matchAll(/^ +(?:[a-z]+ )*['"]?(\w+)['"]?\??[:(<]/gm);
  const names = new Set([...members].map(([, name]) => name));
  expect(names).toContain('idempotencyKey');
  expect(INTERNAL_PROPERTIES.split('|').filter((name) => names.has(name))).toEqual([]);
});

describe.each([
  ['an ES module', 'node/index.js', 'const sdk = await import(FILE);'],
  [
    'a CommonJS module',
    'node/index.cjs',
    'const { createRequire } = await import("node:module");\nconst sdk = createRequire(FILE)(FILE);',
  ],
  ['a web module', 'web/index.js', 'const sdk = await import(FILE);'],
])('as %s', (_, file, load) => {
  it('makes calls, gets a refusal, retries, and lets the process end', async () => {
    const created = '{"code":0,"message":"","data":{"id":"int_1"}}';
    const refused = '{"code":40003,"message":"","data":{"currentStatus":"FAILED","reason":""}}';
    const service = await startService(
      answer(503, ''),
      answer(201, created),
      answer(400, refused, { 'x-error-name': 'CANCEL_REFUSED' }),
    );
    const script = `
      const FILE = ${JSON.stringify(join(directory, file))};
      ${load}
      const client = new sdk.ProcurementIntents({
        baseUrl: ${JSON.stringify(service.baseUrl)}, appId: 'app_1', appSecret: 'secret',
      });
      const { id } = await client.intents.create({});
      const error = await client.intents.cancel(id).catch((each) => each);
      console.log(JSON.stringify([id, sdk.isApiError(error, 'CANCEL_REFUSED'), error.data.currentStatus]));
      const endedAt = performance.now();
      process.on('exit', () => console.log(Math.round(performance.now() - endedAt)));
    `;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
      timeout: 15_000,
    });
    const [result, lingeredMs] = stdout.trim().split('\n');
    expect(JSON.parse(result ?? '')).toEqual(['int_1', true, 'FAILED']);
    expect(Number(lingeredMs)).toBeLessThan(1_000);
  });
});
