import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { intentBody, intentIn } from '../support/intent-factory.ts';
import { seedIntents } from '../support/seed-intents.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { environmentOf, runBinary, type RunOptions } from './procurement-intents.ts';

let service: TestService;
let dir: string;
beforeAll(async () => {
  service = await startTestService({ isWorking: true, sandboxSpeed: 20 });
  dir = mkdtempSync(join(tmpdir(), 'cli-'));
});
afterAll(async () => {
  await service.stop();
  rmSync(dir, { recursive: true, force: true });
});

const intents = (args: string[], options: RunOptions = {}) =>
  runBinary(['intents', ...args], { ...options, env: { ...environmentOf(service), ...options.env } });

it('buys what stdin says, waits for it, and shows the end', async () => {
  const input = JSON.stringify(intentBody(service));
  const { exitCode, stdout, stderr } = await intents(['create', '-', '--wait', '--json'], { input });
  const intent = JSON.parse(stdout);
  expect({ exitCode, intent }).toMatchObject({
    exitCode: 0,
    intent: { status: 'COMPLETED', title: '无线鼠标' },
  });
  expect(stderr).toMatch(/^Idempotency-Key: [0-9a-f-]{36} /);
  expect(stderr).toContain('COMPLETED  ');

  const shown = await intents(['get', intent.id]);
  expect(shown).toMatchObject({ exitCode: 0, stderr: '' });
  expect(shown.stdout).toContain(`id\t${intent.id}\n`);
  expect(shown.stdout).toContain('status\tCOMPLETED\n');
});

it('buys once under one key, from a file with options over it', async () => {
  const file = join(dir, 'order.json');
  writeFileSync(file, JSON.stringify(intentBody(service, 'ordinary', { draft: true })));
  const args = ['create', file, '--quantity', '7', '--idempotency-key', 'order-77', '--json'];
  const first = await intents(args);
  const second = await intents(args);
  expect(first).toMatchObject({ exitCode: 0, stderr: '' });
  expect(second.stdout).toBe(first.stdout);
  const read = await intents(['get', JSON.parse(first.stdout).id, '--json']);
  expect(JSON.parse(read.stdout)).toMatchObject({ quantity: 7, status: 'DRAFT' });
  const other = await intents(args.toSpliced(3, 1, '8').slice(0, -1));
  expect(other).toMatchObject({ exitCode: 1, stdout: '' });
  expect(other.stderr).toContain('IDEMPOTENCY_KEY_REUSED');
  expect(other.stderr).toContain(`The key has already bought ${JSON.parse(first.stdout).id},`);
});

it('exits with 4 when the purchase failed, and with 5 when it was cancelled', async () => {
  const body = intentBody(service, 'out-of-stock');
  const failed = await intents(['create', '-', '--wait', '--json'], { input: JSON.stringify(body) });
  expect(failed.exitCode).toBe(4);
  expect(JSON.parse(failed.stdout)).toMatchObject({ status: 'FAILED', failureCode: 'OUT_OF_STOCK' });

  const cancelled = await intentIn(service, 'CANCELLED');
  expect(await intents(['wait', cancelled])).toMatchObject({ exitCode: 5 });
  expect(await intents(['wait', cancelled, '--until', 'CANCELLED'])).toMatchObject({ exitCode: 0 });
});

it('exits with 6 when the time for waiting is over', async () => {
  const id = await intentIn(service, 'DRAFT');
  const { exitCode, stdout, stderr } = await intents(['wait', id, '--timeout', '1']);
  expect({ exitCode, stdout }).toEqual({ exitCode: 6, stdout: '' });
  expect(stderr).toContain(`the intent ${id} is still DRAFT`);
});

it('cancels only what was confirmed', async () => {
  const id = await intentIn(service, 'COMPLETED');
  const unasked = await intents(['cancel', id]);
  expect(unasked).toMatchObject({ exitCode: 2, stdout: '' });
  expect(unasked.stderr).toContain('--yes');

  const refused = await intents(['cancel', id, '--yes', '--json']);
  expect(refused).toMatchObject({ exitCode: 1, stdout: '' });
  expect(JSON.parse(refused.stderr).error).toMatchObject({
    name: 'CANCEL_REFUSED',
    code: 40003,
    status: 400,
    data: { currentStatus: 'COMPLETED' },
    requestId: expect.stringMatching(/^req_/),
    fix: 'It is COMPLETED. Cancel only while the intent is SUBMITTED or PROCESSING.',
  });
});

