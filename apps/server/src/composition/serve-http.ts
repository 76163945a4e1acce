import { refuseUnreadable } from '../http/connections/refuse-unreadable.ts';
import { startHttpServer } from '../http/server.ts';
import type { Service } from './service-parts.ts';

/** A running HTTP server. */
export interface Served {
  baseUrl: string;
  port: number;
  /** Ends it before the shutdown does, after its open requests or `timeoutMs`. */
  stop: (timeoutMs: number) => Promise<unknown>;
}

type Serving = Parameters<typeof startHttpServer>;

/** Serves at the configured address until the shutdown. */
export async function serveHttp(
  { config, log, shutdown }: Service,
  listener: Serving[0],
  parts: Pick<Serving[1], 'messages' | 'isProxy'>,
): Promise<Served> {
  const { host, port, tls } = config;
  if (config.isProduction && tls === null && config.trustedProxies.length === 0) {
    log.warn('no request can use https: set TLS_CERT_FILE and TLS_KEY_FILE, or TRUSTED_PROXIES');
  }
  const options = { host, port, portSetting: 'PORT', tls, log, refuseUnreadable, ...parts };
  const server = await startHttpServer(listener, options);
  const stop = shutdown.onDrain((timeoutMs) => server.stop(timeoutMs));
  const address = `${host.includes(':') ? `[${host}]` : host}:${server.port}`;
  return { baseUrl: `${tls ? 'https' : 'http'}://${address}`, port: server.port, stop };
}
