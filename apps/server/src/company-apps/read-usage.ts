import { BEARER_LIMITS } from '@procurement-intents/contract/bearer';
import type { AppUsageView } from '@procurement-intents/contract/company';
import { ANSWERED, type ReadCounts } from '../call-figures/call-counts.ts';
import type { Clock } from '../clock.ts';

/** The dependencies of the usage of an App. */
export interface UsageDeps {
  readCounts: ReadCounts;
  readLastUse: (appId: string) => Promise<Date | null>;
  clock: Clock;
}

/** What an App has called lately. */
export async function readUsage(
  { readCounts, readLastUse, clock }: UsageDeps,
  appId: string,
): Promise<AppUsageView> {
  const counts = await readCounts('app', [appId], BEARER_LIMITS.usageMinutes);
  const lastUsedAt = await readLastUse(appId);
  return {
    at: clock.now().toISOString(),
    ...(lastUsedAt && { lastUsedAt: lastUsedAt.toISOString() }),
    requests: counts.reduce((sum, { count }) => sum + count, 0),
    refusals: counts
      .filter(({ outcome }) => outcome !== ANSWERED)
      .map(({ outcome, count }) => ({ error: outcome, count })),
  };
}
