import { fenToYuan } from '@procurement-intents/domain';
import type { PlatformOrder } from '../platforms/platform.ts';
import type { IntentPatch, NewEvent } from '../intents/store/intent-row.ts';
import type { ProcessingContext } from './processing-context.ts';
import type { RunRow } from './store/claim-intents.ts';
import type { UpdateTrace } from './store/purchase-store.ts';

/** What the amount of an order brings to its intent. */
export interface Charge {
  patch: Pick<IntentPatch, 'amountPaidFen'>;
  /** Null while nobody has to be told. */
  overcharged: NewEvent | null;
}

/**
 * The one rule for amounts, for every writer of an order's news: one above the total is told each time it grows, and
 * shown at once; any other is shown once the order is paid for, and follows the platform from then on.
 *
 * @param isPaid - whether the platform has confirmed the order.
 */
export function chargeOf(
  { amountPaidFen }: Pick<PlatformOrder, 'amountPaidFen'>,
  row: Pick<RunRow, 'totalFen' | 'amountPaidFen'>,
  isPaid: boolean,
): Charge {
  const paid = BigInt(amountPaidFen);
  const known = row.amountPaidFen;
  const isNews = paid > row.totalFen && (known === null || paid > known);
  const isShown = isPaid || isNews || known !== null;
  const detail = `${fenToYuan(amountPaidFen)} paid, ${fenToYuan(Number(row.totalFen))} agreed`;
  return {
    patch: isShown && paid !== known ? { amountPaidFen: paid } : {},
    overcharged: isNews ? { type: 'order.overcharged', detail } : null,
  };
}

/** The events of a write that brings `charge`, beside the `event` that it has of its own. */
export function toldWith(
  event: NewEvent | null,
  { patch, overcharged }: Charge,
): Pick<UpdateTrace, 'event' | 'also'> {
  if (event) return { event, also: overcharged ?? undefined };
  const { amountPaidFen } = patch;
  if (overcharged || typeof amountPaidFen !== 'bigint') return { event: overcharged };
  return { event: { type: 'order.amount_changed', detail: String(fenToYuan(Number(amountPaidFen))) } };
}

/** Tells people of it, before it is written: rather twice than never. */
export function alarmOvercharge(
  { log, alarms }: Pick<ProcessingContext, 'log' | 'alarms'>,
  { id, platform }: Pick<RunRow, 'id' | 'platform'>,
  { orderId }: Pick<PlatformOrder, 'orderId'>,
  { overcharged }: Charge,
): void {
  if (overcharged === null) return;
  log.error(
    { intentId: id, orderId, detail: overcharged.detail },
    'the platform charges more than was agreed',
  );
  alarms.overcharged(platform);
}
