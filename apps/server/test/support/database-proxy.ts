import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from './free-port.ts';

/** Stands between the service and its database, and fails as networks and servers do. */
export interface DatabaseProxy {
  url: string;
  /** Breaks every connection and refuses new ones. */
  cut(): Promise<void>;
  /** Takes connections and bytes, and lets nothing through. */
  hang(): void;
  restore(): Promise<void>;
  stop(): Promise<void>;
}

export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isHanging = false;

  const server: Server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on('data', (chunk) => isHanging || to.write(chunk));
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  async function listen(port: number): Promise<void> {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  }
  async function cut(): Promise<void> {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  }
  const port = await freePort();
  await listen(port);
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return {
    url: url.href,
    cut,
    hang() {
      isHanging = true;
    },
    async restore() {
      // What was asked meanwhile is lost, so the connections that asked are of no more use.
      if (isHanging) for (const socket of sockets) socket.destroy();
      isHanging = false;
      if (!server.listening) await listen(port);
    },
    stop: cut,
  };
}
