import type { RejectReason } from '../generated/codes.ts';
import { Refused, Taken } from '../adapter.ts';
import type { Found, Purchase, ShopAdapter, ShopOrder, ShopQuote } from '../adapter.ts';
import type { ShopCalls } from '../call-shop.ts';
import type { Hold } from '../locks/lock.ts';
import { compare } from './compare.ts';
import { findPayingFen, requireTouchedAtMs } from './half-made.ts';
import type { SingleFlight } from './single-flight.ts';
import { underLock } from './under-lock.ts';
import type { LockedWork } from './under-lock.ts';

/** What a POST asks for. */
export interface Ordered extends Omit<Purchase, 'sku'> {
  /** The most that the order may cost, shipping included; null: no limit. */
  maxTotalFen: number | null;
}

export type Placed =
  | { kind: 'order'; order: ShopOrder; isNew: boolean }
  /** This call made nothing. */
  | { kind: 'refused'; reason: RejectReason; message: string | undefined }
  /** The number has an order of other content. */
  | { kind: 'reused' };

export interface Placing<Begun> extends LockedWork {
  adapter: ShopAdapter<Begun>;
  flights: SingleFlight<Placed>;
  /** After so long, a call no longer runs in the shop. */
  callTimeoutMs: number;
  clockSkewMs: number;
}

/**
 * Makes the order, goes on with one that is half-made, or finds the one that this number has. The same number never pays
 * twice: one call at a time in this process, then in all, and nothing is paid before a look and a comparison.
 */
export async function placeOrder<Begun>(
  ctx: Placing<Begun>,
  ordered: Ordered,
  calls: ShopCalls,
): Promise<Placed> {
  const { merchantOrderNo, contentHash } = ordered;
  const flight = await ctx.flights.run(merchantOrderNo, contentHash, async () => {
    // An order that is there needs no lock: it never goes back.
    const found = await find(ctx, ordered, calls);
    const known = found && judge(found, ordered);
    if (known) return known;
    return underLock(ctx, merchantOrderNo, calls, (hold) => placeLocked(ctx, ordered, calls, hold));
  });
  const { result, isShared } = flight;
  return isShared && result.kind === 'order' ? { ...result, isNew: false } : result;
}

const find = <Begun>({ adapter }: Placing<Begun>, { merchantOrderNo }: Ordered, calls: ShopCalls) =>
  calls.read('find', (call) => adapter.find(merchantOrderNo, call));

/** The end of the call, when what the shop has decides it; null while the order is half-made. */
function judge<Begun>(found: Found<Begun>, { contentHash, merchantOrderNo }: Ordered): Placed | null {
  if (found.contentHash !== contentHash) return { kind: 'reused' };
  if (!('order' in found)) {
    requireTouchedAtMs(found);
    return null;
  }
  if (found.order.merchantOrderNo !== merchantOrderNo)
    throw new Error('find returned the order of another number');
  return { kind: 'order', order: found.order, isNew: false };
}

async function placeLocked<Begun>(
  ctx: Placing<Begun>,
  ordered: Ordered,
  calls: ShopCalls,
  hold: Hold,
): Promise<Placed> {
  const found = await findQuiet(ctx, ordered, calls);
  const known = found && judge(found, ordered);
  if (known) return known;
  const payingFen = found && 'begun' in found ? findPayingFen(found) : null;
  if (found && 'begun' in found && payingFen !== null)
    return orRefuse(ctx, { ordered, calls, hold, begun: found.begun }, (step) => pay(ctx, step, payingFen));
  const { productUrl, quantity } = ordered;
  const quote = await calls.read('quote', (call) => ctx.adapter.quote(productUrl, quantity, call));
  const halfMade = found && 'begun' in found ? { begun: found.begun } : null;
  if (!quote && !halfMade) return { kind: 'refused', reason: 'UNKNOWN_PRODUCT', message: undefined };
  return complete(ctx, { ordered, calls, hold, quote, halfMade });
}

