import type { OrderAlarms } from './processing-context.ts';
import type { Metrics } from '../observability/metrics.ts';

/** Counts what the worker side finds that people must look at. */
export function countOrderAlarms(metrics: Metrics): OrderAlarms {
  return {
    lateOrder: (platform, outcome) => metrics.lateOrderFound(platform, outcome),
    overcharged: (platform) => metrics.orderAlarmed(platform, 'overcharged'),
    numberReused: (platform) => metrics.orderAlarmed(platform, 'number_reused'),
    cancelledByShop: (platform) => metrics.orderAlarmed(platform, 'cancelled_by_shop'),
  };
}
