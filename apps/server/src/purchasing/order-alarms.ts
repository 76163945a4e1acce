import type { PlatformId } from '@procurement-intents/contract';
import type { OrderAlarm } from '@procurement-intents/domain';
import type { Metrics } from '../observability/metrics.ts';
import type { ProcessingContext } from './processing-context.ts';

const MESSAGES: Record<OrderAlarm['kind'], string> = {
  overcharged: 'the platform charges more than was agreed',
  number_reused: 'the platform knows the number of this intent with another content',
  order_id_reused: 'the platform shows the order of another intent as that of this one',
  uncompared: 'the platform does not compare the order of an intent that was changed: it is to be cancelled',
  unconfirmed: 'the platform neither confirms an order nor cancels it',
  cancelled_by_shop: 'the shop has cancelled a completed order',
  money_kept: 'the platform keeps money for an order that came to nothing',
  missing: 'the platform does not know the order of a completed intent',
  late: 'an order appeared, or was cancelled for this service, after its intent had ended',
};

/** Logs and counts the alarms that a decision has for an intent. */
export function raiseAlarms(
  { log, countAlarm }: Pick<ProcessingContext, 'log' | 'countAlarm'>,
  { id, platform }: { id: string; platform: PlatformId },
  alarms: readonly OrderAlarm[],
): void {
  for (const alarm of alarms) {
    const { kind, ...facts } = alarm;
    log.error({ intentId: id, ...facts }, MESSAGES[kind]);
    countAlarm(platform, alarm);
  }
}

/** The change without its alarms, which it raises. Writers take no other change that has alarms. */
export function withRaised<Change extends { alarms?: readonly OrderAlarm[] }>(
  context: Pick<ProcessingContext, 'log' | 'countAlarm'>,
  intent: { id: string; platform: PlatformId },
  { alarms = [], ...change }: Change,
): Omit<Change, 'alarms'> {
  raiseAlarms(context, intent, alarms);
  return change;
}

/** Counts alarms in the metrics. */
export function createAlarmCounter(metrics: Pick<Metrics, 'lateOrderFound' | 'orderAlarmed'>) {
  return (platform: PlatformId, alarm: OrderAlarm): void => {
    if (alarm.kind === 'late') metrics.lateOrderFound(platform, alarm.outcome);
    else metrics.orderAlarmed(platform, alarm.kind);
  };
}
