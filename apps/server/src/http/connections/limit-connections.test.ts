import { EventEmitter, once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { connectionOf } from './connection.ts';
import { ConnectionLimiter, type ConnectionLimits } from './limit-connections.ts';
import { type HttpServerOptions, startHttpServer } from '../server.ts';

const REQUEST = 'GET /ok HTTP/1.1\r\nHost: service.test\r\n\r\n';
let sockets: Socket[] = [];

afterEach(() => {
  vi.restoreAllMocks();
  for (const socket of sockets) socket.destroy();
  sockets = [];
});

async function start(
  options: Partial<HttpServerOptions> = {},
  listener: (req: IncomingMessage, res: ServerResponse) => void = (_req, res) => void res.end('ok'),
): Promise<number> {
  const server = await startHttpServer(listener, {
    host: '127.0.0.1',
    port: 0,
    portSetting: 'PORT',
    ...options,
  });
  onTestFinished(() => server.stop(0));
  return server.port;
}

/** A connection from `localAddress`, and whether the server has closed it. */
async function open(port: number, localAddress = '127.0.0.1') {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  sockets.push(socket);
  let isClosed = false;
  let received = '';
  socket.on('data', (data) => (received += data.toString()));
  socket.on('error', () => undefined).on('close', () => (isClosed = true));
  await once(socket, 'connect');
  return { socket, isClosed: () => isClosed, received: () => received };
}

/** Whether the connection is served. */
async function isServed({ socket, isClosed, received }: Awaited<ReturnType<typeof open>>): Promise<boolean> {
  const before = received().length;
  socket.write(REQUEST);
  await vi.waitFor(() => expect(isClosed() || received().length > before).toBe(true));
  return received().slice(before).includes('200 OK');
}

describe('connections', () => {
  it('of one address beyond its limit are closed, and those of others are served', async () => {
    const port = await start({ maxConnectionsPerNetwork: [3] });
    const silent = await Promise.all([1, 2, 3].map(() => open(port, '127.0.0.2')));
    expect(await isServed(await open(port, '127.0.0.2'))).toBe(false);
    expect(await isServed(await open(port, '127.0.0.3'))).toBe(true);
    silent[0]?.socket.destroy();
    await vi.waitFor(async () => expect(await isServed(await open(port, '127.0.0.2'))).toBe(true));
  });

  it('of a proxy are not limited by its address', async () => {
    const port = await start({
      maxConnectionsPerNetwork: [1],
      isProxy: (address) => address === '127.0.0.2',
    });
    const all = await Promise.all([1, 2, 3].map(() => open(port, '127.0.0.2')));
    expect(await Promise.all(all.map(isServed))).toEqual([true, true, true]);
  });
});

describe('a new connection when all places are taken', () => {
  /** Asks on each in turn, so that the first one is idle longest. */
  async function use(connections: readonly Awaited<ReturnType<typeof open>>[]): Promise<void> {
    for (const connection of connections) expect(await isServed(connection)).toBe(true);
  }
  const closed = (connections: readonly Awaited<ReturnType<typeof open>>[]): boolean[] =>
    connections.map(({ isClosed }) => isClosed());
  const ADMITTED = '/admitted';
  /** Answers all requests but `/held`; a rate limit admits those to `/admitted` alone. */
  const answer = (req: IncomingMessage, res: ServerResponse): void => {
    if (req.url === ADMITTED) connectionOf(req.socket).admit('app-1');
    else connectionOf(req.socket).markUnadmitted();
    if (req.url !== '/held') res.end('ok');
  };
  const ask = ({ socket }: Awaited<ReturnType<typeof open>>, path: string) =>
    socket.write(REQUEST.replace('/ok', path));

  it('gets that of the one idle longest, of the address that has most', async () => {
    const port = await start({ maxConnections: 4 });
    const other = await open(port, '127.0.0.3');
    const many = await Promise.all([1, 2, 3].map(() => open(port, '127.0.0.2')));
    await use([other, ...many, many[0] as (typeof many)[0]]);
    await use([await open(port, '127.0.0.4')]);
    await vi.waitFor(() => expect(closed(many)).toEqual([false, true, false]));
    await use([await open(port, '127.0.0.5')]);
    await vi.waitFor(() => expect(closed(many)).toEqual([false, true, true]));
    expect(other.isClosed()).toBe(false);
  });

  it('is closed while each of the others carries a request or is in use by an App', async () => {
    const port = await start({ maxConnections: 2 }, answer);
    const [held, ofApp] = [await open(port, '127.0.0.2'), await open(port, '127.0.0.2')];
    ask(held, '/held');
    ask(ofApp, ADMITTED);
    await vi.waitFor(() => expect(ofApp.received()).toContain('200 OK'));
    expect(await isServed(await open(port, '127.0.0.3'))).toBe(false);
    expect(closed([held, ofApp])).toEqual([false, false]);
    held.socket.destroy();
    await vi.waitFor(async () => expect(await isServed(await open(port, '127.0.0.3'))).toBe(true));
  });

  it('gets that of an App whose last request no rate limit has admitted', async () => {
    const port = await start({ maxConnections: 1 }, answer);
    const ofApp = await open(port, '127.0.0.2');
    ask(ofApp, ADMITTED);
    await vi.waitFor(() => expect(ofApp.received()).toContain('200 OK'));
    expect(await isServed(await open(port, '127.0.0.3'))).toBe(false);
    ask(ofApp, '/ok');
    await vi.waitFor(() => expect(ofApp.received().match(/200 OK/g)).toHaveLength(2));
    await vi.waitFor(async () => expect(await isServed(await open(port, '127.0.0.3'))).toBe(true));
    await vi.waitFor(() => expect(ofApp.isClosed()).toBe(true));
  });

  it('gets that of a proxy only if it is of a proxy', async () => {
    const port = await start({ maxConnections: 2, isProxy: (address) => address === '127.0.0.2' });
    const ofProxy = [await open(port, '127.0.0.2'), await open(port, '127.0.0.2')];
    await use(ofProxy);
    expect(await isServed(await open(port, '127.0.0.3'))).toBe(false);
    await use([await open(port, '127.0.0.2')]);
    await vi.waitFor(() => expect(closed(ofProxy)).toEqual([true, false]));
  });

  it('of a proxy gets that of another address first', async () => {
    const port = await start({ maxConnections: 3, isProxy: (address) => address === '127.0.0.2' });
    const ofProxy = [await open(port, '127.0.0.2'), await open(port, '127.0.0.2')];
    const direct = await open(port, '127.0.0.3');
    await use([...ofProxy, direct]);
    await use([await open(port, '127.0.0.2')]);
    await vi.waitFor(() => expect(closed([...ofProxy, direct])).toEqual([false, false, true]));
  });
});

describe('networks of IPv6', () => {
  /** A limiter to which the test makes connections; each tells whether it was closed. */
  function watch(limits: ConnectionLimits) {
    const server = new EventEmitter();
    new ConnectionLimiter(limits).watch(server as Server, new Set());
    let remotePort = 0;
    return (remoteAddress: string) => {
      const destroy = vi.fn<() => void>();
      const socket = Object.assign(new EventEmitter(), { remoteAddress, remotePort, destroy });
      remotePort += 1;
      server.emit('connection', socket);
      return { isClosed: () => destroy.mock.calls.length > 0 };
    };
  }

  it('have limits of their own, which grow with their width', () => {
    const connectFrom = watch({ maxConnectionsPerNetwork: [1, 2, 3] });
    const made = [
      '2001:db8:0:100::1', // the first of its /64
      '2001:db8:0:100::2',
      '2001:db8:0:101::1', // the second of its /56
      '2001:db8:0:102::1',
      '2001:db8:0:200::1', // the third of its /48
      '2001:db8:0:300::1',
      '2001:db8:1:300::1', // of another /48
    ].map(connectFrom);
    expect(made.map(({ isClosed }) => isClosed())).toEqual([false, true, false, true, false, true, false]);
  });

  it('hold what all their addresses hold when all places are taken', () => {
    const connectFrom = watch({ maxConnections: 4 });
    const addresses = ['192.0.2.1', '2001:db8:0:100::1', '192.0.2.2', '2001:db8:0:200::1', '192.0.2.3'];
    const made = addresses.map(connectFrom);
    expect(made.map(({ isClosed }) => isClosed())).toEqual([false, true, false, false, false]);
  });
});

describe('pipelined requests', () => {
  it('are answered in order', async () => {
    const { socket, received } = await open(await start());
    socket.write(REQUEST.repeat(20));
    await vi.waitFor(() => expect(received().match(/200 OK/g)).toHaveLength(20));
  });

  /** A server that answers POST alone, and how many requests have reached its listener. */
  async function startSilent(options: Partial<HttpServerOptions> = {}) {
    let begun = 0;
    const port = await start(options, (req, res) => {
      begun += 1;
      if (req.method !== 'POST') return;
      connectionOf(req.socket).admit(req.url ?? '');
      res.end('ok');
    });
    return { port, begun: () => begun };
  }
  /** Whether the connection is served, as one of `app`. */
  const isSilentlyServed = async (
    connection: Awaited<ReturnType<typeof open>>,
    app = '/app-1',
  ): Promise<boolean> => {
    const before = connection.received().length;
    connection.socket.write(REQUEST.replace('GET /ok', `POST ${app}`));
    await vi.waitFor(() => expect(connection.isClosed() || connection.received().length > before).toBe(true));
    return connection.received().slice(before).includes('200 OK');
  };

  it('beyond the limit close the connection, and only those before it are handled', async () => {
    const { port, begun } = await startSilent();
    const [eager, other] = [await open(port, '127.0.0.2'), await open(port, '127.0.0.2')];
    eager.socket.write(REQUEST.repeat(33));
    await vi.waitFor(() => expect(eager.isClosed()).toBe(true));
    expect(begun()).toBe(32);
    expect(await isSilentlyServed(other)).toBe(true);
  });

  it('by the thousand close the connections of the address for 2 s, but not those in use by an App', async () => {
    let now = performance.now();
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const { port } = await startSilent();
    const [flood, same, ofApp, another] = [
      await open(port, '127.0.0.2'),
      await open(port, '127.0.0.2'),
      await open(port, '127.0.0.2'),
      await open(port, '127.0.0.3'),
    ];
    expect(await isSilentlyServed(ofApp)).toBe(true);
    flood.socket.write(REQUEST.repeat(1000));
    await vi.waitFor(() => expect([flood.isClosed(), same.isClosed()]).toEqual([true, true]));
    expect(await isSilentlyServed(await open(port, '127.0.0.2'))).toBe(false);
    expect([await isSilentlyServed(ofApp), await isSilentlyServed(another)]).toEqual([true, true]);
    now += 2000;
    expect(await isSilentlyServed(await open(port, '127.0.0.2'))).toBe(true);
  });

  it('beyond the limit on many connections close all of the address', async () => {
    const { port } = await startSilent();
    const floods = await Promise.all(Array.from({ length: 9 }, () => open(port, '127.0.0.2')));
    const same = await open(port, '127.0.0.2');
    // All within one second, however slow the machine is.
    vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    for (const { socket } of floods.slice(0, 8)) socket.write(REQUEST.repeat(33));
    await vi.waitFor(() => expect(floods.slice(0, 8).every(({ isClosed }) => isClosed())).toBe(true));
    expect(same.isClosed()).toBe(false);
    floods[8]?.socket.write(REQUEST.repeat(33));
    await vi.waitFor(() => expect(same.isClosed()).toBe(true));
    expect(await isSilentlyServed(await open(port, '127.0.0.2'))).toBe(false);
  });

  it('by the thousand on a connection of an App close those of this App, and nothing of others at its address', async () => {
    const { port } = await startSilent();
    const flood = await open(port, '127.0.0.2');
    const same = await open(port, '127.0.0.2');
    const [ofAnother, stranger] = [await open(port, '127.0.0.2'), await open(port, '127.0.0.2')];
    for (const each of [flood, same]) expect(await isSilentlyServed(each)).toBe(true);
    expect(await isSilentlyServed(ofAnother, '/app-2')).toBe(true);
    flood.socket.write(REQUEST.repeat(1000));
    await vi.waitFor(() => expect([flood.isClosed(), same.isClosed()]).toEqual([true, true]));
    expect(await isSilentlyServed(ofAnother, '/app-2')).toBe(true);
    expect(await isSilentlyServed(stranger, '/app-3')).toBe(true);
    expect(await isSilentlyServed(await open(port, '127.0.0.2'), '/app-2')).toBe(true);
  });

  it('by the thousand of an App again within 2 s count as those of a stranger', async () => {
    vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    const { port } = await startSilent();
    const ofAnother = await open(port, '127.0.0.2');
    expect(await isSilentlyServed(ofAnother, '/app-2')).toBe(true);
    for (let count = 0; count < 2; count += 1) {
      const flood = await open(port, '127.0.0.2');
      expect(await isSilentlyServed(flood)).toBe(true);
      flood.socket.write(REQUEST.repeat(1000));
      await vi.waitFor(() => expect(flood.isClosed()).toBe(true));
    }
    expect(await isSilentlyServed(await open(port, '127.0.0.2'))).toBe(false);
    expect(await isSilentlyServed(ofAnother, '/app-2')).toBe(true);
  });

  it('by the thousand through a proxy close their connection alone', async () => {
    const { port } = await startSilent({ isProxy: () => true });
    const [flood, same] = [await open(port, '127.0.0.2'), await open(port, '127.0.0.2')];
    flood.socket.write(REQUEST.repeat(1000));
    await vi.waitFor(() => expect(flood.isClosed()).toBe(true));
    expect(await isSilentlyServed(same)).toBe(true);
  });
});
