import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ERROR_NAMES, ERRORS, EXAMPLE_PURCHASE, ROUTES } from '../../packages/contract/src/index.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ITEM_NAMES } from '../../apps/sandbox/src/items.ts';
import { intentBody, intentIn } from '../../apps/server/test/support/intent-factory.ts';
import {
  createProgramFolder,
  hasTools,
  type ProgramFolder,
} from '../../apps/server/test/support/program-folder.ts';
import { startTestService, type TestService } from '../../apps/server/test/support/test-service.ts';
import { PURCHASES } from '../../packages/sdk/demo/demo-purchases.ts';

const read = (page: string): string => readFileSync(join(import.meta.dirname, page), 'utf8');

/** The code blocks of a page in `language`, in order. */
const blocks = (page: string, language: string): string[] =>
  [...read(page).matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms'))].map(
    ([, code = '']) => code,
  );

/** The cells of the table with this first heading, without backticks. */
function tableRows(page: string, heading: string): string[][] {
  const lines = read(page).split('\n');
  const start = lines.findIndex((line) => line.startsWith(`| ${heading} `)) + 2;
  const length = lines.slice(start).findIndex((line) => !line.startsWith('|'));
  return lines.slice(start, start + length).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('`', '')),
  );
}

const hasShellTools = hasTools('the shell of the guides', 'bash', 'curl', 'openssl');

let service: TestService;
let folder: ProgramFolder;
let env: Record<string, string>;
beforeAll(async () => {
  service = await startTestService();
  folder = createProgramFolder();
  const { signer, baseUrl, sandboxUrl } = service;
  env = {
    PROCUREMENT_BASE_URL: baseUrl,
    PROCUREMENT_APP_ID: signer.appId,
    PROCUREMENT_APP_SECRET: signer.appSecret,
  };
  mkdirSync(join(folder.dir, '.data'));
  const demoApp = JSON.stringify({ ...signer, baseUrl, sandboxUrl }, null, 2);
  writeFileSync(join(folder.dir, '.data', 'demo-app.json'), `${demoApp}\n`);
});
afterAll(async () => {
  folder.remove();
  await service.stop();
});

async function runShell(code: string): Promise<string[]> {
  const { exitCode, stdout, stderr } = await folder.run('bash', ['-eo', 'pipefail', '-c', code], { env });
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  return stdout.trim().split('\n');
}

async function runTypeScript(name: string, code: string, ...flags: string[]): Promise<string> {
  const file = folder.write(
    name,
    code.replaceAll(EXAMPLE_PURCHASE.productUrl, `${service.sandboxUrl}/a/items/ordinary`),
  );
  const { exitCode, stdout, stderr } = await folder.run(process.execPath, [...flags, file], { env });
  expect({ exitCode, stderr }, stdout).toEqual({ exitCode: 0, stderr: '' });
  return stdout;
}

