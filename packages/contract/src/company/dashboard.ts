import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { NoQuery } from '../fields.ts';
import { INTENT_STATUSES, type IntentStatus } from '../intents/lifecycle.ts';
import { PLATFORMS } from '../platforms.ts';
import { Count, When } from '../bearer/answer-fields.ts';
import { bearerFailures } from '../bearer/failures.ts';
import { BEARER_LIMITS } from '../bearer/limits.ts';
import { bearer } from '../bearer/metadata.ts';
import { DASHBOARD_ROUTES } from './route-table.ts';

const c = initContract();
const metadata = bearer('admin', 'none', []);

const counts = Object.fromEntries(
  INTENT_STATUSES.map((status) => [status, Count(`Intents that are ${status}.`, 3)]),
) as Record<IntentStatus, ReturnType<typeof Count>>;

const COUNTED = `Counted up to ${BEARER_LIMITS.queueCounted.toLocaleString('en')}.`;
const QueueDepth = z
  .object({
    due: Count(`Intents that are due and have no job yet. ${COUNTED}`, 0),
    waiting: Count(`Jobs of intents that no worker has begun. ${COUNTED}`, 4),
    active: Count('Jobs of intents that a worker is at.', 2),
    dead: Count(
      `Jobs of intents that failed on every attempt and wait for an operator, who has \`npm run jobs\`. ${COUNTED}`,
      0,
    ),
  })
  .meta({ title: 'QueueDepth', description: 'What waits for the workers.' });

const StoppedCalls = z
  .object({
    call: z.string().meta({
      description:
        'The kind of calls, at most 16 characters: `page` reads product pages for purchases; `place`, `find`, `get`, `cancel` and `list` are calls to the gateway.',
      example: 'place',
    }),
    state: z.enum(['half-open', 'open']).meta({
      description:
        'The worst of all processes and Apps. `open`: calls are stopped, because most of the last ones failed; `half-open`: one is tried.',
      example: 'open',
    }),
    processes: Count('Processes that have stopped calls of this kind, for one App or more.', 1),
  })
  .meta({ title: 'StoppedCalls', description: 'Calls of one kind that a breaker stops.' });

const PlatformHealth = z
  .object({
    platform: z.enum(PLATFORMS).meta({ description: 'The platform.', example: 'PLATFORM_A' }),
    calls: Count(
      `Calls to its gateway and its pages in the last ${BEARER_LIMITS.platformMinutes} minutes, of all processes.`,
      120,
    ),
    failures: Count('Calls among them that had no usable answer.', 3),
    stopped: z.array(StoppedCalls).meta({
      description: 'Calls that breakers stop, as of the last 30 s; empty: none.',
      example: [{ call: 'place', state: 'open', processes: 1 }],
    }),
  })
  .meta({ title: 'PlatformHealth', description: 'How a platform has answered lately.' });

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
    queue: QueueDepth,
    platforms: z.array(PlatformHealth).meta({
      description: 'The platforms that the answering process is connected to.',
      example: [{ platform: 'PLATFORM_A', calls: 120, failures: 3, stopped: [] }],
    }),
  })
  .meta({ title: 'Dashboard', description: 'What stands, at one glance.' });
export type DashboardView = z.infer<typeof Dashboard>;

/** The operation of the first page of a console. */
export const dashboardRoutes = c.router({
  /** Counts what stands. */
  getDashboard: {
    ...DASHBOARD_ROUTES.getDashboard,
    summary: 'Read the dashboard',
    description: `Counts of intents, purchase requests and Apps, the depth of the queue and how platforms answer, at most ${BEARER_LIMITS.dashboardSeconds} s ago. Calls to platforms and breakers follow within 10 s.`,
    query: NoQuery,
    responses: { 200: Dashboard, ...bearerFailures(...metadata.errors) },
    metadata,
  },
});
