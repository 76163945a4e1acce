import { LIMITS } from '@procurement-intents/contract';
import type { CheckedPage } from '@procurement-intents/domain';
import { CallerShares } from '../../fair-share/caller-shares.ts';
import {
  fetchPage,
  PAGE_CHECK_TIMEOUT_MS,
  type PageCheckContext,
  type PageToCheck,
  type ReadPage,
} from './check-product-page.ts';

// A page that is begun by then has its whole time, and the last of them ends with the time of all.
const LAST_START_MS = LIMITS.batchPagesMs - PAGE_CHECK_TIMEOUT_MS;
const AT_ONCE = {
  total: LIMITS.batchPagesAtOnce,
  perCaller: LIMITS.batchPagesAtOnce,
  waitingPerCaller: LIMITS.batchItems,
};
const NO_ANSWER: CheckedPage = { outcome: 'unclear', finalUrl: null };

/**
 * Reads the pages of one batch: each address once, 10 at once, in 10 s for all of them. A page that has no turn by then has
 * no definite answer: its intents are accepted, and the worker looks at it before it orders.
 */
export function createPagesOfBatch(context: PageCheckContext): ReadPage {
  const startedMs = performance.now();
  const turns = new CallerShares(AT_ONCE);
  const read = new Map<string, Promise<CheckedPage>>();

  async function fetchInTime(page: PageToCheck, signal: AbortSignal): Promise<CheckedPage> {
    if (performance.now() - startedMs >= LAST_START_MS) return NO_ANSWER;
    return fetchPage(context, page, signal);
  }

  return (page, signal) => {
    const key = `${page.platform} ${page.productUrl}`;
    const known = read.get(key);
    if (known) return known;
    const answer = turns.run('', { signal }, () => fetchInTime(page, signal));
    read.set(key, answer);
    return answer;
  };
}
