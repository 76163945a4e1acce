import { fenToYuan } from '@procurement-intents/domain';
import type { PlatformOrder } from '../platforms/platform.ts';
import type { RunRow } from './store/claim-intents.ts';
import type { NewEvent } from '../intents/store/intent-row.ts';

type Agreed = Pick<RunRow, 'totalFen' | 'amountPaidFen'>;

/** Whether the platform charges more than the intent allows, and nobody has been told of this amount yet. */
export function isOvercharged({ amountPaidFen }: PlatformOrder, row: Agreed): boolean {
  const paid = BigInt(amountPaidFen);
  return paid > row.totalFen && paid !== row.amountPaidFen;
}

/** The event that tells of it: what was paid, and what was agreed, in yuan. */
export function overcharge({ amountPaidFen }: PlatformOrder, { totalFen }: Agreed): NewEvent {
  const detail = `${fenToYuan(amountPaidFen)} paid, ${fenToYuan(Number(totalFen))} agreed`;
  return { type: 'order.overcharged', detail };
}
