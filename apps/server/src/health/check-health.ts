import { SERVICE_NAME } from '@procurement-intents/contract';
import { ApiError } from '@procurement-intents/domain';
import type { Clock } from '../clock.ts';

export interface HealthDeps {
  isDatabaseUp: () => Promise<boolean>;
  clock: Clock;
  /** True while the process is shutting down. */
  isDraining: () => boolean;
}

/** Reports whether the service can work: 503 / 50002 without the database, 503 / 50001 while it stops. */
export async function checkHealth(deps: HealthDeps) {
  const timestamp = deps.clock.now().toISOString();
  if (deps.isDraining()) throw new ApiError('UNHEALTHY', { data: { status: 'unhealthy', timestamp } });
  if (!(await deps.isDatabaseUp())) {
    throw new ApiError('DATABASE_UNAVAILABLE', {
      data: { status: 'degraded', timestamp, details: 'the database does not answer' },
    });
  }
  return { status: 'healthy' as const, timestamp, service: SERVICE_NAME, uptime: process.uptime() };
}
