import type { Attempt, OrderAlarms } from './processing-context.ts';
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

/** Notifies people that the platform has an order of this intent's number with another product, quantity or recipient. */
export function alarmReusedNumber({ context, row }: Attempt): void {
  context.log.error(
    { intentId: row.id },
    'the platform knows the number of this intent with another content',
  );
  context.alarms.numberReused(row.platform);
}
