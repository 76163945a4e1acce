import { once } from 'node:events';
import type { RequestListener, ServerResponse } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openConnection } from '../../../test/support/open-connection.ts';
import { openConnection as beginConnection } from './connection.ts';
import { refuseUnreadable } from './refuse-unreadable.ts';
import { startHttpServer } from '../server.ts';

const TUNNEL = 'CONNECT elsewhere.test:443 HTTP/1.1\r\n\r\n';

async function serve(listener: RequestListener = (_req, res) => void res.end()) {
  const refused: Duplex[] = [];
  const server = await startHttpServer(listener, {
    host: '127.0.0.1',
    port: 0,
    portSetting: 'PORT',
    refuseUnreadable(error, socket) {
      refused.push(socket);
      refuseUnreadable(error, socket);
    },
  });
  onTestFinished(() => server.stop(0));
  return { port: server.port, refused };
}

it('lives on when a connection that asked for a tunnel is reset', async () => {
  const { port, refused } = await serve();
  const { socket: client } = await openConnection(port);
  // Reads nothing, so that the end of the answer does not close it before the reset.
  client.pause();
  client.write(TUNNEL);
  await vi.waitFor(() => expect(refused).toHaveLength(1));
  // An error that nobody listens to ends the process.
  expect(refused[0]?.listenerCount('error')).toBeGreaterThan(0);
  client.resetAndDestroy();
  await vi.waitFor(() => expect(refused[0]?.destroyed).toBe(true));
});

it('closes a connection that asked for a tunnel, although its client keeps it open', async () => {
  const { port, refused } = await serve();
  const { socket: client } = await openConnection(port, '127.0.0.1', { allowHalfOpen: true });
  client.write(TUNNEL);
  await vi.waitFor(() => expect(refused[0]?.destroyed).toBe(true));
});

it('listens once to the answer that a connection waits for, and closes one that goes on sending', async () => {
  const arrived = Promise.withResolvers<ServerResponse>();
  const { port, refused } = await serve((_req, res) => arrived.resolve(res));
  const { socket: client, closed } = await openConnection(port, '127.0.0.1', { noDelay: true });
  client.write('GET / HTTP/1.1\r\n\r\n');
  const answer = await arrived.promise;
  const listeners = answer.listenerCount('finish');
  const sending = setInterval(() => client.write('\0'), 1);
  onTestFinished(() => clearInterval(sending));
  await vi.waitFor(() => expect(refused.length).toBeGreaterThan(10));
  expect(answer.listenerCount('finish')).toBe(listeners + 1);
  await closed;
  expect(refused.length).toBeLessThan(100);
});

it('tells the answers of requests before a tunnel that their connection is gone', async () => {
  let closedAnswers = 0;
  const { port } = await serve((_req, res) => void res.on('close', () => (closedAnswers += 1)));
  const { socket: client, closed } = await openConnection(port);
  client.write('GET / HTTP/1.1\r\n\r\n'.repeat(3) + TUNNEL);
  await closed;
  await vi.waitFor(() => expect(closedAnswers).toBe(3));
});

it.each([
  ['closes without a word a connection on which nothing was sent in time', '', ''],
  ['refuses a request that did not arrive in time', 'GET / HTTP/1.1\r\nHost', 'HTTP/1.1 503 '],
])('%s', async (_what, sent, answer) => {
  const accepted = Promise.withResolvers<Socket>();
  const listening = createServer(accepted.resolve).listen(0, '127.0.0.1');
  onTestFinished(() => void listening.close());
  await once(listening, 'listening');
  const {
    socket: client,
    closed,
    received,
  } = await openConnection((listening.address() as AddressInfo).port);
  const socket = await accepted.promise;
  beginConnection(socket, { countFlood: () => undefined }, null);
  if (sent !== '') {
    client.write(sent);
    await once(socket, 'data');
  }
  refuseUnreadable(Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket);
  await closed;
  expect(received().slice(0, answer.length || undefined)).toBe(answer);
});

it('answers every request that has begun before bytes that are none, and then closes', async () => {
  const answers: ServerResponse[] = [];
  const { port, refused } = await serve((_req, res) => void answers.push(res));
  const { socket: client, closed, received } = await openConnection(port);
  client.write(`${'GET / HTTP/1.1\r\n\r\n'.repeat(2)}\0\r\n`);
  await vi.waitFor(() => expect(refused).toHaveLength(1));
  answers[0]?.end('first');
  await vi.waitFor(() => expect(received()).toContain('first'));
  answers[1]?.end('second');
  await closed;
  expect(received()).toContain('second');
});
