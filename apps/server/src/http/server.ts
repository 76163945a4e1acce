import {
  createServer as createPlainServer,
  type RequestListener,
  type Server,
  type ServerOptions,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { LIMITS } from '@procurement-intents/contract';
import { type Connection, connectionOf, openConnection } from './connections/connection.ts';
import { ConnectionLimiter, type ConnectionLimits } from './connections/limit-connections.ts';

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

// How late both timeouts may fire. With Node's default of 30 s, a silent client could stay for 40 s.
const TIMEOUT_CHECK_MS = 1000;
// Node's default is 120 s.
const TLS_HANDSHAKE_MS = 10_000;

/** Serves `listener`. @throws Error that names `portSetting` when the port is taken. */
export async function startHttpServer(
  listener: RequestListener,
  options: HttpServerOptions,
): Promise<HttpServer> {
  const { host, port, portSetting, refuseUnreadable } = options;
  const limiter = new ConnectionLimiter(options);
  const server = createServer(limiter.limitPipelining(listener), options);
  server.timeout = LIMITS.idleMs;
  // Connections, not responses: V8 copies a set that changes with each request every few changes, and old copies keep
  // their responses alive until the next full garbage collection.
  const open = new Set<Socket>();
  limiter.watch(server, open);
  const servingEvent = options.tls ? 'secureConnection' : 'connection';
  server.on(servingEvent, (socket: Socket) => {
    openConnection(socket, limiter, limiter.placeOf(socket));
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    // Without a listener, a reset of a connection that Node hands over would end the process.
    socket.on('error', () => undefined);
  });
  if (refuseUnreadable) {
    server.on('clientError', (error, socket) => {
      // A handshake that failed comes here, too: no response can be sent then.
      if (open.has(socket as Socket)) refuseUnreadable(error, socket);
      else socket.destroy();
    });
  }
  server.on('connect', (_req, socket) => refuseTunnel(connectionOf(socket), refuseUnreadable));
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
  const drain = (socket: Socket): void => connectionOf(socket).drain();
  return {
    port: (server.address() as AddressInfo).port,
    stop(timeoutMs) {
      for (const socket of open) drain(socket);
      // A TLS handshake can end during the stop.
      server.on(servingEvent, drain);
      return close(server, timeoutMs);
    },
  };
}

/** Refuses a `CONNECT`. Node hands its connection over: its listeners are off it, and its limits of time. */
function refuseTunnel(connection: Connection, refuse: HttpServerOptions['refuseUnreadable']): void {
  const { socket } = connection;
  connection.takeBack();
  if (!refuse || connection.pending) {
    socket.destroy();
    return;
  }
  refuse(new Error('CONNECT'), socket);
  socket.setTimeout(LIMITS.idleMs, () => socket.destroy());
  connection.closeWhenSent();
}

function createServer(listener: RequestListener, { tls, messages }: HttpServerOptions): Server {
  const options = {
    ...messages,
    headersTimeout: LIMITS.headersMs,
    requestTimeout: LIMITS.processingMs,
    connectionsCheckingInterval: TIMEOUT_CHECK_MS,
    keepAliveTimeout: LIMITS.keepAliveMs,
    maxHeaderSize: LIMITS.headerBytes,
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
 * Closes without losing a request: the port first, then each connection after the last response that it drains. Idle
 * connections are closed last, because a request may already be on its way on one of them.
 */
async function close(server: Server, timeoutMs: number): Promise<void> {
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
