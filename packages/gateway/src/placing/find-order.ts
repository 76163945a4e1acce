import { ComeBack } from '../adapter.ts';
import type { ShopOrder } from '../adapter.ts';
import type { ShopCalls } from '../call-shop.ts';
import { findNumber, findQuiet, payAgain } from './begun-order.ts';
import type { Paying } from './begun-order.ts';
import { findPayingFen, requireTouchedAtMs } from './half-made.ts';
import type { SingleFlight } from './single-flight.ts';
import { underLock } from './under-lock.ts';

export interface Finding<Begun> extends Paying<Begun> {
  findFlights: SingleFlight<ShopOrder>;
  isClosing: boolean;
}

/**
 * The order of the number; null: none, or one that is half-made. A half-made order that may be charged is neither: "no order"
 * would be taken for "nothing was bought", and the number might never come again. So its payment is ended first.
 *
 * @throws ComeBack, ShopCallFailed while nobody knows whether it is charged.
 */
export async function findOrder<Begun>(
  ctx: Finding<Begun>,
  merchantOrderNo: string,
  calls: ShopCalls,
): Promise<ShopOrder | null> {
  const found = await findNumber(ctx, merchantOrderNo, calls);
  if (!found || 'order' in found) return found?.order ?? null;
  if (findPayingFen(found) === null) return null;
  // A payment that begins now could still run when the process has ended.
  if (ctx.isClosing) throw new ComeBack(1_000, 'the gateway is closing');
  const { result } = await ctx.findFlights.run(merchantOrderNo, '', () =>
    endPayment(ctx, merchantOrderNo, calls),
  );
  return result;
}

const endPayment = <Begun>(
  ctx: Finding<Begun>,
  merchantOrderNo: string,
  calls: ShopCalls,
): Promise<ShopOrder> =>
  underLock(ctx, merchantOrderNo, calls, async (hold) => {
    const found = await findQuiet(ctx, merchantOrderNo, calls);
    if (found && 'order' in found) return found.order;
    const payingFen = found && findPayingFen(found);
    if (!found || payingFen === null) throw new ComeBack(1_000, 'the payment is no longer there');
    requireTouchedAtMs(found);
    return payAgain(ctx, { merchantOrderNo, calls, hold, begun: found.begun }, payingFen);
  });
