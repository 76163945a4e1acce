import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Fault, TestService } from '../../src/testing/index.ts';

const SDK = join(import.meta.dirname, '..', '..');
const VECTORS = join(SDK, '..', 'contract', 'vectors');

/** What happens to a request before it reaches the service. */
interface Step {
  hang?: boolean;
  /** Sends headers and half a body, and never the rest. */
  stall?: boolean;
  /** The service handles the request, but only half of its response is sent. */
  cutAnswer?: boolean;
  redirectTo?: string;
}

interface ServerOptions {
  /** Faults of the service, for its requests in order. */
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
    'X-Request-Id, X-Error-Name, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, Date, ETag, Idempotency-Replayed',
};

/** A server on loopback that passes on complete requests. */
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

/** Opens the service in memory behind a real socket. */
async function openServer(service: TestService, { steps = [], ...options }: ServerOptions) {
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

type TestServer = Awaited<ReturnType<typeof openServer>>;

const FILES: Record<string, { path: string; type: string }> = {
  '/': { path: join(import.meta.dirname, 'page.html'), type: 'text/html' },
  '/checks.mjs': { path: join(import.meta.dirname, 'checks.mjs'), type: 'text/javascript' },
  '/expect.mjs': { path: join(import.meta.dirname, 'expect.mjs'), type: 'text/javascript' },
  '/webhook-checks.mjs': { path: join(import.meta.dirname, 'webhook-checks.mjs'), type: 'text/javascript' },
  '/sdk.js': { path: join(SDK, 'dist', 'web', 'index.js'), type: 'text/javascript' },
  '/webhooks.js': { path: join(SDK, 'dist', 'web', 'webhooks.js'), type: 'text/javascript' },
  '/vectors': { path: join(VECTORS, 'signing.json'), type: 'application/json' },
  '/webhook-vectors': { path: join(VECTORS, 'webhooks.json'), type: 'application/json' },
};

/**
 * Starts a control server that opens services for checks, and serves the files of pages.
 *
 * @returns `url` for programs, and `pageUrl` with another host name, so that the services are cross-origin for pages.
 */
export async function startServices() {
  const { createTestService } = (await import(join(SDK, 'dist', 'testing', 'index.js'))) as {
    createTestService: () => TestService;
  };
  const testServers: TestServer[] = [];
  const open = async (options: ServerOptions) => {
    const service = createTestService();
    const testServer = await openServer(service, options);
    const { appId, appSecret } = service.app;
    const number = testServers.push(testServer) - 1;
    return { number, baseUrl: testServer.url, app: { appId, appSecret }, order: service.order() };
  };
  const inspect = (number: number) => {
    const testServer = testServers[number];
    return { received: testServer?.received ?? [], intents: testServer?.service.intents() ?? [] };
  };
  const { server, url } = await listen(async (request, response, body) => {
    const path = request.url ?? '';
    const file = FILES[path];
    if (file) return void response.setHeader('content-type', file.type).end(readFileSync(file.path));
    const [, number] = /^\/services\/(\d+)$/.exec(path) ?? [];
    if (number !== undefined) return void response.end(JSON.stringify(inspect(Number(number))));
    if (path !== '/services') return void response.writeHead(404).end();
    response.end(JSON.stringify(await open(JSON.parse(body) as ServerOptions)));
  });
  return {
    url,
    pageUrl: url.replace('127.0.0.1', 'localhost'),
    stop() {
      for (const each of [server, ...testServers.map((testServer) => testServer.server)]) {
        each.closeAllConnections();
        each.close();
      }
    },
  };
}
