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
import { ConnectionLimiter, type ConnectionLimits } from './limit-connections.ts';

export interface HttpServer {
  port: number;
  /** Lets running requests end, at most `timeoutMs`, and tells keep-alive clients to go. */
  stop(timeoutMs: number): Promise<void>;
}

export interface HttpServerOptions extends ConnectionLimits {
  host: string;
  port: number;
  /** The setting to name when the port is taken. */
  portSetting: string;
  /** Serves TLS 1.3 and nothing older; absent: plain HTTP. `handshakeTimeout` in milliseconds, default 10,000. */
  tls?: { cert: Buffer; key: Buffer; handshakeTimeout?: number } | null;
  /** Classes of the messages that `listener` is given. Default: Node's. */
  messages?: Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'>;
  /** Answers what is no request, and ends its connection. Default: closes it. */
  refuseUnreadable?: (error: Error, socket: Duplex) => void;
}

// The slowest honest client needs less than a second for its headers; the whole request has the interface's 30 s.
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 30_000;
// How late those two may be. Node looks every 30 s by itself, which would let silence last 40 s.
const TIMEOUT_CHECK_MS = 1000;
// Node would wait for 120 s.
const TLS_HANDSHAKE_MS = 10_000;
// Longer than the idle time of common load balancers (60 s), so that they close first and no request meets a closing end.
const KEEP_ALIVE_MS = 65_000;
// Longer than any answer takes to begin. A connection on which nothing moves for as long has a caller who does not read.
const SOCKET_TIMEOUT_MS = 40_000;
// Room for a URL over the limit, so that it is refused as such and not as unreadable.
const MAX_HEADER_BYTES = 64 * 1024;

/** The answer that a connection is waiting for. Node keeps it there, and tells of it in no other way. */
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
  limiter.watch(server);
  // Of connections, not of answers: a set that changes with each request is copied every few of them, and each copy that
  // has grown old keeps the next one alive, with its answers, until the next full collection.
  const open = new Set<Socket>();
  server.on(options.tls ? 'secureConnection' : 'connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  if (refuseUnreadable) {
    server.on('clientError', refuseUnreadable);
    server.on('connect', (_req, socket) => refuseUnreadable(new Error('CONNECT'), socket));
  }
  // There is nothing to be answered without a session; an answer would wait for one that never comes.
  server.on('tlsClientError', (_error, socket: Duplex) => socket.destroy());
  // Whatever a client expects, it gets the answer itself; who reads the body says that it may come.
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

function createServer(listener: RequestListener, { tls, messages }: HttpServerOptions): Server {
  const options = {
    ...messages,
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionsCheckingInterval: TIMEOUT_CHECK_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    maxHeaderSize: MAX_HEADER_BYTES,
    // A request without Host is answered as any other: it names its App, not its host.
    requireHostHeader: false,
  };
  return tls
    ? createTlsServer(
        { ...options, handshakeTimeout: TLS_HANDSHAKE_MS, ...tls, minVersion: 'TLSv1.3' },
        listener,
      )
    : createPlainServer(options, listener);
}

// Time for a client to use each idle connection once more and to be told to leave it.
const LAST_ANSWERS_MS = 1000;
const SWEEP_MS = 250;

/**
 * Ends without a lost request: the port closes first, and every answer that is still to be given ends its connection.
 * Only then are idle connections closed, because a request may already be on its way on one of them.
 */
async function stop(server: Server, open: ReadonlySet<Socket>, timeoutMs: number): Promise<void> {
  const endAfter = (res: ServerResponse | null): void => {
    if (res && !res.headersSent) res.setHeader('Connection', 'close');
  };
  for (const socket of open) endAfter(pendingResponseOf(socket));
  server.prependListener('request', (_req, res) => endAfter(res));
  // The close of http.Server would close idle connections at once.
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
