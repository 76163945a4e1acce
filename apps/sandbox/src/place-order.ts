import type { Request, Response } from 'express';
import { z } from 'zod';
import { findItem, isOrderable, ITEMS } from './items.ts';
import type { OrderableItem } from './items.ts';
import { toFen } from './money.ts';
import { presentOrder } from './order-status.ts';
import type { Order } from './order-store.ts';
import type { GatewayContext } from './gateway-context.ts';
import type { Shop } from './shops.ts';

const LATE_ANSWER_MS = 20_000;
const REFUSALS_OF_FLAKY = 2;
/** Amounts up to here keep every fen when they are written as yuan in a JSON number. */
const MAX_AMOUNT_FEN = 9_999_999_999_999;

const Text = z.string().trim().min(1).max(500);
const OrderBody = z
  .object({
    merchantOrderNo: z.string().min(1).max(128),
    productUrl: z.url({ protocol: /^https?$/ }).max(8192),
    quantity: z.int().min(1).max(999_999),
    unitPrice: z
      .number()
      .min(0.01)
      .max(99_999_999.99)
      .refine((yuan) => toFen(yuan) !== null, 'has more than two decimals'),
    recipient: z.object({ name: Text, address: Text, phone: Text }),
  })
  .refine(
    ({ quantity, unitPrice }) => Math.round(unitPrice * 100) * quantity <= MAX_AMOUNT_FEN,
    'costs too much',
  );

/**
 * `POST /orders`: makes the order (201) or shows the one that this merchant order number already made (200),
 * in the manner of the item. Runs within one turn, so simultaneous posts of a number make one order.
 */
export function placeOrder(shop: Shop, ctx: GatewayContext, req: Request, res: Response): void {
  const parsed = OrderBody.safeParse(req.body);
  if (!parsed.success) {
    const issues = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
    res.status(400).json({ reason: 'INVALID_ORDER', issues });
    return;
  }
  const { merchantOrderNo, productUrl, quantity, unitPrice } = parsed.data;
  const item = findOrderable(shop, productUrl);
  if (!item) {
    res.status(422).json({ reason: 'UNKNOWN_PRODUCT' });
    return;
  }
  const known = ctx.store.findByMerchantNo(shop, merchantOrderNo);
  if (known) {
    ctx.store.countRepeat(known);
    answerWith(200, known, ctx, res);
    return;
  }
  const { answer } = ITEMS[item].ordering;
  const isFlaky = answer === 'unavailable-twice';
  const postCount = isFlaky ? ctx.refusedPosts.count(`${shop} ${merchantOrderNo}`) : 1;
  if (answer === 'unavailable' || (isFlaky && postCount <= REFUSALS_OF_FLAKY)) {
    res.status(503).json({ reason: 'UNAVAILABLE' });
    return;
  }
  const unitPriceFen = Math.round(unitPrice * 100);
  const createdAtMs = ctx.now();
  const order = ctx.store.place({
    shop,
    merchantOrderNo,
    item,
    quantity,
    unitPriceFen,
    createdAtMs,
    postCount,
  });
  if (answer === 'lost') req.socket.destroy();
  else if (answer === 'late')
    ctx.open.after(LATE_ANSWER_MS / ctx.speed, res, () => answerWith(201, order, ctx, res));
  else answerWith(201, order, ctx, res);
}

function answerWith(status: 200 | 201, order: Order, ctx: GatewayContext, res: Response): void {
  res.status(status).json(presentOrder(order, ctx.now(), ctx.speed));
}

/** Looks at the path alone: a shop is known by several host names. */
function findOrderable(shop: Shop, productUrl: string): OrderableItem | null {
  const item = findItem(shop, new URL(productUrl).pathname);
  return item && isOrderable(item) ? item : null;
}
