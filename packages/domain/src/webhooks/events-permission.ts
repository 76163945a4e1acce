import { EVENTS_PERMISSION, type Permission } from '@procurement-intents/contract';
import { ApiError } from '../errors.ts';
import type { WebhookEndpoint } from './endpoint.ts';

interface AnyApp {
  permissions: readonly Permission[];
}

/** Whether an App may have the events of its intents sent: it is sent what it may read. In SQL: see `isServed`. */
export const mayHaveEvents = ({ permissions }: AnyApp): boolean => permissions.includes(EVENTS_PERMISSION);

/** @throws ApiError `PERMISSION_MISSING` (40302). */
export function requireEventsPermission(app: AnyApp): void {
  if (!mayHaveEvents(app)) throw new ApiError('PERMISSION_MISSING');
}

/**
 * Whether an endpoint is sent to now. `webhook-rows/lanes.ts` of the server has it in SQL: `deliveries.test.ts` holds both to
 * one answer.
 */
export const isServed = (
  endpoint: Pick<WebhookEndpoint, 'disabledAt'>,
  app: AnyApp & { disabledAt: Date | null },
): boolean => endpoint.disabledAt === null && app.disabledAt === null && mayHaveEvents(app);
