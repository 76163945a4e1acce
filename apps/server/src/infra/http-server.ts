import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface HttpServer {
  port: number;
  /** Lets running requests end, at most `timeoutMs`, and tells keep-alive clients to go. */
  stop(timeoutMs: number): Promise<void>;
}

// The slowest honest client needs less than a second for its headers; the whole request has the interface's 30 s.
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 30_000;

/** Serves `listener`. @throws Error that names `portSetting` when the port is taken. */
export async function startHttpServer(
  listener: RequestListener,
  options: { host: string; port: number; portSetting: string },
): Promise<HttpServer> {
  const { host, port, portSetting } = options;
  const server = createServer(
    { headersTimeout: HEADERS_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS },
    listener,
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const isTaken = error.code === 'EADDRINUSE';
      reject(
        isTaken ? new Error(`port ${port} on ${host} is taken: set ${portSetting} to a free one`) : error,
      );
    });
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    async stop(timeoutMs) {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      const timer = setTimeout(() => server.closeAllConnections(), timeoutMs);
      await closed;
      clearTimeout(timer);
    },
  };
}
