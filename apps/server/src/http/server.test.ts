import { once } from 'node:events';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type HttpServer, startHttpServer } from './server.ts';

const LOOPBACK = { host: '127.0.0.1', port: 0, portSetting: 'PORT' };
const REQUEST = 'GET /ok HTTP/1.1\r\nHost: service.test\r\n\r\n';

const answerOk: RequestListener = (_req, res) => void res.end('ok');

async function start(listener: RequestListener = answerOk): Promise<HttpServer> {
  const server = await startHttpServer(listener, LOOPBACK);
  onTestFinished(() => server.stop(0));
  return server;
}

/** A listener that leaves its responses to the test. */
function createHeldListener() {
  const waiting: ServerResponse[] = [];
  const listener = (_req: IncomingMessage, res: ServerResponse) => void waiting.push(res);
  return { listener, waiting };
}

/** A kept-alive connection on which the test writes raw bytes. */
async function openConnection({ port }: HttpServer) {
  const socket: Socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let received = '';
  let failure: Error | null = null;
  let isClosed = false;
  socket.on('data', (chunk) => (received += chunk.toString()));
  socket.on('error', (error) => (failure = error));
  socket.on('close', () => (isClosed = true));
  await once(socket, 'connect');
  return {
    send: (bytes: string) => socket.write(bytes),
    isClosed: () => isClosed,
    failure: () => failure,
    answers: () => received.split(/(?=HTTP\/1\.1 )/).filter(Boolean),
  };
}
type Connection = Awaited<ReturnType<typeof openConnection>>;

/** Connections that have received one response and stay open. */
async function openKeptAlive(server: HttpServer, count: number): Promise<Connection[]> {
  const connections = await Promise.all(Array.from({ length: count }, () => openConnection(server)));
  for (const connection of connections) connection.send(REQUEST);
  await vi.waitFor(() => {
    for (const { answers } of connections) expect(answers()).toHaveLength(1);
  });
  for (const { answers } of connections) expect(answers()[0]).toMatch(/^connection: keep-alive/im);
  return connections;
}

describe('the drain', () => {
  it('answers requests on kept-alive connections, closes each after its response, and resets none', async () => {
    const server = await start();
    const connections = await openKeptAlive(server, 20);
    const stopped = server.stop(5000);
    for (const connection of connections) connection.send(REQUEST);
    await stopped;
    await vi.waitFor(() => {
      for (const { isClosed } of connections) expect(isClosed()).toBe(true);
    });
    for (const { answers, failure } of connections) {
      expect(answers()).toHaveLength(2);
      expect(answers()[1]).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
      expect(answers()[1]).toMatch(/^connection: close\r$/im);
      expect(answers()[1]).toMatch(/ok/);
      expect(failure()).toBeNull();
    }
  });

  it('answers a request that arrives on an idle connection after the drain began', async () => {
    const server = await start();
    const [connection] = await openKeptAlive(server, 1);
    const stopped = server.stop(5000);
    // The port is closed now; idle connections are still open.
    await vi.waitFor(() => expect(openConnection(server)).rejects.toThrow('ECONNREFUSED'));
    connection?.send(REQUEST);
    await stopped;
    await vi.waitFor(() => expect(connection?.answers()[1]).toMatch(/^connection: close\r$/im));
    expect(connection?.failure()).toBeNull();
  });

  it('waits for running requests, and closes their connections', async () => {
    const { listener, waiting } = createHeldListener();
    const server = await start(listener);
    const connections = await Promise.all(Array.from({ length: 5 }, () => openConnection(server)));
    for (const connection of connections) connection.send(REQUEST);
    await vi.waitFor(() => expect(waiting).toHaveLength(5));
    let isStopped = false;
    const stopped = server.stop(5000).then(() => (isStopped = true));
    await vi.waitFor(() => expect(openConnection(server)).rejects.toThrow('ECONNREFUSED'));
    expect(isStopped).toBe(false);
    for (const res of waiting) res.end('late');
    await stopped;
    await vi.waitFor(() => {
      for (const { answers, isClosed } of connections) {
        expect(answers()[0]).toContain('late');
        expect(answers()[0]).toMatch(/^connection: close/im);
        expect(isClosed()).toBe(true);
      }
    });
  });

  it('answers all pipelined requests that have begun, and begins none behind them', async () => {
    const { listener, waiting } = createHeldListener();
    const server = await start(listener);
    const connection = await openConnection(server);
    connection.send(REQUEST.repeat(3));
    await vi.waitFor(() => expect(waiting).toHaveLength(3));
    const stopped = server.stop(5000);
    connection.send(REQUEST.repeat(2));
    await vi.waitFor(() => expect(waiting[0]?.socket?.bytesRead).toBe(REQUEST.length * 5));
    for (const res of waiting) res.end('done');
    await stopped;
    await vi.waitFor(() => expect(connection.isClosed()).toBe(true));
    expect(waiting).toHaveLength(3);
    const closing = connection.answers().map((answer) => /^connection: close\r$/im.test(answer));
    expect(closing).toEqual([false, false, true]);
    expect(connection.failure()).toBeNull();
  });

  it('answers one request more behind an answer that waits and cannot announce the close', async () => {
    const { listener, waiting } = createHeldListener();
    const server = await start(listener);
    const connection = await openConnection(server);
    connection.send(REQUEST.repeat(2));
    await vi.waitFor(() => expect(waiting).toHaveLength(2));
    waiting[1]?.end('early');
    const stopped = server.stop(5000);
    connection.send(REQUEST.repeat(2));
    await vi.waitFor(() => expect(waiting[0]?.socket?.bytesRead).toBe(REQUEST.length * 4));
    expect(waiting).toHaveLength(3);
    for (const res of waiting) if (!res.writableEnded) res.end('done');
    await stopped;
    await vi.waitFor(() => expect(connection.isClosed()).toBe(true));
    const closing = connection.answers().map((answer) => /^connection: close\r$/im.test(answer));
    expect(closing).toEqual([false, false, true]);
  });

  it('closes connections that stay idle, and then resolves', async () => {
    const server = await start();
    const connections = await openKeptAlive(server, 3);
    await server.stop(200);
    await vi.waitFor(() => {
      for (const { isClosed, failure } of connections) expect([isClosed(), failure()]).toEqual([true, null]);
    });
  });

  it('cuts off requests that do not end in time', async () => {
    const { listener, waiting } = createHeldListener();
    const server = await start(listener);
    const connection = await openConnection(server);
    connection.send(REQUEST);
    await vi.waitFor(() => expect(waiting).toHaveLength(1));
    await server.stop(100);
    await vi.waitFor(() => expect(connection.isClosed()).toBe(true));
    expect(connection.answers()).toEqual([]);
  });
});

describe('a start', () => {
  it('on a port that is taken names the setting to change', async () => {
    const { port } = await start();
    const second = startHttpServer(answerOk, { ...LOOPBACK, port, portSetting: 'PRIVATE_PORT' });
    await expect(second).rejects.toThrow(
      `port ${port} on 127.0.0.1 is taken: set PRIVATE_PORT to a free one`,
    );
  });

  it('on an address of another machine fails with the system error', async () => {
    const elsewhere = startHttpServer(answerOk, { ...LOOPBACK, host: '192.0.2.1' });
    await expect(elsewhere).rejects.toThrow('EADDRNOTAVAIL');
  });

  it('with an invalid certificate fails', async () => {
    const tls = { cert: Buffer.from('none'), key: Buffer.from('none') };
    await expect(startHttpServer(answerOk, { ...LOOPBACK, tls })).rejects.toThrow();
  });
});
