import { execFile, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { REPOSITORY } from '../../src/config/config.ts';
import { freePort } from '../support/free-port.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

// The examples of the SDK with the service itself: their own tests run them with the service in memory.

const EXAMPLES = join(REPOSITORY, 'packages', 'sdk', 'examples');
const RECIPIENT = { recipientName: '张三', address: '北京市朝阳区建国路 88 号', phone: '13800138000' };
const UNTIL_ENDED = { timeout: 15_000, interval: 100 };

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ isWorking: true, sandboxSpeed: 4 });
});
afterAll(() => service.stop());

/** A copy of an example that buys in the sandbox, an App of its own, and what its programs find in the environment. */
async function openExample(name: string) {
  const folder = join(mkdtempSync(join(tmpdir(), 'example-')), name);
  const filter = (path: string) => basename(path) !== 'node_modules';
  cpSync(join(EXAMPLES, name), folder, { recursive: true, filter });
  symlinkSync(join(EXAMPLES, name, 'node_modules'), join(folder, 'node_modules'));
  onTestFinished(() => rmSync(join(folder, '..'), { recursive: true }));
  const { appId, appSecret } = await service.addApp();
  const env: Record<string, string> = {
    PATH: process.env['PATH'] ?? '',
    PROCUREMENT_BASE_URL: service.baseUrl,
    PROCUREMENT_APP_ID: appId,
    PROCUREMENT_APP_SECRET: appSecret,
    SESSION_SECRET: 'secret-of-the-sessions',
    WEBHOOK_SECRETS: `whsec_${randomBytes(32).toString('base64')}`,
  };
  const run = (...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> =>
    new Promise((resolve) => {
      execFile(process.execPath, args, { cwd: folder, env, timeout: 50_000 }, (error, stdout, stderr) =>
        resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
      );
    });
  /** Points the items of a catalogue to the sandbox. */
  const sellSandbox = (file: string) => {
    const { mouse } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as { mouse: object };
    writeFileSync(join(folder, file), JSON.stringify({ mouse: { ...mouse, productUrl: itemUrl() } }));
  };
  return { folder, env, run, sellSandbox, ended: () => endedIntents(appId) };
}

const itemUrl = () => `${service.sandboxUrl}/a/items/ordinary?run=${randomUUID()}`;

/** The intents of an App, once all of them have ended. */
const endedIntents = (appId: string) =>
  vi.waitFor(async () => {
    const intents = await service.database.intent.findMany({ where: { appId } });
    expect(intents.map(({ status }) => status)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/SUBMITTED|PROCESSING/)]),
    );
    return intents;
  }, UNTIL_ENDED);

it('the checkout buys once, although its server is killed and the form is sent again', async () => {
  const { folder, env, run, sellSandbox, ended } = await openExample('express-checkout');
  sellSandbox('catalogue.json');
  env['PORT'] = String(await freePort());
  const print = `console.log((await import('./session.ts')).signSession('anna', '${env['SESSION_SECRET']}'))`;
  const { stdout } = await run('--input-type=module', '--eval', print);
  const browse = async (path: string, form?: object) => {
    const headers = { cookie: `session=${stdout.trim()}`, 'content-type': 'application/json' };
    const sent = form && { method: 'POST', body: JSON.stringify(form) };
    const response = await fetch(`http://127.0.0.1:${env['PORT']}${path}`, { headers, ...sent });
    return (await response.json()) as { number: string; state: string };
  };
  const start = async () => {
    const server = spawn(process.execPath, ['server.ts'], { cwd: folder, env });
    onTestFinished(() => void server.kill('SIGKILL'));
    await once(server.stdout, 'data');
    return server;
  };

  const form = { checkoutId: randomUUID(), sku: 'mouse', quantity: 2, ...RECIPIENT };
  const first = await start();
  const { number } = await browse('/checkout', form);
  first.kill('SIGKILL');
  await once(first, 'exit');
  const second = await start();
  expect((await browse('/checkout', form)).number).toBe(number);
  await vi.waitFor(
    async () => expect((await browse(`/orders/${number}`)).state).toBe('COMPLETED'),
    UNTIL_ENDED,
  );
  expect(await ended()).toHaveLength(1);
  second.kill('SIGTERM');
  expect((await once(second, 'exit'))[0]).toBe(0);
  // Rounds are ten seconds apart.
}, 60_000);

