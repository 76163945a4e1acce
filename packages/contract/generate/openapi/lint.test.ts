import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildGatewayDocument } from '../gateway/openapi.ts';
import { buildDocument, type OpenApiDocument } from './openapi.ts';

const REDOCLY = join(import.meta.dirname, '..', '..', 'node_modules', '@redocly', 'cli', 'bin', 'cli.js');

let folder: string;
let document: OpenApiDocument;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'openapi-lint-'));
  document = await buildDocument();
});
afterAll(() => rmSync(folder, { recursive: true }));

interface Report {
  totals: { errors: number; warnings: number; ignored: number };
  problems: { ruleId: string; message: string; location: { pointer?: string }[] }[];
}

/** The findings of the recommended rules. The linter makes no network call. */
function lint(subject: object, skipped: readonly string[] = []): Promise<Report> {
  const file = join(folder, 'openapi.json');
  writeFileSync(file, JSON.stringify(subject));
  const args = [REDOCLY, 'lint', '--extends', 'recommended', '--format', 'json', ...skipped.flatMap((rule) => ['--skip-rule', rule]), file];
  const env = { PATH: process.env['PATH'], REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      args,
      { cwd: folder, env, timeout: 15_000, maxBuffer: 2 ** 24 },
      (error, stdout) => {
        if (stdout.includes('"totals"')) resolve(JSON.parse(stdout) as Report);
        else reject(error ?? new Error(stdout));
      },
    );
  });
}

it.each([
  { what: 'the service', build: () => document, skipped: [] },
  // An order may be cancelled whose id is `by-merchant-no`; version 1 of the protocol has these paths.
  { what: 'gateways', build: buildGatewayDocument, skipped: ['no-ambiguous-paths'] },
])("that of $what satisfies Redocly's recommended rules", async ({ build, skipped }) => {
  const { totals, problems } = await lint(build(), skipped);
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual(
    [],
  );
  expect(totals).toMatchObject({ errors: 0, warnings: 0, ignored: 0 });
});

it('reports an example that its schema refuses', async () => {
  const broken = structuredClone(document);
  const examples = broken.components?.schemas?.['Health'] as {
    properties: { uptime: { examples: unknown[] } };
  };
  examples.properties.uptime.examples = ['long'];
  expect((await lint(broken)).totals).toMatchObject({ warnings: 1 });
});
