import type { RejectReason } from '../generated/codes.ts';
import { Refused, Taken } from '../adapter.ts';
import type { Found, Purchase, ShopOrder, ShopQuote } from '../adapter.ts';
import type { ShopCalls } from '../call-shop.ts';
import type { Hold } from '../locks/lock.ts';
import { findNumber, findQuiet, orRefuse, pay, payAgain } from './begun-order.ts';
import type { Paying, Step } from './begun-order.ts';
import { compare } from './compare.ts';
import { findPayingFen, requireTouchedAtMs } from './half-made.ts';
import type { SingleFlight } from './single-flight.ts';
import { underLock } from './under-lock.ts';

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

export interface Placing<Begun> extends Paying<Begun> {
  flights: SingleFlight<Placed>;
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
    const found = await findNumber(ctx, merchantOrderNo, calls);
    const known = found && judge(found, ordered);
    if (known) return known;
    return underLock(ctx, merchantOrderNo, calls, (hold) => placeLocked(ctx, ordered, calls, hold));
  });
  const { result, isShared } = flight;
  return isShared && result.kind === 'order' ? { ...result, isNew: false } : result;
}

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
  const { merchantOrderNo, productUrl, quantity, contentHash } = ordered;
  const found = await findQuiet(ctx, merchantOrderNo, calls, contentHash);
  const known = found && judge(found, ordered);
  if (known) return known;
  const halfMade = found && 'begun' in found ? found : null;
  const payingFen = halfMade && findPayingFen(halfMade);
  if (halfMade && payingFen !== null) {
    const { begun } = halfMade;
    const order = await payAgain(ctx, { merchantOrderNo, calls, hold, begun }, payingFen);
    return { kind: 'order', order, isNew: true };
  }
  const quote = await calls.read('quote', (call) => ctx.adapter.quote(productUrl, quantity, call));
  if (!quote && !halfMade) return { kind: 'refused', reason: 'UNKNOWN_PRODUCT', message: undefined };
  return complete(ctx, { ordered, calls, hold, quote, halfMade });
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
  const { ordered, calls, hold, quote, halfMade } = work;
  const { maxTotalFen, ...rest } = ordered;
  const purchase: Purchase = { ...rest, sku: quote?.sku ?? '' };
  const begun = halfMade ? halfMade.begun : await begin(ctx, purchase, calls);
  if (begun instanceof Refused) return { kind: 'refused', reason: begun.reason, message: begun.text };
  const { merchantOrderNo } = ordered;
  const order = await orRefuse(ctx, { merchantOrderNo, calls, hold, begun }, (step) => {
    if (!quote) throw new Refused('UNKNOWN_PRODUCT');
    // A half-made order may itself hold the last piece: then `fill` decides.
    if (!quote.available && !halfMade) throw new Refused('OUT_OF_STOCK');
    return fillAndPay(ctx, step, purchase, maxTotalFen);
  });
  return { kind: 'order', order, isNew: true };
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
  maxTotalFen: number | null,
): Promise<ShopOrder> {
  const { calls, begun } = step;
  const filled = await calls.write('fill', (call) => ctx.adapter.fill(begun, purchase, call));
  const comparison = compare(filled, purchase, maxTotalFen);
  if (!comparison.ok) {
    if (comparison.kind === 'price') throw new Refused('PRICE_CHANGED');
    throw new Error(`not paid: ${comparison.message}`);
  }
  return pay(ctx, step, filled.totalFen);
}
