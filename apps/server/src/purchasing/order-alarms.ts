import type { Charge, OrderDoubt, OrderDetails } from '@procurement-intents/domain';
import type { PlatformId } from '../platforms/platform.ts';
import type { Attempt, OrderAlarms, ProcessingContext } from './processing-context.ts';
import type { Metrics } from '../observability/metrics.ts';

/** Counts the orders that need a person's attention. */
export function countOrderAlarms(metrics: Metrics): OrderAlarms {
  return {
    lateOrder: (platform, outcome) => metrics.lateOrderFound(platform, outcome),
    overcharged: (platform) => metrics.orderAlarmed(platform, 'overcharged'),
    numberReused: (platform) => metrics.orderAlarmed(platform, 'number_reused'),
    cancelledByShop: (platform) => metrics.orderAlarmed(platform, 'cancelled_by_shop'),
  };
}

/** Raises an alarm for an order that is cancelled because of its content. */
export function alarmDoubt(attempt: Attempt, doubt: OrderDoubt): void {
  if (doubt === 'reused') return alarmReusedNumber(attempt);
  attempt.context.log.error(
    { intentId: attempt.row.id },
    'the platform does not compare the order of an intent that was changed: it is withdrawn',
  );
}

/** Raises an alarm for an order of the intent's number with another product, quantity or recipient. */
export function alarmReusedNumber({ context, row }: Attempt): void {
  context.log.error(
    { intentId: row.id },
    'the platform knows the number of this intent with another content',
  );
  context.alarms.numberReused(row.platform);
}

/** Raises an alarm for an order that costs more than the intent's total. */
export function alarmOvercharge(
  { log, alarms }: Pick<ProcessingContext, 'log' | 'alarms'>,
  { id, platform }: { id: string; platform: PlatformId },
  { orderId }: Pick<OrderDetails, 'orderId'>,
  { overcharged }: Charge,
): void {
  if (overcharged === null) return;
  log.error(
    { intentId: id, orderId, detail: overcharged.detail },
    'the platform charges more than was agreed',
  );
  alarms.overcharged(platform);
}
