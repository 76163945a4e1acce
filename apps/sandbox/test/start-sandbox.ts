import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { createSandbox } from '../src/app.ts';
import type { SandboxOptions } from '../src/app.ts';

export const TOKEN = 'test-token';

export type Answer = { status: number; body: Record<string, any> };

/** A sandbox on a free port for the running test. Its clock changes only when `clock.ms` is set. */
export async function startSandbox(options: Partial<SandboxOptions> = {}) {
  const clock = { ms: Date.UTC(2026, 10, 21) };
  const sandbox = createSandbox({ dataFile: null, token: TOKEN, now: () => clock.ms, ...options });
  const server = createServer(sandbox.app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  onTestFinished(async () => {
    sandbox.close();
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  });
  return { ...createCalls(origin), origin, clock, sandbox, server };
}

/** The calls of a buyer and of a test, against a sandbox at `origin`. */
export function createCalls(origin: string, token = TOKEN) {
  const call = async (method: string, path: string, body?: unknown): Promise<Answer> => {
    const response = await fetch(origin + path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text ? JSON.parse(text) : {} };
  };
  const order = (item: string, merchantOrderNo: string, fields: object = {}) =>
    call('POST', '/a/orders', {
      merchantOrderNo,
      productUrl: `${origin}/a/items/${item}`,
      quantity: 2,
      unitPrice: 199,
      recipient: { name: '张三', address: '北京市海淀区中关村大街 1 号', phone: '13800138000' },
      ...fields,
    });
  const ledger = async (): Promise<Record<string, any>[]> =>
    (await call('GET', '/ledger')).body['orders'] as Record<string, any>[];
  const page = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(origin + path, { redirect: 'manual', ...init });
    return { status: response.status, headers: response.headers, html: await response.text() };
  };
  return { call, order, ledger, page };
}
