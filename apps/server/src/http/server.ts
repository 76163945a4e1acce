import {
  createServer as createPlainServer,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { LIMITS } from '@procurement-intents/contract';
import { ConnectionLimiter, type ConnectionLimits } from './limit-connections.ts';

export interface HttpServer {
  port: number;
  /** Waits up to `timeoutMs` for running requests, and closes keep-alive connections. */
  stop(timeoutMs: number): Promise<void>;
}

export interface HttpServerOptions extends ConnectionLimits {
  host: string;
  port: number;
  /** The setting to name when the port is taken. */
  portSetting: string;
  /** Serves TLS 1.3 only; absent: plain HTTP. `handshakeTimeout` in milliseconds, default 10,000. */
  tls?: { cert: Buffer; key: Buffer; handshakeTimeout?: number } | null;
  /** Classes of the requests and responses that `listener` gets. Default: Node's. */
  messages?: Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'>;
  /** Answers bytes that are not a request, and closes the connection. Default: only closes it. */
  refuseUnreadable?: (error: Error, socket: Duplex) => void;
}

// The slowest clients need less than a second for their headers.
const HEADERS_TIMEOUT_MS = 10_000;
// How late both timeouts may fire. With Node's default of 30 s, a silent client could stay for 40 s.
const TIMEOUT_CHECK_MS = 1000;
// Node's default is 120 s.
const TLS_HANDSHAKE_MS = 10_000;
// Longer than the idle time of common load balancers (60 s), so that they close first and
// send no request on a connection that is being closed here.
const KEEP_ALIVE_MS = 65_000;
// Longer than any response takes to start. A connection without traffic for this long has a client that does not read.
const SOCKET_TIMEOUT_MS = 40_000;
// More than the limit of a URL, so that a longer one is refused as too long and not as malformed.
const MAX_HEADER_BYTES = 64 * 1024;

/** The response that a connection waits for. Node has no public property for it. */
export function pendingResponseOf(socket: Duplex): ServerResponse | null {
  const { _httpMessage: answer } = socket as Duplex & { _httpMessage?: ServerResponse | null };
  return answer ?? null;
}

/** Serves `listener`. @throws Error that names `portSetting` when the port is taken. */
export async function startHttpServer(
  listener: RequestListener,
  options: HttpServerOptions,
): Promise<HttpServer> {
  const { host, port, portSetting, refuseUnreadable } = options;
  const limiter = new ConnectionLimiter(options);
  const server = createServer(limiter.limitPipelining(listener), options);
  server.timeout = SOCKET_TIMEOUT_MS;
  // Connections, not responses: V8 copies a set that changes with each request every few changes, and old copies keep
  // their responses alive until the next full garbage collection.
  const open = new Set<Socket>();
  limiter.watch(server, open);
  server.on(options.tls ? 'secureConnection' : 'connection', (socket: ServingSocket) => {
    socket[ENDERS] = socket.listeners('close') as (() => void)[];
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    // Without a listener, a reset of a connection that Node hands over would end the process.
    socket.on('error', () => undefined);
  });
  if (refuseUnreadable) server.on('clientError', refuseUnreadable);
  server.on('connect', (_req, socket: ServingSocket) => refuseTunnel(socket, refuseUnreadable));
  // Without a TLS session no response can be sent.
  server.on('tlsClientError', (_error, socket: Duplex) => socket.destroy());
  // Requests with an `Expect` header are handled like others; `readBody` sends 100 Continue.
  for (const event of ['checkContinue', 'checkExpectation'])
    server.on(event, (req, res) => void server.emit('request', req, res));
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const isTaken = error.code === 'EADDRINUSE';
      reject(
        isTaken ? new Error(`port ${port} on ${host} is taken: set ${portSetting} to a free one`) : error,
      );
    });
    server.listen(port, host, resolve);
  });
  return { port: (server.address() as AddressInfo).port, stop: (timeoutMs) => stop(server, open, timeoutMs) };
}

/** What Node does when a connection closes: responses that still wait are told. */
const ENDERS = Symbol("Node's listeners to `close`");
type ServingSocket = Socket & { [ENDERS]?: (() => void)[] };

/** Refuses a `CONNECT`. Node hands its connection over: its listeners are off it, and its limits of time. */
function refuseTunnel(socket: ServingSocket, refuse: HttpServerOptions['refuseUnreadable']): void {
  for (const ender of socket[ENDERS] ?? [])
    if (!socket.listeners('close').includes(ender)) socket.on('close', ender);
  if (!refuse || pendingResponseOf(socket)) {
    socket.destroy();
    return;
  }
  refuse(new Error('CONNECT'), socket);
  socket.setTimeout(SOCKET_TIMEOUT_MS, () => socket.destroy());
  socket.destroySoon();
}

function createServer(listener: RequestListener, { tls, messages }: HttpServerOptions): Server {
  const options = {
    ...messages,
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: LIMITS.processingMs,
    connectionsCheckingInterval: TIMEOUT_CHECK_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    maxHeaderSize: MAX_HEADER_BYTES,
    // No operation depends on the host, so a request without `Host` is answered like others.
    requireHostHeader: false,
  };
  return tls
    ? createTlsServer(
        { ...options, handshakeTimeout: TLS_HANDSHAKE_MS, ...tls, minVersion: 'TLSv1.3' },
        listener,
      )
    : createPlainServer(options, listener);
}

// Time for clients to send one more request on an idle connection and to get `Connection: close`.
const LAST_ANSWERS_MS = 1000;
const SWEEP_MS = 250;

/**
 * Stops without losing a request: closes the port first, then each connection after its next response. Idle connections
 * are closed last, because a request may already be on its way on one of them.
 */
async function stop(server: Server, open: ReadonlySet<Socket>, timeoutMs: number): Promise<void> {
  const endAfter = (res: ServerResponse | null): void => {
    if (res && !res.headersSent) res.setHeader('Connection', 'close');
  };
  for (const socket of open) endAfter(pendingResponseOf(socket));
  server.prependListener('request', (_req, res) => endAfter(res));
  // http.Server's own `close` would close idle connections at once.
  const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
  let sweeps: NodeJS.Timeout | undefined;
  const lastAnswers = setTimeout(
    () => {
      server.closeIdleConnections();
      sweeps = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
    },
    Math.min(LAST_ANSWERS_MS, timeoutMs),
  );
  const cutOff = setTimeout(() => server.closeAllConnections(), timeoutMs);
  await closed;
  clearTimeout(lastAnswers);
  clearTimeout(cutOff);
  clearInterval(sweeps);
}
