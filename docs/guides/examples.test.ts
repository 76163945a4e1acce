import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signedHeaders } from '../../apps/server/test/support/sign.ts';
import { startTestService, type TestService } from '../../apps/server/test/support/test-service.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const read = (page: string): string => readFileSync(join(ROOT, page), 'utf8');

/** The code blocks of a page in `language`, in order. */
function blocks(page: string, language: string): string[] {
  const text = read(page).matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms'));
  return [...text].map(([, code]) => code ?? '');
}

interface ProgramResult {
  exitCode: number;
  stdout: string;
  stderr: string;
}

function run(file: string, args: string[], cwd = tmpdir()): Promise<ProgramResult> {
  return new Promise((resolve) => {
    execFile(file, args, { cwd, timeout: 18_000 }, (error, stdout, stderr) => {
      resolve({ exitCode: error ? Number(error.code ?? -1) : 0, stdout, stderr });
    });
  });
}

const runBash = (code: string, cwd?: string): Promise<ProgramResult> =>
  run('bash', ['-c', `set -eo pipefail\n${code}`], cwd);

function hasAll(...tools: string[]): boolean {
  const missing = tools.filter((tool) => spawnSync('sh', ['-c', `command -v ${tool}`]).status !== 0);
  if (missing.length > 0) process.stderr.write(`SKIPPED: examples that need ${missing.join(' and ')}\n`);
  return missing.length === 0;
}

const hasShellTools = hasAll('bash', 'curl', 'openssl');

describe('sign-a-request.md', () => {
  const PAGE = 'docs/guides/sign-a-request.md';
  const timestamp = '1795251600000';
  const signer = { appId: 'any', appSecret: 'example-secret' };
  const requests = [
    { method: 'GET', path: '/api/v1/intents?pageSize=5&userId=user_1001', timestamp },
    {
      method: 'PUT',
      path: '/api/v1/intents/int_01a1fd8da8ac72e880244d1234edbc0b',
      body: '{"remarks":"请放前台"}',
      timestamp,
    },
  ];
  const signatures = requests.map((request) => signedHeaders(signer, request)['X-Signature']);

  it('shows the signatures that the service expects', () => {
    expect(read(PAGE).match(/`[0-9a-f]{64}`/g)).toEqual(signatures.map((each) => `\`${each}\``));
  });

  it.for([
    ['bash', hasShellTools, (code: string) => runBash(code)],
    ['js', true, (code: string) => run(process.execPath, ['--input-type=module', '-e', code])],
    ['python', hasAll('python3'), (code: string) => run('python3', ['-c', code])],
  ] as const)('has a program in %s that prints them', async ([language, isAvailable, start], { skip }) => {
    if (!isAvailable) skip();
    const programs = blocks(PAGE, language);
    expect(programs).toHaveLength(1);
    expect(await start(programs[0] ?? '')).toEqual({
      exitCode: 0,
      stdout: `${signatures.join('\n')}\n`,
      stderr: '',
    });
  });
});

describe.skipIf(!hasShellTools)('the calls to paste into a shell', () => {
  let service: TestService;
  let folder: string;
  beforeAll(async () => {
    service = await startTestService({ isWorking: true, graceMs: 1000, sandboxSpeed: 4 });
    folder = mkdtempSync(join(tmpdir(), 'examples-'));
    mkdirSync(join(folder, '.data'));
    const { signer, baseUrl, sandboxUrl } = service;
    const demoApp = JSON.stringify({ ...signer, baseUrl, sandboxUrl }, null, 2);
    writeFileSync(join(folder, '.data', 'demo-app.json'), `${demoApp}\n`);
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await service.stop();
  });

  it('of the README create one intent in at most ten lines', async () => {
    const [first = ''] = blocks('README.md', 'bash');
    expect(first.trim().split('\n').length).toBeLessThanOrEqual(10);
    const { exitCode, stdout, stderr } = await runBash(first, folder);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    const { id, status } = (JSON.parse(stdout) as { data: { id: string; status: string } }).data;
    expect(status).toBe('SUBMITTED');
    expect(await service.database.intent.findUnique({ where: { id } })).not.toBeNull();
  });

  it('of first-purchase.md buy one, cancel one and see one fail', async () => {
    await fetch(`${service.sandboxUrl}/reset`, { method: 'POST' });
    const before = await service.database.intent.count();
    const { exitCode, stdout } = await runBash(
      blocks('docs/guides/first-purchase.md', 'bash').join(''),
      folder,
    );
    expect(exitCode).toBe(0);
    expect(stdout).toContain('"status":"healthy"');
    expect(stdout).toMatch(/^"trackingNumber":"\w+"$/m);
    expect(stdout).toContain('"type":"intent.completed"');
    expect(stdout).toMatch(/"merchantOrderNo":"[0-9a-f]{32}"/);
    expect(stdout).toContain('"status":"CANCELLED"');
    expect(stdout).toMatch(/^"failureReason":"OUT_OF_STOCK: /m);

    const intents = await service.database.intent.findMany({ orderBy: { id: 'asc' }, skip: before });
    expect(intents.map(({ status }) => status)).toEqual(['COMPLETED', 'CANCELLED', 'FAILED']);
  });
});

describe('the lifecycle diagram in the README', () => {
  const transitions = (page: string): string[] =>
    blocks(page, 'mermaid')
      .join('')
      .split('\n')
      .filter((line) => line.includes('-->'));

  it('shows exactly the transitions to another status', () => {
    const expected = transitions('docs/reference/lifecycle.md').filter(
      (line) => !/: (update|delete|archive|unarchive)$/.test(line),
    );
    expect(transitions('README.md').toSorted()).toEqual(expected.toSorted());
  });
});
