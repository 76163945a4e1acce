import { fork, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createCalls, startSandbox } from '../test/start-sandbox.ts';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));

function endAfterTest(child: ChildProcess): void {
  onTestFinished(() => void child.kill('SIGKILL'));
}

async function forkMain(env: Record<string, string> = {}) {
  const child = fork(MAIN, { env: { ...process.env, SANDBOX_PORT: '0', ...env }, execArgv: [] });
  endAfterTest(child);
  const [message] = (await once(child, 'message')) as [{ type: string; port: number }];
  expect(message).toEqual({ type: 'listening', port: expect.any(Number) });
  return {
    child,
    ...createCalls(`http://127.0.0.1:${message.port}`, env['SANDBOX_TOKEN'] ?? 'sandbox-token'),
  };
}

async function runMain(env: Record<string, string>) {
  const child = spawn(process.execPath, [MAIN], { env: { ...process.env, ...env } });
  endAfterTest(child);
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const [code] = (await once(child, 'close')) as [number];
  return { code, errors };
}

test('keeps every answered order through kill -9', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'sandbox-main-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const file = join(dir, 'made', 'orders.jsonl');

  const first = await forkMain({ SANDBOX_FILE: file });
  const answered: string[] = [];
  let isAlive = true;
  const buyers = Array.from({ length: 4 }, async (_, buyer) => {
    for (let n = 0; isAlive; n++) {
      const { status, body } = await first
        .order('ordinary', `${buyer}-${n}`)
        .catch(() => ({ status: 0, body: {} as any }));
      if (status === 201) answered.push(body['orderId'] as string);
    }
  });
  await vi.waitFor(() => expect(answered.length).toBeGreaterThan(100), 10_000);
  first.child.kill('SIGKILL');
  await once(first.child, 'exit');
  isAlive = false;
  await Promise.all(buyers);

  const second = await forkMain({ SANDBOX_FILE: file });
  const rows = await second.ledger();
  const kept = new Set(rows.map((row) => row['orderId']));
  expect(answered.filter((orderId) => !kept.has(orderId))).toEqual([]);
  expect((await second.order('ordinary', '0-0')).status).toBe(200);
  await second.call('POST', '/reset');
  second.child.kill('SIGKILL');
  await once(second.child, 'exit');
  expect(await (await forkMain({ SANDBOX_FILE: file })).ledger()).toEqual([]);
}, 30_000);

test('an order whose response was lost is found after kill -9', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'sandbox-main-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const env = { SANDBOX_FILE: join(dir, 'orders.jsonl'), SANDBOX_TOKEN: 'other-token' };
  const first = await forkMain(env);
  await expect(first.order('lost-answer', 'no-1')).rejects.toThrow();
  first.child.kill('SIGKILL');
  await once(first.child, 'exit');
  const second = await forkMain(env);
  expect((await second.order('lost-answer', 'no-1')).status).toBe(200);
  expect(await second.ledger()).toMatchObject([{ postCount: 2 }]);
});

test('prints one line when SANDBOX_PORT is in use, and does not touch the orders file', async () => {
  const { origin } = await startSandbox();
  const file = join(tmpdir(), `sandbox-untouched-${process.pid}.jsonl`);
  const { code, errors } = await runMain({ SANDBOX_PORT: new URL(origin).port, SANDBOX_FILE: file });
  expect(code).toBe(1);
  expect(errors).toMatch(/^SANDBOX_PORT \d+ is already in use on 127\.0\.0\.1\n$/);
  expect(existsSync(file)).toBe(false);
});

test.each([
  ['SANDBOX_PORT', '70000'],
  ['SANDBOX_PORT', 'http'],
  ['SANDBOX_SPEED', '0'],
  ['SANDBOX_HOST', '192.0.2.1'],
  ['SANDBOX_FILE', '/dev/null/orders.jsonl'],
])('prints one line when %s is %s', async (name, value) => {
  const { code, errors } = await runMain({ SANDBOX_PORT: '0', [name]: value });
  expect(code).toBe(1);
  expect(errors).toMatch(new RegExp(`^${name} [^\n]+\n$`));
});

test.each(['SIGTERM', 'SIGINT'] as const)('ends at %s, also with delayed responses', async (signal) => {
  const { child, page, order } = await forkMain();
  const waiting = [page('/a/items/hang'), page('/a/items/huge'), order('late-answer', 'no-1')];
  const ended = Promise.allSettled(waiting);
  await page('/a/items/ordinary');
  child.kill(signal);
  expect(await once(child, 'exit')).toEqual([0, null]);
  for (const { status } of await ended) expect(status).toBe('rejected');
});

test('ends when the process that started it has ended', async () => {
  const { child } = await forkMain();
  child.disconnect();
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('prints one line when it has no IPC channel', async () => {
  const child = spawn(process.execPath, [MAIN], { env: { ...process.env, SANDBOX_PORT: '0' } });
  endAfterTest(child);
  const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
  expect(line).toMatch(/^Sandbox shops listen on http:\/\/127\.0\.0\.1:\d+\n$/);
});
