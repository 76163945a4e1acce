import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A gateway's answer; a string body goes out as a proxy's page would. */
export interface GatewayReply {
  status: number;
  body?: object | string;
  headers?: Record<string, string>;
  /** Said by something in front of the gateway, which knows no protocol. */
  isForeign?: true;
}

/** One call on its way to the shop. What is neither answered nor dropped stays open until its caller leaves. */
export interface FrontCall {
  kind: 'place' | 'find' | 'get' | 'cancel' | 'list';
  /** With its query, as it came. */
  path: string;
  requestId: string | undefined;
  /** Counts the calls of this kind since the last reset, from 1. */
  turn: number;
  /** Lets the shop see the call, now or later, and answers nothing. */
  pass(): Promise<GatewayReply>;
  reply(reply: GatewayReply): void;
  /** Breaks the connection. */
  drop(): void;
}

/** Stands between the service and a shop, and misbehaves as proxies, networks and shops do. */
export interface FrontGateway {
  origin: string;
  /** The kinds of all calls since the last reset, in order. */
  calls: FrontCall['kind'][];
  /** What becomes of a call; by default the shop answers it. */
  handle: (call: FrontCall) => Promise<void> | void;
  /** Forgets the calls and lets all later ones through. */
  reset(): void;
  stop(): Promise<void>;
}

/** Lets the shop answer. */
export async function relay(call: FrontCall): Promise<void> {
  call.reply(await call.pass());
}

function kindOf({ method, url = '' }: IncomingMessage): FrontCall['kind'] {
  if (method === 'POST') return url.endsWith('/cancel') ? 'cancel' : 'place';
  if (url.includes('/by-merchant-no/')) return 'find';
  return url.includes('/orders?') ? 'list' : 'get';
}

export async function startFrontGateway(shopOrigin: string): Promise<FrontGateway> {
  async function pass(request: IncomingMessage, body: string): Promise<GatewayReply> {
    const { authorization = '', 'content-type': type } = request.headers;
    const response = await fetch(shopOrigin + (request.url ?? ''), {
      method: request.method ?? 'GET',
      headers: { authorization, ...(type !== undefined && { 'content-type': type }) },
      ...(body !== '' && { body }),
    });
    return { status: response.status, body: (await response.json()) as object };
  }

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const kind = kindOf(request);
    gateway.calls.push(kind);
    await gateway.handle({
      kind,
      path: request.url ?? '',
      requestId: request.headers['x-request-id']?.toString(),
      turn: gateway.calls.filter((one) => one === kind).length,
      pass: () => pass(request, body),
      reply({ status, body: answer = '', headers = {}, isForeign }) {
        const own = isForeign ? {} : { 'gateway-protocol': '1' };
        response.writeHead(status, { 'content-type': 'application/json', ...own, ...headers });
        response.end(typeof answer === 'string' ? answer : JSON.stringify(answer));
      },
      drop: () => request.socket.destroy(),
    });
  }

  const server = createServer((request, response) => {
    // A call that this file fails on must not stay open: the test would only see a timeout.
    receive(request, response).catch(() => request.socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const gateway: FrontGateway = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls: [],
    handle: relay,
    reset() {
      gateway.calls = [];
      gateway.handle = relay;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return gateway;
}
