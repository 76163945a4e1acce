import type { Platform } from './platform.ts';
import type { PlatformId } from '@procurement-intents/contract';

type Answer = { ok: true } | { ok: false; kind: string; reason?: string };

/** A call of a platform that has ended. */
interface PlatformCall {
  platform: PlatformId;
  call: string;
  /** `ok`, or the kind of failure. */
  outcome: string;
  seconds: number;
  /** Why it failed, in a word. Missing when it did not, and when nobody said. */
  reason: string | undefined;
}

/** Is told of each call of a platform. */
export interface PlatformMeter {
  platformCalled(made: PlatformCall): void;
}

/** Wraps a platform so that its calls are counted and timed by outcome. */
export function withMetrics(platform: Platform, metrics: PlatformMeter): Platform {
  const measured =
    <A extends unknown[], R extends Answer>(call: string, method: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      const startedAt = performance.now();
      const answer = await method(...args);
      metrics.platformCalled({
        platform: platform.id,
        call,
        seconds: (performance.now() - startedAt) / 1000,
        ...(answer.ok
          ? { outcome: 'ok', reason: undefined }
          : { outcome: answer.kind, reason: answer.reason }),
      });
      return answer;
    };
  return {
    id: platform.id,
    ownsProductUrl: (url) => platform.ownsProductUrl(url),
    fetchProductPage: measured('page', (...args: Parameters<Platform['fetchProductPage']>) =>
      platform.fetchProductPage(...args),
    ),
    placeOrder: measured('place', (...args: Parameters<Platform['placeOrder']>) =>
      platform.placeOrder(...args),
    ),
    findOrder: measured('find', (...args: Parameters<Platform['findOrder']>) => platform.findOrder(...args)),
    getOrder: measured('get', (...args: Parameters<Platform['getOrder']>) => platform.getOrder(...args)),
    cancelOrder: measured('cancel', (...args: Parameters<Platform['cancelOrder']>) =>
      platform.cancelOrder(...args),
    ),
    listChangedOrders: measured('list', (...args: Parameters<Platform['listChangedOrders']>) =>
      platform.listChangedOrders(...args),
    ),
    describe: measured('describe', (...args: Parameters<Platform['describe']>) => platform.describe(...args)),
    close: () => platform.close(),
  };
}
