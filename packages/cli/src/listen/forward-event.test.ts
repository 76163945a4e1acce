import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AppEvent } from '@procurement-intents/sdk';
import { expect, it, onTestFinished } from 'vitest';
import { forwardEvent } from './forward-event.ts';
import { newWebhookSecret } from './sign-webhook.ts';

const EVENT: AppEvent = {
  id: 'evt_1',
  type: 'intent.completed',
  timestamp: '2026-11-21T08:30:00.000Z',
  sequence: 1,
  data: { intentId: 'int_1', status: 'COMPLETED', version: 2 },
};

async function startServer(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const forward = (url: string, signal = new AbortController().signal, onRetry = () => {}) =>
  forwardEvent(EVENT, { url, secret: newWebhookSecret(), signal, onRetry, pausesMs: [0, 0] });

it('takes no redirect for a success, and does not follow it', async () => {
  let followed = 0;
  const url = await startServer((request, response) => {
    if (request.url !== '/') followed += 1;
    response.writeHead(307, { location: '/elsewhere' }).end();
  });
  expect(await forward(url)).toMatchObject({ tries: 3, status: 307, failure: 'HTTP 307' });
  expect(followed).toBe(0);
});

it('succeeds at the second try, under the same id', async () => {
  const ids: unknown[] = [];
  const url = await startServer((request, response) => {
    ids.push(request.headers['webhook-id']);
    response.writeHead(ids.length === 1 ? 503 : 200).end();
  });
  const { durationMs: _, ...outcome } = await forward(url);
  expect(outcome).toEqual({ tries: 2, status: 200 });
  expect(ids).toEqual(['evt_1', 'evt_1']);
});

it('reads no more of an answer than it shows', async () => {
  const url = await startServer((_, response) => {
    response.writeHead(500);
    response.write('x'.repeat(2_000));
  });
  const { failure } = await forward(url);
  expect(failure).toBe(`HTTP 500: ${'x'.repeat(1024)}`);
});

it('says by the code of the system why there is no answer', async () => {
  const url = await startServer((request) => request.socket.destroy());
  expect((await forward(url)).failure).toMatch(/^no answer: (UND_ERR_SOCKET|ECONNRESET)$/);
});

it('ends the try that is under way when it is stopped', async () => {
  const stopping = new AbortController();
  const url = await startServer(() => stopping.abort(new Error('stopped')));
  await expect(forward(url, stopping.signal)).rejects.toThrow('stopped');
});

it('ends the pause before the next try when it is stopped', async () => {
  const stopping = new AbortController();
  const url = await startServer((_, response) => response.writeHead(500).end());
  const forwarding = forwardEvent(EVENT, {
    url,
    secret: newWebhookSecret(),
    signal: stopping.signal,
    onRetry: () => stopping.abort(new Error('stopped')),
    pausesMs: [3_600_000],
  });
  await expect(forwarding).rejects.toThrow('stopped');
});
