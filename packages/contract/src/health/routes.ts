import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { failures, HEALTHY_MESSAGE, success } from '../signed/envelope.ts';
import { NoQuery, Timestamp } from '../fields.ts';
import { COMMON_ERRORS, type RouteMetadata } from '../signed/metadata.ts';
import { ROUTES } from '../signed/route-table.ts';

const c = initContract();

/** Name of the service in the health check. */
export const SERVICE_NAME = 'procurement-intent-service';

export const Health = z
  .object({
    status: z.literal('healthy').meta({ description: 'Always `healthy`.', example: 'healthy' }),
    timestamp: Timestamp.meta({ description: 'The time of the answer. ISO 8601, UTC, milliseconds.' }),
    service: z.string().meta({ description: 'Name of the service.', example: SERVICE_NAME }),
    uptime: z.number().meta({ description: 'Seconds since the process started.', example: 86400.5 }),
  })
  .meta({ title: 'Health', description: 'The service can serve.' });

const ERRORS_OF_HEALTH = [
  ...COMMON_ERRORS,
  'BODY_MALFORMED',
  'VALIDATION_FAILED',
  'UNHEALTHY',
  'DATABASE_UNAVAILABLE',
] as const;

export const healthRoutes = c.router({
  getHealth: {
    ...ROUTES.getHealth,
    summary: 'Check the health of the service',
    description: 'Needs no signature, counts against no limit, changes nothing.',
    query: NoQuery,
    responses: { 200: success('Health', Health, HEALTHY_MESSAGE), ...failures(...ERRORS_OF_HEALTH) },
    metadata: { auth: 'none', errors: ERRORS_OF_HEALTH } satisfies RouteMetadata,
  },
});
