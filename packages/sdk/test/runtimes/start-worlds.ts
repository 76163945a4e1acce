import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Fault, TestService } from '../../src/testing/index.ts';

const SDK = join(import.meta.dirname, '..', '..');

/** What happens to a request on its way, before the service sees it. */
interface Step {
  hang?: boolean;
  /** Headers and half a body come, the rest never. */
  stall?: boolean;
  /** The service does all; of its answer half arrives. */
  cutAnswer?: boolean;
  redirectTo?: string;
}

interface WorldOptions {
  /** Of the service; the first create, or whatever else comes, meets the first. */
  faults?: Fault[];
  steps?: Step[];
  /** How far the service's clock is ahead. */
  aheadMs?: number;
}

interface Received {
  method: string;
  key: string | undefined;
  signature: string | undefined;
  atMs: number;
  status: number | null;
}

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST, PUT, DELETE',
  'access-control-allow-headers':
    'X-App-Id, X-Timestamp, X-Signature, Content-Type, Idempotency-Key, If-Match, X-Request-Id, Accept-Language',
  'access-control-expose-headers':
    'X-Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, Date, ETag, Idempotency-Replayed',
};

/** A server on loopback that hands over whole requests. */
async function listen(
  answer: (request: IncomingMessage, response: ServerResponse, body: string) => Promise<void>,
): Promise<{ server: Server; url: string }> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      for (const [name, value] of Object.entries(CORS)) response.setHeader(name, value);
      if (request.method === 'OPTIONS') return void response.writeHead(204).end();
      answer(request, response, Buffer.concat(chunks).toString()).catch(() => request.socket.destroy());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** The service in memory behind a real socket. */
async function openWorld(service: TestService, { steps = [], ...options }: WorldOptions) {
  const received: Received[] = [];
  if (options.aheadMs !== undefined) service.clock.advance(options.aheadMs);
  for (const fault of options.faults ?? []) service.fail('*', fault);
  const opened = await listen(async (request, response, body) => {
    const { method = '', url = '', headers } = request;
    const text = (name: string) => headers[name]?.toString();
    const key = text('idempotency-key');
    const entry: Received = { method, key, signature: text('x-signature'), atMs: Date.now(), status: null };
    received.push(entry);
    const { hang, stall, cutAnswer, redirectTo } = steps.shift() ?? {};
    if (hang === true) return;
    if (stall === true) return void response.writeHead(200).write('{"code":0,');
    if (redirectTo !== undefined) return void response.writeHead(307, { location: redirectTo }).end();
    const answer = await service.fetch(`http://service${url}`, {
      method,
      headers: Object.fromEntries(Object.keys(headers).map((name) => [name, text(name) ?? ''])),
      body: body || null,
    });
    entry.status = answer.status;
    const whole = await answer.text();
    for (const [name, value] of answer.headers) response.setHeader(name, value);
    response.writeHead(answer.status, { 'content-length': Buffer.byteLength(whole) });
    if (cutAnswer === true) return void response.write(whole.slice(0, 9), () => request.socket.destroy());
    response.end(whole);
  });
  return { ...opened, received, service };
}

type World = Awaited<ReturnType<typeof openWorld>>;

const FILES: Record<string, { path: string; type: string }> = {
  '/': { path: join(import.meta.dirname, 'page.html'), type: 'text/html' },
  '/checks.mjs': { path: join(import.meta.dirname, 'checks.mjs'), type: 'text/javascript' },
  '/sdk.js': { path: join(SDK, 'dist', 'web', 'index.js'), type: 'text/javascript' },
  '/vectors': { path: join(SDK, '..', 'contract', 'vectors', 'signing.json'), type: 'application/json' },
};

/**
 * A control server that opens services for checks, and gives pages what they load.
 *
 * @returns its address, by number for programs, and by name for pages, to which the services are then foreign.
 */
export async function startWorlds() {
  const { createTestService } = (await import(join(SDK, 'dist', 'testing', 'index.js'))) as {
    createTestService: () => TestService;
  };
  const worlds: World[] = [];
  const open = async (options: WorldOptions) => {
    const service = createTestService();
    const world = await openWorld(service, options);
    const { appId, appSecret } = service.app;
    const number = worlds.push(world) - 1;
    return { number, baseUrl: world.url, app: { appId, appSecret }, order: service.order() };
  };
  const look = (number: number) => {
    const world = worlds[number];
    return { received: world?.received ?? [], intents: world?.service.intents() ?? [] };
  };
  const { server, url } = await listen(async (request, response, body) => {
    const path = request.url ?? '';
    const file = FILES[path];
    if (file) return void response.setHeader('content-type', file.type).end(readFileSync(file.path));
    const [, number] = /^\/worlds\/(\d+)$/.exec(path) ?? [];
    if (number !== undefined) return void response.end(JSON.stringify(look(Number(number))));
    if (path !== '/worlds') return void response.writeHead(404).end();
    response.end(JSON.stringify(await open(JSON.parse(body) as WorldOptions)));
  });
  return {
    url,
    pageUrl: url.replace('127.0.0.1', 'localhost'),
    stop() {
      for (const each of [server, ...worlds.map((world) => world.server)]) {
        each.closeAllConnections();
        each.close();
      }
    },
  };
}
