import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { runCli } from '../src/run-cli.ts';
import { openTerminal } from '../src/terminal.ts';
import { hostService } from './host-service.ts';
import { listen } from './listen.ts';
import { SECRET, temporaryFolder } from './run.ts';

const ITEM = {
  id: 'int_019c0000000070008000000000000001',
  userId: 'user_1001',
  platform: 'PLATFORM_A',
  title: '无线鼠标 一款非常非常好用的无线鼠标',
  price: 199,
  quantity: 2,
  totalAmount: 398,
  status: 'COMPLETED',
  createdAt: '2026-11-21T09:30:00.123Z',
  updatedAt: '2026-11-21T09:31:00.000Z',
};

async function startService(data: unknown) {
  const received: string[] = [];
  const baseUrl = await listen((request, response) => {
    received.push(`${request.method} ${request.url}`);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ code: 0, message: '', data }));
  });
  return { baseUrl, received };
}

/** Runs a command in a terminal where the user types `answer`. */
async function runAtTerminal(args: string[], baseUrl: string, { env = {}, answer = '' } = {}) {
  const tty = () => Object.assign(new PassThrough(), { isTTY: true, columns: 110 });
  const [stdin, stdout, stderr] = [tty(), tty(), tty()];
  stdin.end(answer);
  const settings = {
    PROCUREMENT_BASE_URL: baseUrl,
    PROCUREMENT_APP_ID: 'app_test',
    PROCUREMENT_APP_SECRET: 'secret',
    XDG_CONFIG_HOME: '/nonexistent',
    ...env,
  };
  const exitCode = await runCli(args, openTerminal({ stdin, stdout, stderr }, settings), settings);
  const read = (stream: PassThrough) => String(stream.read() ?? '');
  return { exitCode, stdout: read(stdout), stderr: read(stderr) };
}

const PAGE = { items: [ITEM], total: 21, page: 1, pageSize: 1, totalPages: 21, nextCursor: 'next-1' };

it('prints a table with a header that fits the terminal, and how to get the next page', async () => {
  const { baseUrl } = await startService(PAGE);
  const { exitCode, stdout, stderr } = await runAtTerminal(['intents', 'list'], baseUrl, {
    env: { NO_COLOR: '1' },
  });
  expect(exitCode).toBe(0);
  expect(stdout.split('\n')).toEqual([
    'ID                                    STATUS     PLATFORM    QUANTITY  TOTAL   CREATED            TITLE',
    `${ITEM.id}  COMPLETED  PLATFORM_A  2         398.00  2026-11-21 09:30Z  无线鼠标 一…`,
    '',
  ]);
  expect(stderr).toBe('1 of 21; go on with --cursor next-1\n');
});

it('colours the status, unless NO_COLOR is set', async () => {
  const { baseUrl } = await startService(PAGE);
  expect((await runAtTerminal(['intents', 'list'], baseUrl)).stdout).toContain(
    '\u001b[32mCOMPLETED\u001b[0m',
  );
  const plain = await runAtTerminal(['intents', 'list'], baseUrl, { env: { NO_COLOR: '1' } });
  expect(plain.stdout).not.toContain('\u001b');
});

it('prints endpoints, deliveries and events as tables', async () => {
  const id = `whk_${'0'.repeat(32)}`;
  const plain = { env: { NO_COLOR: '1' } };
  const failingSince = '2026-11-21T09:30:00.000Z';
  const endpoint = { id, status: 'ENABLED', url: 'https://h/hooks', eventTypes: ['*'], failingSince };
  const listed = await startService({ items: [endpoint] });
  const webhooks = await runAtTerminal(['webhooks', 'list'], listed.baseUrl, plain);
  expect(webhooks.stdout.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
    ['ID', 'STATUS', 'PROBLEM', 'URL', 'EVENTS'],
    [id, 'ENABLED', `failing since ${failingSince}`, 'https://h/hooks', '*'],
    [''],
  ]);

  const delivery = { id: 'dlv_1', state: 'FAILED', type: 'intent.failed', attempts: 10, createdAt: 'then' };
  const logged = await startService({ items: [delivery], nextCursor: 'next-1' });
  const deliveries = await runAtTerminal(['webhooks', 'deliveries', id], logged.baseUrl, plain);
  expect(deliveries.stdout).toContain('ID     STATE   EVENT          SUBJECT  ATTEMPTS  STATUS  QUEUED');
  expect(deliveries.stderr).toBe('1 shown; go on with --cursor next-1\n');

  const data = { webhookId: id, detail: 'GONE' };
  const event = { id: 'evt_1', type: 'webhook.disabled', timestamp: 'then', sequence: 7, data };
  const fed = await startService({ items: [event], nextCursor: '7', hasMore: false });
  const events = await runAtTerminal(['events'], fed.baseUrl, plain);
  expect(events.stdout.split('\n')[0]).toMatch(/^SEQUENCE {2}EVENT +SUBJECT +AT +STATUS +DETAIL$/);
  expect(events.stdout.split('\n')[1]).toMatch(/^7 +webhook\.disabled {2}whk_0+ {2}then +GONE$/);
});

