import type { Charge, OrderDoubt, OrderNews } from '@procurement-intents/domain';
import type { PlatformId } from '../platforms/platform.ts';
import type { Attempt, OrderAlarms, ProcessingContext } from './processing-context.ts';
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

/** Notifies people of an order that is withdrawn because of its content. */
export function alarmDoubt(attempt: Attempt, doubt: OrderDoubt): void {
  if (doubt === 'reused') return alarmReusedNumber(attempt);
  attempt.context.log.error(
    { intentId: attempt.row.id },
    'the platform does not compare the order of an intent that was changed: it is withdrawn',
  );
}

/** Notifies people that the platform has an order of this intent's number with another product, quantity or recipient. */
export function alarmReusedNumber({ context, row }: Attempt): void {
  context.log.error(
    { intentId: row.id },
    'the platform knows the number of this intent with another content',
  );
  context.alarms.numberReused(row.platform);
}

/** Notifies people of an order that costs more than the intent's total. */
export function alarmOvercharge(
  { log, alarms }: Pick<ProcessingContext, 'log' | 'alarms'>,
  { id, platform }: { id: string; platform: PlatformId },
  { orderId }: Pick<OrderNews, 'orderId'>,
  { overcharged }: Charge,
): void {
  if (overcharged === null) return;
  log.error(
    { intentId: id, orderId, detail: overcharged.detail },
    'the platform charges more than was agreed',
  );
  alarms.overcharged(platform);
}
