import type { IncomingMessage, ServerResponse } from 'node:http';
import { type HttpServer, startHttpServer } from '../http/server.ts';
import type { Metrics } from '../observability/metrics.ts';

export interface PrivateServerDeps {
  metrics: Metrics;
  /** Why the process should get no new work now; null when it can work. */
  whyNotReady: () => Promise<string | null>;
}

/**
 * Serves operators, on a port that callers cannot reach: `/metrics` for Prometheus, `/livez` (200 while the process
 * runs) and `/readyz` (200 when it can work, else 503 with the reason).
 */
export function startPrivateServer(
  deps: PrivateServerDeps,
  options: { host: string; port: number; portSetting: string },
): Promise<HttpServer> {
  return startHttpServer((req, res) => void answer(deps, req, res), options);
}

async function answer(deps: PrivateServerDeps, req: IncomingMessage, res: ServerResponse): Promise<void> {
  try {
    const { status, type, text } = await route(deps, req.url ?? '');
    res.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(text);
  } catch {
    res.writeHead(500, { 'Content-Type': 'text/plain' }).end('not available now\n');
  }
}

async function route({ metrics, whyNotReady }: PrivateServerDeps, path: string) {
  switch (path) {
    case '/metrics':
      return { status: 200, ...(await metrics.render()) };
    case '/livez':
      return { status: 200, type: 'text/plain', text: 'ok\n' };
    case '/readyz': {
      const reason = await whyNotReady();
      return { status: reason === null ? 200 : 503, type: 'text/plain', text: `${reason ?? 'ok'}\n` };
    }
    default:
      return { status: 404, type: 'text/plain', text: 'not found: /metrics, /livez and /readyz are here\n' };
  }
}
