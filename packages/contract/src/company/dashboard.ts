import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { NoQuery } from '../fields.ts';
import { INTENT_STATUSES, type IntentStatus } from '../intents/lifecycle.ts';
import { When } from '../bearer/answer-fields.ts';
import { bearerFailures } from '../bearer/failures.ts';
import { BEARER_LIMITS } from '../bearer/limits.ts';
import { bearer } from '../bearer/metadata.ts';
import { DASHBOARD_ROUTES } from './route-table.ts';

const c = initContract();
const metadata = bearer('admin', 'none', []);

const Count = (description: string, example: number) =>
  z.number().int().meta({ description, minimum: 0, example });
const counts = Object.fromEntries(
  INTENT_STATUSES.map((status) => [status, Count(`Intents that are ${status}.`, 3)]),
) as Record<IntentStatus, ReturnType<typeof Count>>;

export const Dashboard = z
  .object({
    at: When('When the counts were read.'),
    intents: z.object(counts).meta({
      title: 'IntentCounts',
      description: 'The intents of all Apps by status.',
    }),
    pendingRequests: Count('Purchase requests that nobody has decided about.', 2),
    apps: z
      .object({ enabled: Count('Apps that may call.', 4), disabled: Count('Apps that are refused.', 1) })
      .meta({ title: 'AppCounts', description: 'The Apps.' }),
  })
  .meta({ title: 'Dashboard', description: 'What stands, at one glance.' });
export type DashboardView = z.infer<typeof Dashboard>;

/** The operation of the first page of a console. */
export const dashboardRoutes = c.router({
  /** Counts what stands. */
  getDashboard: {
    ...DASHBOARD_ROUTES.getDashboard,
    summary: 'Read the dashboard',
    description: `Counts of intents, purchase requests and Apps as of one moment, at most ${BEARER_LIMITS.dashboardSeconds} s ago.`,
    query: NoQuery,
    responses: { 200: Dashboard, ...bearerFailures(...metadata.errors) },
    metadata,
  },
});
