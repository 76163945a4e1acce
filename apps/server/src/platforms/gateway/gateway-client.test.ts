import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createGatewayClient } from './gateway-client.ts';
import { createFetchSlots } from '../../outbound/fetch-slots.ts';
import type { CallOptions } from '../platform.ts';
import { startTestShop } from '../../../test/support/test-shop.ts';

const ORDER = { method: 'POST', path: '/orders', body: { merchantOrderNo: 'pi_1' } } as const;
const CALL: CallOptions = { timeoutMs: 2000 };
const SENT = { ok: false, kind: 'unclear', reason: expect.any(String) };
const NOT_SENT = { ...SENT, isNotSent: true };

/** A plain TCP server; `onSocket` handles each connection. */
async function startTcp(onSocket: (socket: Socket) => void): Promise<number> {
  const sockets: Socket[] = [];
  const server: Server = createServer((socket) => {
    sockets.push(socket.on('error', () => undefined));
    onSocket(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  });
  return (server.address() as AddressInfo).port;
}

function gatewayAt(origin: string) {
  const gateway = createGatewayClient({ gatewayUrl: origin, token: 'token', slots: createFetchSlots(16) });
  // Not awaited, because it waits for pending handshakes, which end when the server closes next.
  onTestFinished(() => void gateway.close());
  return gateway;
}

const readNothing = (socket: Socket) => void socket.pause();

test('a refused connection counts as not sent', async () => {
  const { origin, close } = await startTestShop(() => undefined);
  await close();
  expect(await gatewayAt(origin).call(ORDER, CALL)).toEqual({ ...NOT_SENT, reason: 'CONNECTION' });
});

test('an unknown host name counts as not sent', async () => {
  expect(await gatewayAt('http://gateway.invalid').call(ORDER, CALL)).toEqual(NOT_SENT);
});

test('a handshake that never ends counts as not sent, after a timeout and an abort', async () => {
  const port = await startTcp(readNothing);
  const gateway = gatewayAt(`https://127.0.0.1:${port}`);
  expect(await gateway.call(ORDER, { timeoutMs: 100 })).toEqual({ ...NOT_SENT, reason: 'TIMEOUT' });
  const leaving = new AbortController();
  const call = gateway.call(ORDER, { ...CALL, signal: leaving.signal });
  leaving.abort();
  expect(await call).toEqual({ ...NOT_SENT, reason: 'ABORTED' });
});

test('a failed handshake counts as not sent', async () => {
  const port = await startTcp((socket) => void socket.end('no TLS here\r\n'));
  const answer = await gatewayAt(`https://127.0.0.1:${port}`).call(ORDER, CALL);
  expect(answer).toEqual({ ...NOT_SENT, reason: 'CONNECTION' });
});

test('a call that is aborted before it is connected is not sent later', async () => {
  const shop = await startTestShop((_request, response) => void response.end('{}'));
  onTestFinished(() => shop.close());
  const gateway = gatewayAt(shop.origin);
  const leaving = new AbortController();
  const call = gateway.call(ORDER, { ...CALL, signal: leaving.signal });
  leaving.abort();
  expect(await call).toEqual({ ...NOT_SENT, reason: 'ABORTED' });
  // The pending connection carries only the next call.
  expect(await gateway.call({ method: 'GET', path: '/orders/1' }, CALL)).toMatchObject({ ok: true });
  expect(shop.requests.map(({ method }) => method)).toEqual(['GET']);
});

test.each<[string, (socket: Socket) => void]>([
  ['reads nothing', readNothing],
  ['reads and is silent', (socket) => void socket.resume()],
  ['resets when the first bytes come', (socket) => void socket.once('data', () => socket.resetAndDestroy())],
  ['hangs up when the first bytes come', (socket) => void socket.once('data', () => socket.end())],
  ['answers no HTTP', (socket) => void socket.once('data', () => socket.end('+OK\r\n\r\n'))],
  ['breaks off its answer', (socket) => void socket.once('data', () => socket.end('HTTP/1.1 201 Cre'))],
])('a call to a gateway that %s may have arrived', async (_what, onSocket) => {
  const port = await startTcp(onSocket);
  const answer = await gatewayAt(`http://127.0.0.1:${port}`).call(ORDER, { timeoutMs: 200 });
  expect(answer).toEqual(SENT);
});

test('a call on a keep-alive connection that is reset may have arrived', async () => {
  let requests = 0;
  const port = await startTcp((socket) =>
    socket.on('data', () => {
      requests += 1;
      if (requests > 1) socket.resetAndDestroy();
      else socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}');
    }),
  );
  const gateway = gatewayAt(`http://127.0.0.1:${port}`);
  expect(await gateway.call(ORDER, CALL)).toMatchObject({ ok: true });
  expect(await gateway.call(ORDER, CALL)).toEqual(SENT);
  expect(requests).toBe(2);
});

test.each([
  ['429', 429],
  ['503', 503],
  ['401', 401],
])('a call with the answer %s counts as sent', async (_name, status) => {
  const shop = await startTestShop((_request, response) => void response.writeHead(status).end());
  onTestFinished(() => shop.close());
  const answer = await gatewayAt(shop.origin).call(ORDER, CALL);
  expect(answer).toMatchObject(SENT);
  expect(answer).not.toHaveProperty('isNotSent');
});

test('a call that is reset right after connecting counts as not sent only without bytes on the wire', async () => {
  // Either the reset or the request may come first; a call must not count as not sent once its bytes have arrived.
  let received = 0;
  const port = await startTcp((socket) => {
    socket.on('data', (bytes) => (received += bytes.length));
    setImmediate(() => socket.resetAndDestroy());
  });
  const gateway = gatewayAt(`http://127.0.0.1:${port}`);
  const falselyNotSent: unknown[] = [];
  for (let call = 0; call < 50; call += 1) {
    const before = received;
    const answer = await gateway.call(ORDER, CALL);
    expect(answer.ok).toBe(false);
    if ('isNotSent' in answer && received > before) falselyNotSent.push(answer);
  }
  expect(falselyNotSent).toEqual([]);
});
