import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { beforeEach, test, type TestContext } from 'node:test';
import { createTestService } from '@procurement-intents/sdk/testing';

const HEADER = 'orderNo,userId,platform,productUrl,title,price,quantity,recipientName,address,phone\n';
const service = createTestService({ limits: { create: 1_000, general: 1_000 } });
beforeEach(() => service.reset());

const row = (number: number, quantity = '1') =>
  `order-${number},user_1,PLATFORM_A,https://item.shop-a.example/1,鼠标,199,${quantity},张三,"北京市, 88 号",13800138000\n`;

/** Answers as the service in memory does. */
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = String(await buffer(request));
  const headers = request.headers as Record<string, string>;
  const result = await service.fetch(`http://service${request.url}`, { method: 'POST', headers, body });
  for (const [name, value] of result.headers) response.setHeader(name, value);
  response.writeHead(result.status).end(await result.text());
}

/** A file with these rows, the service on a port, and the program between them. */
async function prepare(t: TestContext, rows: string, onRequest = () => {}) {
  const folder = mkdtempSync(join(tmpdir(), 'importer-'));
  const file = join(folder, 'rows.csv');
  writeFileSync(file, HEADER + rows);
  const server = createServer((request, response) => {
    onRequest();
    answer(request, response).catch(() => request.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true });
  });
  const env = {
    ...process.env,
    PROCUREMENT_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    PROCUREMENT_APP_ID: service.app.appId,
    PROCUREMENT_APP_SECRET: service.app.appSecret,
  };
  const start = () => spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), file], { env });
  const run = async () => {
    const program = start();
    const [out, errors] = await Promise.all([
      text(program.stdout),
      text(program.stderr),
      once(program, 'close'),
    ]);
    return { code: program.exitCode, out, errors };
  };
  return { file, start, run };
}

test('goes on after a kill, and buys no row twice', async (t) => {
  let requests = 0;
  let kill = () => {};
  const rows = Array.from({ length: 100 }, (_, number) => row(number)).join('');
  const { file, start, run } = await prepare(t, rows, () => {
    if ((requests += 1) === 40) kill();
  });
  const first = start();
  kill = () => void first.kill('SIGKILL');
  await once(first, 'close');
  const noted = readFileSync(`${file}.results.ndjson`, 'utf8').split('\n').filter(Boolean).length;
  assert.ok(noted < 100);
  const { code, out } = await run();
  assert.equal(code, 0, out);
  assert.match(out, new RegExp(`^${100 - noted} accepted, ${noted} accepted before, 0 refused`));
  assert.equal(service.intents().length, 100);
});

test('notes a wrong row, buys the others, and buys the row once it is correct', async (t) => {
  const { file, run } = await prepare(t, row(1) + row(2, 'two') + row(3));
  const { code, out } = await run();
  assert.deepEqual([code, service.intents().length], [1, 2]);
  assert.match(out, /^2 accepted, 0 accepted before, 1 refused/);
  assert.match(
    readFileSync(`${file}.results.ndjson`, 'utf8'),
    /"order-2","refused":"VALIDATION_FAILED.*quantity/,
  );
  writeFileSync(file, HEADER + row(1) + row(2) + row(3));
  assert.match((await run()).out, /^1 accepted, 2 accepted before, 0 refused/);
});

test('refuses other content under a number that was bought', async (t) => {
  const { run } = await prepare(t, row(1) + row(1, '2'));
  assert.match((await run()).out, /1 refused/);
  assert.equal(service.intents().length, 1);
});

test('stops at once when no row can succeed, and says what to do', async (t) => {
  const rows = Array.from({ length: 100 }, (_, number) => row(number)).join('');
  const { run } = await prepare(t, rows);
  service.fail('createIntent', { error: 'PERMISSION_MISSING' }, { times: 100 });
  const { code, errors } = await run();
  assert.equal(code, 3);
  assert.match(errors, /PERMISSION_MISSING/);
  assert.ok(service.requests.length <= 20);
});