/** What the shop has, once no earlier call for it can still run there. */
async function findQuiet<Begun>(ctx: Placing<Begun>, ordered: Ordered, calls: ShopCalls) {
  const found = await find(ctx, ordered, calls);
  if (!found || 'order' in found || found.contentHash !== ordered.contentHash) return found;
  // The only process knows that its own calls have ended. Another one may have died with a call under way.
  if (!ctx.lock.isShared && ctx.quietOrders.has(ordered.merchantOrderNo)) return found;
  // The last write and the payment each take `callTimeoutMs` at most; the lock is confirmed between them.
  const longestMs = 2 * ctx.callTimeoutMs + ctx.lock.confirmMs + ctx.clockSkewMs;
  const waitMs = Math.min(longestMs, found.touchedAtMs + longestMs - Date.now());
  if (waitMs <= 0) return found;
  await calls.time.wait(waitMs);
  return find(ctx, ordered, calls);
}

interface Completion<Begun> {
  ordered: Ordered;
  calls: ShopCalls;
  hold: Hold;
  /** Null when the shop no longer knows the product. */
  quote: ShopQuote | null;
  halfMade: { begun: Begun } | null;
}

async function complete<Begun>(ctx: Placing<Begun>, work: Completion<Begun>): Promise<Placed> {
  const { ordered, calls, quote } = work;
  const { maxTotalFen: _, ...rest } = ordered;
  const purchase: Purchase = { ...rest, sku: quote?.sku ?? '' };
  const begun = work.halfMade ? work.halfMade.begun : await begin(ctx, purchase, calls);
  if (begun instanceof Refused) return { kind: 'refused', reason: begun.reason, message: begun.text };
  return orRefuse(ctx, { ...work, begun }, (step) => {
    if (!quote) throw new Refused('UNKNOWN_PRODUCT');
    // A half-made order may itself hold the last piece: then `fill` decides.
    if (!quote.available && !work.halfMade) throw new Refused('OUT_OF_STOCK');
    return fillAndPay(ctx, step, purchase);
  });
}

/** A begun order under its lock. */
interface Step<Begun> {
  ordered: Ordered;
  calls: ShopCalls;
  hold: Hold;
  begun: Begun;
}

/** What `work` makes of the order; one that it refuses ends as REJECTED. */
async function orRefuse<Begun>(
  ctx: Placing<Begun>,
  step: Step<Begun>,
  work: (step: Step<Begun>) => Promise<ShopOrder>,
): Promise<Placed> {
  const { calls, hold, begun } = step;
  try {
    // Deferred, so that a refusal before the first call of `work` is caught too.
    return { kind: 'order', order: await Promise.resolve(step).then(work), isNew: true };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const { reason, text: message } = error;
    await hold.confirm(); // Else somebody may be paying it.
    const order = await calls.write('refuse', (call) => ctx.adapter.refuse(begun, { reason, message }, call));
    return { kind: 'order', order, isNew: true };
  }
}

async function begin<Begun>(
  ctx: Placing<Begun>,
  purchase: Purchase,
  calls: ShopCalls,
): Promise<Begun | Refused> {
  try {
    return await calls.write('begin', (call) => ctx.adapter.begin(purchase, call));
  } catch (error) {
    if (error instanceof Refused) return error;
    if (error instanceof Taken)
      throw new Error('the number was claimed by somebody without its lock: do all processes share one?', {
        cause: error,
      });
    throw error;
  }
}

/** @throws Refused when the shop does not sell it, or not for this much. */
async function fillAndPay<Begun>(
  ctx: Placing<Begun>,
  step: Step<Begun>,
  purchase: Purchase,
): Promise<ShopOrder> {
  const { ordered, calls, begun } = step;
  const filled = await calls.write('fill', (call) => ctx.adapter.fill(begun, purchase, call));
  const comparison = compare(filled, purchase, ordered.maxTotalFen);
  if (!comparison.ok) {
    if (comparison.kind === 'price') throw new Refused('PRICE_CHANGED');
    throw new Error(`not paid: ${comparison.message}`);
  }
  return pay(ctx, step, filled.totalFen);
}

/** @throws Refused when the shop knows that nothing is charged. */
async function pay<Begun>(
  ctx: Placing<Begun>,
  { ordered, calls, hold, begun }: Step<Begun>,
  totalFen: number,
): Promise<ShopOrder> {
  await hold.confirm();
  // A payment that begins later could end after the time of this call.
  calls.time.require(ctx.callTimeoutMs);
  const payment = { totalFen, idempotencyKey: ordered.merchantOrderNo };
  return calls.write('pay', (call) => ctx.adapter.pay(begun, payment, call));
}