it('tests every guide with runnable code', () => {
  const pages = globSync('*.md', { cwd: import.meta.dirname }).filter((page) =>
    /^```(bash|ts|js|python)$/m.test(read(page)),
  );
  expect(pages.toSorted()).toEqual([
    'ask-approve-buy.md', // ask-approve-buy.test.ts
    'buy-in-bulk.md',
    'connect-a-shop.md', // connect-a-shop.test.ts
    'first-purchase.md', // examples.test.ts
    'follow-the-feed.md',
    'generate-a-client.md', // generated-clients.test.ts
    'going-live.md',
    'keep-the-list-short.md',
    'let-an-agent-draft.md', // let-an-agent-draft.test.ts
    'nightly-reconciliation.md',
    'receive-webhooks.md', // receive-webhooks.test.ts
    'retries-and-idempotency.md',
    'sign-a-request.md', // examples.test.ts
    'test-your-integration.md',
  ]);
});

it('the TypeScript of the guides compiles with the strict types of the SDK', async () => {
  const pages = [
    'retries-and-idempotency.md',
    'test-your-integration.md',
    'going-live.md',
    'follow-the-feed.md',
    'keep-the-list-short.md',
    'nightly-reconciliation.md',
    'buy-in-bulk.md',
  ];
  const sources = pages.flatMap((page) => blocks(page, 'ts'));
  expect(sources).toHaveLength(8);
  const files = sources.map((code, index) => folder.write(`snippet-${index}.ts`, code));
  expect(await folder.typecheck(files, { lib: ['es2024', 'dom'] })).toBe('');
}, 60_000);

describe('retries-and-idempotency.md', () => {
  const PAGE = 'retries-and-idempotency.md';

  it.skipIf(!hasShellTools)('creates one intent for one key, and refuses another body', async () => {
    const [shell = '', ...more] = blocks(PAGE, 'bash');
    expect(more).toEqual([]);
    const answers = (await runShell(shell)).map(
      (line) => JSON.parse(line) as { code: number; data: { id: string } | null },
    );
    expect(answers.map(({ code }) => code)).toEqual([0, 0, 40901]);
    expect(answers[1]?.data?.id).toBe(answers[0]?.data?.id);
  });

  it('creates one intent with the SDK, however often it runs', async () => {
    const [code = ''] = blocks(PAGE, 'ts');
    const first = await runTypeScript('create.ts', code);
    expect(first).toMatch(/^accepted int_[0-9a-f]{32}\n$/);
    expect(await runTypeScript('create.ts', code)).toBe(first);
  });

  it('lists exactly the errors that can be retried', () => {
    const expected = ERROR_NAMES.filter((name) => ERRORS[name].retry !== 'never').map((name) => {
      const { code, status, retry } = ERRORS[name];
      return [String(code), String(status), name, retry];
    });
    const rows = tableRows(PAGE, 'Code').map(([code, status, name, when = '']) => [
      code,
      status,
      name,
      when.includes('setting your clock') ? 'clock' : when.includes('signed again') ? 'sign' : 'later',
    ]);
    expect(rows.toSorted()).toEqual(expected.toSorted());
  });

  it('says for every operation what to do after a lost answer', () => {
    const operations = tableRows(PAGE, 'Operation').map(([name]) => name);
    expect(operations.toSorted()).toEqual(Object.keys(ROUTES).toSorted());
  });

  it('describes the answers to a repeated cancel, submit, delete and update', async () => {
    const twice = async (method: string, path: string, options = {}) => {
      expect((await service.call(method, path, options)).body.code).toBe(0);
      return (await service.call(method, path, options)).body;
    };
    const draft = await intentIn(service, 'DRAFT');
    const path = `/api/v1/intents/${draft}`;
    const change = { body: { quantity: 3 }, headers: { 'If-Match': '"1"' } };
    expect(await twice('PUT', path, change)).toMatchObject({ code: 40902 });
    expect(await twice('POST', `${path}/submit`)).toMatchObject({
      code: 40002,
      data: { currentStatus: 'SUBMITTED' },
    });
    expect(await twice('POST', `${path}/cancel`)).toMatchObject({
      code: 40003,
      data: { currentStatus: 'CANCELLED' },
    });
    expect(await twice('DELETE', path)).toMatchObject({ code: 40401 });
  });

  it('does not use up the key of a refused create', async () => {
    const headers = { 'Idempotency-Key': 'unused-after-refusal' };
    const body = intentBody(service);
    const refused = await service.call('POST', '/api/v1/intents', {
      body: { ...body, quantity: 0 },
      headers,
    });
    expect(refused.body.code).toBe(40001);
    const accepted = await service.call('POST', '/api/v1/intents', { body, headers });
    expect(accepted.body.code).toBe(0);
    expect(accepted.headers.get('Idempotency-Replayed')).toBeNull();
  });
});

describe('test-your-integration.md', () => {
  const PAGE = 'test-your-integration.md';

  it.each([0, 1])('has tests that pass, block %i', async (index) => {
    const report = await runTypeScript(`own-${index}.test.ts`, blocks(PAGE, 'ts')[index] ?? '', '--test');
    expect(report).toMatch(/^\S+ pass [1-9]/m);
    expect(report).toMatch(/^\S+ fail 0$/m);
  });

  it('shows the tests under fake timers that run in vitest and jest', () => {
    const folder = join(import.meta.dirname, '..', '..', 'packages', 'sdk', 'test', 'runners');
    const files = ['guide-vitest.test.mjs', 'guide-jest.test.cjs'];
    expect(blocks(PAGE, 'js')).toEqual(files.map((file) => readFileSync(join(folder, file), 'utf8')));
  });

  it('lists every item of the sandbox once', () => {
    const items = tableRows(PAGE, 'To see').map(([, item]) => item);
    expect(items.toSorted()).toEqual([...ITEM_NAMES].toSorted());
  });

  it('says for each item how its purchase ends, as in the demo', () => {
    const ends = Object.fromEntries(tableRows(PAGE, 'To see').map(([, item = '', end = '']) => [item, end]));
    for (const { item, expected, failureCode, isCancelled } of PURCHASES) {
      if (isCancelled) continue;
      expect(ends[item], item).toContain(expected === 'REFUSED' ? 'refused at create, 40001' : expected);
      expect(ends[item], item).toContain(failureCode ?? '');
    }
    expect(read(PAGE)).toContain(`buys ${PURCHASES.length} things`);
  });

  it.skipIf(!hasShellTools)("reads the shops' ledger", async () => {
    const [ledger = ''] = await runShell(blocks(PAGE, 'bash').join('\n'));
    expect(JSON.parse(ledger)).toMatchObject({ orders: [] });
  });
});

it('follow-the-feed.md has a test that passes', async () => {
  const report = await runTypeScript('feed.test.ts', blocks('follow-the-feed.md', 'ts')[0] ?? '', '--test');
  expect(report).toMatch(/^\S+ pass 1$/m);
  expect(report).toMatch(/^\S+ fail 0$/m);
});

it('buy-in-bulk.md has tests that pass', async () => {
  const [whole = '', stopped = ''] = blocks('buy-in-bulk.md', 'ts');
  folder.write('stopped.test.ts', stopped);
  const report = await runTypeScript('batch.test.ts', whole, '--test', 'stopped.test.ts');
  expect(report).toMatch(/^\S+ pass 3$/m);
  expect(report).toMatch(/^\S+ fail 0$/m);
}, 60_000);

it('keep-the-list-short.md has a test that passes', async () => {
  const [code = ''] = blocks('keep-the-list-short.md', 'ts');
  const report = await runTypeScript('archive.test.ts', code, '--test');
  expect(report).toMatch(/^\S+ pass 1$/m);
  expect(report).toMatch(/^\S+ fail 0$/m);
});

it.skipIf(!hasShellTools)('going-live.md compares the clocks', async () => {
  const lines = await runShell(blocks('going-live.md', 'bash').join('\n'));
  const times = lines.map((line) => Date.parse(line.replace(/^\w+: +/, '')));
  expect(times).toHaveLength(2);
  expect(Math.abs((times[0] ?? 0) - (times[1] ?? Infinity))).toBeLessThan(10_000);
});
