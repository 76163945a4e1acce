import { Refused } from '../adapter.ts';
import type { ShopAdapter, ShopOrder } from '../adapter.ts';
import type { ShopCalls } from '../call-shop.ts';
import type { Hold } from '../locks/lock.ts';
import type { LockedWork } from './under-lock.ts';

export interface Paying<Begun> extends LockedWork {
  adapter: ShopAdapter<Begun>;
  /** After so long, a call no longer runs in the shop. */
  callTimeoutMs: number;
  clockSkewMs: number;
}

/** A begun order under its lock. */
export interface Step<Begun> {
  merchantOrderNo: string;
  calls: ShopCalls;
  hold: Hold;
  begun: Begun;
}

export const findNumber = <Begun>({ adapter }: Paying<Begun>, merchantOrderNo: string, calls: ShopCalls) =>
  calls.read('find', (call) => adapter.find(merchantOrderNo, call));

/**
 * What the shop has, once no earlier call for it can still run there.
 *
 * @param contentHash - of what was ordered; an order of other content is not waited for.
 */
export async function findQuiet<Begun>(
  ctx: Paying<Begun>,
  merchantOrderNo: string,
  calls: ShopCalls,
  contentHash?: string,
) {
  const found = await findNumber(ctx, merchantOrderNo, calls);
  if (!found || 'order' in found) return found;
  if (contentHash !== undefined && found.contentHash !== contentHash) return found;
  // The only process knows that its own calls have ended. Another one may have died with a call under way.
  if (!ctx.lock.isShared && ctx.quietOrders.has(merchantOrderNo)) return found;
  // The last write and the payment each take `callTimeoutMs` at most; the lock is confirmed between them.
  const longestMs = 2 * ctx.callTimeoutMs + ctx.lock.confirmMs + ctx.clockSkewMs;
  const waitMs = Math.min(longestMs, found.touchedAtMs + longestMs - Date.now());
  if (waitMs <= 0) return found;
  await calls.time.wait(waitMs);
  return findNumber(ctx, merchantOrderNo, calls);
}

/** @throws Refused when the shop knows that nothing is charged. */
export async function pay<Begun>(
  ctx: Paying<Begun>,
  { merchantOrderNo, calls, hold, begun }: Step<Begun>,
  totalFen: number,
): Promise<ShopOrder> {
  await hold.confirm();
  // A payment that begins later could end after the time of this call.
  calls.time.require(ctx.callTimeoutMs);
  const payment = { totalFen, idempotencyKey: merchantOrderNo };
  return calls.write('pay', (call) => ctx.adapter.pay(begun, payment, call));
}

/** What `work` makes of the order; one that it refuses ends as REJECTED. */
export async function orRefuse<Begun>(
  ctx: Paying<Begun>,
  step: Step<Begun>,
  work: (step: Step<Begun>) => Promise<ShopOrder>,
): Promise<ShopOrder> {
  const { calls, hold, begun } = step;
  try {
    // Deferred, so that a refusal before the first call of `work` is caught too.
    return await Promise.resolve(step).then(work);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const { reason, text: message } = error;
    await hold.confirm(); // Else somebody may be paying it.
    return calls.write('refuse', (call) => ctx.adapter.refuse(begun, { reason, message }, call));
  }
}

/** Ends a payment that was begun and may have charged: the same total again, whatever the product costs now. */
export const payAgain = <Begun>(
  ctx: Paying<Begun>,
  step: Step<Begun>,
  payingFen: number,
): Promise<ShopOrder> => orRefuse(ctx, step, () => pay(ctx, step, payingFen));
