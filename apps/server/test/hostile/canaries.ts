import { channel } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

/** Listeners that nobody may ever reach, and a record of every connection that this process tries to make. */
export interface Canaries {
  /** One port, open on every address of this machine that can be bound. */
  port: number;
  /** Ports open on one address each, as `address port`. */
  others: readonly { host: string; port: number }[];
  /** Connections that arrived at a canary. */
  visits(): number;
  /** Address and port of every connection that this process has tried to make. */
  attempts(): ReadonlySet<string>;
  stop(): Promise<void>;
}

async function listen(server: Server, options: { host: string; port: number; ipv6Only?: boolean }) {
  server.listen(options);
  try {
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  } catch {
    // No such address here, or the port is another's: there is nothing to guard then.
    return null;
  }
}

export async function startCanaries(): Promise<Canaries> {
  let visits = 0;
  const servers: Server[] = [];
  const open = async (host: string, port = 0): Promise<number | null> => {
    const server = createServer((socket) => {
      visits += 1;
      socket.destroy();
    });
    const bound = await listen(server, { host, port, ipv6Only: true });
    if (bound !== null) servers.push(server);
    return bound;
  };
  const port = await open('0.0.0.0');
  if (port === null) throw new Error('no canary could be bound');
  await open('::', port);
  // Where addresses without a port lead, if we may have it.
  await open('127.0.0.1', 80);
  await open('127.0.0.1', 443);
  const others: { host: string; port: number }[] = [];
  for (const host of ['127.0.0.1', '127.0.0.2', '::1']) {
    const own = await open(host);
    if (own !== null) others.push({ host: host.includes(':') ? `[${host}]` : host, port: own });
  }

  const attempts = new Set<string>();
  const note = (address: string, to: number): void => void attempts.add(`${address} ${to}`);
  const watch = (message: unknown): void =>
    void (message as { socket: Socket }).socket.on('connectionAttempt', note);
  const sockets = channel('net.client.socket');
  sockets.subscribe(watch);
  return {
    port,
    others,
    visits: () => visits,
    attempts: () => attempts,
    async stop() {
      sockets.unsubscribe(watch);
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
}