it('the importer buys each row once, and the books agree afterwards', async () => {
  const importer = await openExample('csv-importer');
  const header = 'orderNo,userId,platform,productUrl,title,price,quantity,recipientName,address,phone\n';
  const numbers = ['order-1', 'order-2', 'order-3'];
  const rows = numbers.map((number) =>
    [number, 'user_1', 'PLATFORM_A', itemUrl(), '鼠标', 199, 2, ...Object.values(RECIPIENT)].join(),
  );
  writeFileSync(join(importer.folder, 'rows.csv'), header + rows.join('\n'));
  expect(await importer.run('main.ts', 'rows.csv')).toMatchObject({
    code: 0,
    stdout: '3 accepted, 0 accepted before, 0 refused\n',
  });
  rmSync(join(importer.folder, 'rows.csv.results.ndjson'));
  expect(await importer.run('main.ts', 'rows.csv')).toMatchObject({ code: 0 });
  const intents = await importer.ended();
  expect(intents).toHaveLength(3);

  const { folder, env, run } = await openExample('reconciliation');
  Object.assign(env, importer.env);
  const [first] = intents;
  const day = first?.createdAt.toISOString().slice(0, 10) ?? '';
  const entries = numbers.map((number) => `${number},${Number(first?.amountPaidFen) / 100}`);
  const compare = (...lines: string[]) => {
    writeFileSync(join(folder, 'ledger.csv'), ['orderNo,amount', ...lines].join('\n'));
    return run('main.ts', day, 'ledger.csv');
  };
  expect(await compare(...entries)).toEqual({ code: 0, stdout: '', stderr: '0 differences\n' });
  const { code, stdout } = await compare(...entries.slice(1), 'never-sent,9.90');
  expect(code).toBe(1);
  const kinds = stdout
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { kind: string }).kind);
  expect(kinds.toSorted()).toEqual(['NOT_BOOKED', 'NOT_SENT']);
});

it('the route handlers buy once, and find a purchase by its key', async () => {
  const { run, sellSandbox, ended } = await openExample('nextjs-route-handlers');
  sellSandbox('lib/catalogue.json');
  const program = `
    const { signSession } = await import('./lib/session.ts');
    const { POST } = await import('./app/api/purchases/route.ts');
    const { GET } = await import('./app/api/purchases/[id]/route.ts');
    const headers = { cookie: 'session=' + signSession('anna', process.env.SESSION_SECRET), 'content-type': 'application/json' };
    const id = crypto.randomUUID();
    const body = JSON.stringify({ purchaseId: id, sku: 'mouse', quantity: 2, ...${JSON.stringify(RECIPIENT)} });
    const url = 'https://shop.example/api/purchases';
    const buy = () => POST(new Request(url, { method: 'POST', headers, body }));
    const answers = [await buy(), await buy()];
    const shown = await GET(new Request(url + '/' + id, { headers }), { params: Promise.resolve({ id }) });
    console.log(...answers.map(({ status }) => status), shown.status);`;
  expect(await run('--input-type=module', '--eval', program)).toEqual({
    code: 0,
    stdout: '201 201 200\n',
    stderr: '',
  });
  expect(await ended()).toHaveLength(1);
});

it('the worker buys once for the key of its caller', async () => {
  const { env, run, ended } = await openExample('cloudflare-worker');
  const order = {
    userId: 'user_1',
    platform: 'PLATFORM_A',
    productUrl: itemUrl(),
    title: '鼠标',
    price: 199,
  };
  const program = `
    const { default: worker } = await import('./worker.ts');
    const env = { ...process.env, CALLER_TOKEN: 'token' };
    const headers = { authorization: 'Bearer token', 'idempotency-key': 'erp-1' };
    const body = JSON.stringify(${JSON.stringify({ ...order, quantity: 2, ...RECIPIENT })});
    const buy = () => worker.fetch(new Request('https://purchases.example/purchases', { method: 'POST', headers, body }), env);
    const [first, second] = [await (await buy()).json(), await (await buy()).json()];
    console.log(first.id === second.id, first.status);`;
  expect(env['PROCUREMENT_BASE_URL']).toBe(service.baseUrl);
  expect(await run('--input-type=module', '--eval', program)).toEqual({
    code: 0,
    stdout: 'true SUBMITTED\n',
    stderr: '',
  });
  expect(await ended()).toHaveLength(1);
});
