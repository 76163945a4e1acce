import { once } from 'node:events';
import { Agent, createServer, get, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';

export interface Backend {
  port: number;
  privatePort: number;
}

/** Hands requests to the backends in turn, over connections that it keeps, as a load balancer does. */
export interface Balancer {
  url: string;
  /** Requests that a backend failed to answer. */
  failures(): string[];
  /** How many requests each backend has had, in their order. */
  counts(): number[];
  readyCount(): number;
  stop(): Promise<void>;
}

// Well below the time that a backend waits between its no and its end.
const ASK_EVERY_MS = 200;

/** Whether the backend says that it can work; null when it does not say in time, which on a busy machine means nothing. */
function askReady({ privatePort }: Backend): Promise<boolean | null> {
  return new Promise((resolve) => {
    const asked = get(
      { port: privatePort, host: '127.0.0.1', path: '/readyz', timeout: 2000, agent: false },
      (answer) => {
        answer.resume();
        resolve(answer.statusCode === 200);
      },
    );
    asked.on('timeout', () => {
      resolve(null);
      asked.destroy();
    });
    asked.on('error', () => resolve(false));
  });
}

/** Starts a balancer that asks each backend for its readiness and uses those that say yes. Nothing is retried. */
export async function startBalancer(backends: readonly Backend[]): Promise<Balancer> {
  const pool = backends.map((backend) => ({
    ...backend,
    isReady: false,
    count: 0,
    agent: new Agent({ keepAlive: true, maxSockets: 32 }),
  }));
  const failures: string[] = [];
  let turn = 0;

  const ask = () =>
    Promise.all(pool.map(async (one) => void (one.isReady = (await askReady(one)) ?? one.isReady)));
  const asking = setInterval(() => void ask(), ASK_EVERY_MS);

  const server = createServer((incoming, outgoing) => {
    const ready = pool.filter(({ isReady }) => isReady);
    const backend = ready[turn++ % ready.length];
    const fail = (reason: string): void => {
      failures.push(reason);
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(502).end();
    };
    if (!backend) return fail('no backend is ready');
    backend.count += 1;
    const { method = '', url = '', rawHeaders } = incoming;
    const headers = withoutConnection(rawHeaders);
    const { port, agent } = backend;
    const onward = request({ host: '127.0.0.1', port, agent, method, path: url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, withoutConnection(answer.rawHeaders));
      pipeline(answer, outgoing, (error) => void (error && fail(`${method} ${url}: ${error.message}`)));
    });
    onward.on('error', (error) => fail(`${method} ${url}: ${error.message}`));
    pass(incoming, onward);
  });
  await ask();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    failures: () => failures,
    counts: () => pool.map(({ count }) => count),
    readyCount: () => pool.filter(({ isReady }) => isReady).length,
    async stop() {
      clearInterval(asking);
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      for (const { agent } of pool) agent.destroy();
    },
  };
}

function pass(incoming: IncomingMessage, onward: NodeJS.WritableStream): void {
  incoming.pipe(onward);
}

/** Each side's connections are its own affair. */
function withoutConnection(raw: readonly string[]): string[] {
  return raw.filter((_, index) => !/^(connection|keep-alive)$/i.test(raw[index - (index % 2)] ?? ''));
}
