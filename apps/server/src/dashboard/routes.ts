import { INTENT_STATUSES, type IntentStatus } from '@procurement-intents/contract';
import { type bearerContract, BEARER_LIMITS } from '@procurement-intents/contract/bearer';
import type { DashboardView } from '@procurement-intents/contract/company';
import type { Clock } from '../clock.ts';
import type { HandlersOf } from '../http/handler.ts';
import type { DashboardFacts } from './read-facts.ts';

/** The dependencies of the dashboard. */
export interface DashboardContext {
  read: () => Promise<DashboardFacts>;
  clock: Clock;
}

function present({ counts, queue, platforms }: DashboardFacts, at: Date): DashboardView {
  const intents = INTENT_STATUSES.map((status) => [status, counts.intents[status] ?? 0]);
  return {
    at: at.toISOString(),
    intents: Object.fromEntries(intents) as Record<IntentStatus, number>,
    pendingRequests: counts.pendingRequests,
    apps: { enabled: counts.enabledApps, disabled: counts.disabledApps },
    queue,
    platforms,
  };
}

/** The handler of the dashboard. Calls within some seconds share what is read, however many consoles are open. */
export function dashboardHandlers({
  read,
  clock,
}: DashboardContext): Pick<HandlersOf<typeof bearerContract>, 'getDashboard'> {
  let latest: { at: Date; facts: Promise<DashboardFacts> } | null = null;
  return {
    getDashboard: async () => {
      const now = clock.now();
      const isFresh =
        latest && Math.abs(now.getTime() - latest.at.getTime()) < BEARER_LIMITS.dashboardSeconds * 1000;
      const shown = latest && isFresh ? latest : { at: now, facts: read() };
      latest = shown;
      try {
        return { status: 200, body: present(await shown.facts, shown.at) };
      } catch (error) {
        if (latest === shown) latest = null;
        throw error;
      }
    },
  };
}
