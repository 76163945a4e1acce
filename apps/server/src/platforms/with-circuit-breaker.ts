import type { PlatformId } from '@procurement-intents/contract';
import { isOutage, type UnclearAnswer } from '@procurement-intents/domain';
import { type BreakerState, type CircuitBreaker, createCircuitBreaker } from './circuit-breaker.ts';
import type { CallOptions, Platform } from './platform.ts';
import { notSent, unclear } from './unclear.ts';

/** Called when the breaker for one kind of call to a platform changes its state. */
export type OnBreakerChange = (platform: PlatformId, call: string, state: BreakerState) => void;

type Answer = { ok: true } | { ok: false; kind: 'refused' } | UnclearAnswer;

const isFailure = (answer: Answer): boolean => !answer.ok && answer.kind === 'unclear' && isOutage(answer);

/**
 * Wraps a platform with a circuit breaker for each App and kind of gateway call: a platform that accepts no orders can
 * still be asked for existing ones. A stopped call is not sent and returns `CIRCUIT_OPEN` with the time to wait. It
 * postpones the work, and says nothing about the order.
 */
export function withCircuitBreaker(
  platform: Platform,
  onBreaker: OnBreakerChange = () => undefined,
): Platform {
  function guarded<A, R extends Answer>(
    call: string,
    method: (asked: A, options: CallOptions) => Promise<R>,
  ) {
    // One for each App, so that products that fail for one App do not stop the purchases of others. Breakers without a
    // recent failure are removed.
    const breakers = new Map<string, CircuitBreaker>();
    let reported: BreakerState = 'closed';
    const reportChange = (): void => {
      const states = new Set([...breakers.values()].map(({ state }) => state));
      const worst = (['open', 'half-open'] as const).find((state) => states.has(state)) ?? 'closed';
      if (worst === reported) return;
      reported = worst;
      onBreaker(platform.id, call, worst);
    };
    return async (asked: A, options: CallOptions): Promise<R | UnclearAnswer> => {
      const { appId = '' } = options;
      const breaker = breakers.get(appId) ?? createCircuitBreaker({ onChange: () => reportChange() });
      breakers.set(appId, breaker);
      const waitMs = options.isLastTry === true ? 0 : breaker.waitMs();
      if (waitMs > 0) return notSent(unclear('CIRCUIT_OPEN', Math.ceil(waitMs)));
      const answer = await method(asked, options);
      if (isFailure(answer)) breaker.failed();
      else if (answer.ok || answer.kind === 'refused') breaker.succeeded();
      if (breaker.state === 'closed' && !breaker.hasRecentFailure) breakers.delete(appId);
      return answer;
    };
  }
  // The breaker applies to page fetches of purchases only: requests of callers must not stop each other.
  const guardedPage = guarded('page', (url: string, options) => platform.fetchProductPage(url, options));
  return {
    id: platform.id,
    ownsProductUrl: (url) => platform.ownsProductUrl(url),
    fetchProductPage: (url, options) =>
      options.isGuarded === true ? guardedPage(url, options) : platform.fetchProductPage(url, options),
    placeOrder: guarded('place', (request, options) => platform.placeOrder(request, options)),
    findOrder: guarded('find', (merchantOrderNo, options) => platform.findOrder(merchantOrderNo, options)),
    getOrder: guarded('get', (orderId, options) => platform.getOrder(orderId, options)),
    cancelOrder: guarded('cancel', (orderId, options) => platform.cancelOrder(orderId, options)),
    listChangedOrders: guarded('list', (query, options) => platform.listChangedOrders(query, options)),
    describe: (options) => platform.describe(options),
    close: () => platform.close(),
  };
}
