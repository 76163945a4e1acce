import { HEALTHY_MESSAGE } from '@procurement-intents/contract';
import { ApiError } from '../edge/api-error.ts';
import type { Clock } from '../infra/clock.ts';
import type { Database } from '../infra/database.ts';

export const SERVICE_NAME = 'procurement-intent-service';

export interface HealthDeps {
  database: Database;
  clock: Clock;
  /** True while the process is shutting down. */
  isDraining: () => boolean;
}

// The endpoint has no limit, so its answers share one look at the database a second.
const CACHE_MS = 1000;
const PROBE_TIMEOUT_MS = 1000;

/** Tells whether the service can do its work: 503 / 50002 without the database, 503 / 50001 while it stops. */
export function createHealthCheck(deps: HealthDeps) {
  let last: { at: number; isUp: Promise<boolean> } | undefined;
  const isDatabaseUp = (): Promise<boolean> => {
    const now = performance.now();
    if (!last || now - last.at > CACHE_MS) last = { at: now, isUp: probe(deps.database) };
    return last.isUp;
  };
  return async () => {
    const timestamp = deps.clock.now().toISOString();
    if (deps.isDraining()) throw new ApiError('UNHEALTHY', { data: { status: 'unhealthy', timestamp } });
    if (!(await isDatabaseUp())) {
      throw new ApiError('DATABASE_UNAVAILABLE', {
        data: { status: 'degraded', timestamp, details: 'the database does not answer' },
      });
    }
    const data = { status: 'healthy' as const, timestamp, service: SERVICE_NAME, uptime: process.uptime() };
    return {
      status: 200 as const,
      body: { code: 0 as const, message: HEALTHY_MESSAGE as typeof HEALTHY_MESSAGE, data },
    };
  };
}

async function probe(database: Database): Promise<boolean> {
  const timeout = new Promise<boolean>((resolve) => setTimeout(resolve, PROBE_TIMEOUT_MS, false).unref());
  const answer = database.$queryRaw`SELECT 1`.then(
    () => true,
    () => false,
  );
  return Promise.race([answer, timeout]);
}