it('asks before it cancels, and obeys the answer', async () => {
  const cancelled = {
    id: ITEM.id,
    status: 'CANCELLED',
    updatedAt: ITEM.updatedAt,
    cancelledAt: ITEM.updatedAt,
  };
  const { baseUrl, received } = await startService(cancelled);
  const no = await runAtTerminal(['intents', 'cancel', ITEM.id], baseUrl, { answer: '\n' });
  expect(no).toMatchObject({
    exitCode: 0,
    stdout: '',
    stderr: expect.stringContaining('Nothing was cancelled'),
  });
  expect(received).toEqual([]);
  const yes = await runAtTerminal(['intents', 'cancel', ITEM.id], baseUrl, { answer: 'y\n' });
  expect(yes).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('CANCELLED') });
  expect(received).toEqual([`POST /api/v1/intents/${ITEM.id}/cancel`]);
});

it('prints the curl command in addition to the headers', async () => {
  const { stdout } = await runAtTerminal(['sign', 'GET', '/api/v1/intents'], 'https://procurement.example');
  expect(stdout).toMatch(
    /^x-app-id: app_test\nx-timestamp: \d{13}\nx-signature: [0-9a-f]{64}\n\ncurl .* https:\/\/procurement.example\/api\/v1\/intents\n$/s,
  );
});

it('asks for a secret without showing what is typed', async () => {
  const file = join(temporaryFolder(), 'config.json');
  const { exitCode, stdout, stderr } = await runAtTerminal(
    ['config', 'set', 'appSecret', '--config', file],
    'https://procurement.example',
    { answer: 'typed-by-hand\r' },
  );
  expect({ exitCode, shown: (stdout + stderr).includes('typed-by-hand') }).toEqual({
    exitCode: 0,
    shown: false,
  });
  expect(stderr).toContain('Secret of the App: ');
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ appSecret: 'typed-by-hand' });
});

it('shows the progress of an import on one line, and removes it', async () => {
  const { service, env } = await hostService({ limits: { create: 1_000, general: 1_000 } });
  service.purchases.hidePage({ title: 'item 2' });
  const file = join(temporaryFolder(), 'purchases.csv');
  const rows = [1, 2, 3].map(
    (n) => `u,PLATFORM_A,https://item.shop-a.example/1,item ${n},1,1,张三,北京市朝阳区,13800138000`,
  );
  writeFileSync(
    file,
    ['userId,platform,productUrl,title,price,quantity,recipientName,address,phone', ...rows].join('\n'),
  );
  const { exitCode, stderr } = await runAtTerminal(['intents', 'import', file], '', {
    env: { ...env, PROCUREMENT_APP_SECRET: SECRET },
  });
  expect(exitCode).toBe(1);
  const shown = stderr.replaceAll('\r\u001b[K', '<clear>');
  expect(shown).toMatch(/<clear>\[#{8}·{16}\] {2}1\/3 {2}/);
  expect(shown).toMatch(/<clear>\[#{24}\] {2}3\/3 .*1 refused {2}0:00 left/);
  // An error appears above the progress, which is gone at the end.
  expect(shown).toMatch(/(^|<clear>)line 3: createIntent: /);
  expect(shown.endsWith('<clear>')).toBe(true);
});
