import { once } from 'node:events';
import { createServer, get } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createDelayedResponses } from './delayed-responses.ts';

test('drops a delayed response as soon as its client disconnects', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const request = get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', agent: false });
  request.on('error', () => {});
  const [, res] = (await once(server, 'request')) as [IncomingMessage, ServerResponse];

  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const act = vi.fn<() => void>();
  createDelayedResponses().after(20_000, res, act);
  expect(vi.getTimerCount()).toBe(1);
  request.destroy();
  await once(res, 'close');
  expect(vi.getTimerCount()).toBe(0);
  expect(act).not.toHaveBeenCalled();
});