it('says which fields are wrong, what to do, and the request id', async () => {
  const input = JSON.stringify(intentBody(service, 'ordinary', { phone: '12', quantity: 0 }));
  const { exitCode, stdout, stderr } = await intents(['create', '-'], { input });
  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
  expect(stderr).toMatch(
    /error: createIntent: .*phone: .*quantity: |error: createIntent: .*quantity: .*phone: /,
  );
  expect(stderr).toMatch(/^what to do: Correct (quantity \(--quantity\)|phone \(--phone\)), /m);
  expect(stderr).toMatch(/request id: req_/);
});

it('speaks the language of the terminal', async () => {
  const id = 'int_00000000000000000000000000000000';
  const chinese = await intents(['get', id], { env: { LANG: 'zh_CN.UTF-8' } });
  const english = await intents(['get', id], { env: { LANG: 'de_DE.UTF-8' } });
  expect(chinese.stderr).toContain('不存在');
  expect(english.stderr).toContain('The intent does not exist');
});

it('lists in lines for programs, and goes on at a cursor', async () => {
  const signer = await service.addApp();
  const env = environmentOf(service, signer);
  const ids: string[] = [];
  for (const n of [1, 2, 3]) {
    const body = intentBody(service, 'ordinary', { draft: true, title: `item\u3000${n}`, quantity: n });
    ids.unshift((await service.call('POST', '/api/v1/intents', { body, signer })).body.data.id);
  }
  const first = await intents(['list', '--limit', '2', '--status', 'DRAFT,FAILED'], { env });
  expect(first.stdout.split('\n').map((line) => line.split('\t')[0])).toEqual([ids[0], ids[1], '']);
  expect(first.stdout.split('\n')[0]?.split('\t').slice(1, 5)).toEqual([
    'DRAFT',
    'PLATFORM_A',
    '3',
    '597.00',
  ]);
  const cursor = /--cursor (\S+)/.exec(first.stderr)?.[1] ?? '';
  const second = await intents(['list', '--limit', '2', '--status', 'DRAFT,FAILED', '--cursor', cursor], {
    env,
  });
  expect(second.stdout).toMatch(new RegExp(`^${ids[2]}\t[^\n]*\n$`));
  expect(second.stderr).toBe('');

  const page = await intents(['list', '--json', '--order', 'asc'], { env });
  expect(JSON.parse(page.stdout)).toMatchObject({
    total: 3,
    nextCursor: null,
    items: [{ id: ids[2] }, {}, {}],
  });
});

it('exports every page once, oldest first, and leaves a whole file', async () => {
  const signer = await service.addApp();
  const env = environmentOf(service, signer);
  const titles = ['=1+1', 'a "quoted", title', ...Array.from({ length: 203 }, (_, n) => `item ${n}`)];
  const from = Date.now();
  await seedIntents(service, titles.length, (n) => ({
    appId: signer.appId,
    title: titles[n] ?? '',
    createdAt: new Date(from + n),
  }));

  const ndjson = await intents(['export'], { env });
  expect(ndjson).toMatchObject({ exitCode: 0, stderr: `${titles.length} intents exported\n` });
  const items = ndjson.stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(items.map(({ title }) => title)).toEqual(titles);

  const file = join(dir, 'all.csv');
  expect(await intents(['export', '--format', 'csv', '-o', file], { env })).toMatchObject({
    exitCode: 0,
    stdout: '',
  });
  const lines = readFileSync(file, 'utf8').split('\r\n');
  expect(lines).toHaveLength(titles.length + 2);
  expect(lines[1]).toContain(",'=1+1,");
  expect(lines[2]).toContain(',"a ""quoted"", title",');
  expect(existsSync(`${file}.part`)).toBe(false);
});

it('leaves no file of an export that was refused', async () => {
  const file = join(dir, 'refused.csv');
  const env = environmentOf(service, await service.addApp({ permissions: ['intents:write'] }));
  const { exitCode } = await intents(['export', '-o', file], { env });
  expect(exitCode).toBe(1);
  expect([file, `${file}.part`].filter(existsSync)).toEqual([]);
});
