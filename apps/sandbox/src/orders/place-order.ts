import { GatewayOrderRequest } from '@procurement-intents/contract/gateway/messages';
import type { GatewayRefusal } from '@procurement-intents/contract/gateway/messages';
import { digestContent, digestProduct } from '@procurement-intents/contract/gateway/order-content';
import { nearestFen } from '@procurement-intents/contract/money';
import type { Request, Response } from 'express';
import { findItem, isOrderable, ITEMS } from '../items.ts';
import type { OrderableItem } from '../items.ts';
import { hashText } from '../hash-text.ts';
import { presentOrder } from './order-status.ts';
import type { BegunOrder, Order } from './order-store.ts';
import { priceOrder } from './price-order.ts';
import { refuseRequest } from '../refuse-request.ts';
import type { GatewayContext } from '../gateway-context.ts';
import type { Shop } from '../shops.ts';

const LATE_ANSWER_MS = 20_000;
const REFUSALS_OF_FLAKY = 2;
/** Amounts up to this one keep every fen as yuan in a JSON number. */
const MAX_AMOUNT_FEN = 9_999_999_999_999;

const OrderBody = GatewayOrderRequest.refine(
  ({ quantity, unitPrice }) => nearestFen(unitPrice) * quantity <= MAX_AMOUNT_FEN,
  'costs too much',
);

/** One post of an order that reached the shop. */
interface Ordering {
  shop: Shop;
  ctx: GatewayContext;
  req: Request;
  res: Response;
  request: GatewayOrderRequest;
  contentHash: string;
}

/**
 * `POST /orders`: makes the order (201), or shows the order that this merchant order number already made (200). Runs
 * in one tick, so simultaneous posts of a number make one order.
 */
export function placeOrder(shop: Shop, ctx: GatewayContext, req: Request, res: Response): void {
  const parsed = OrderBody.safeParse(req.body);
  if (!parsed.success) return refuseRequest(res, parsed.error.issues);
  const request = parsed.data;
  const ordering: Ordering = { shop, ctx, req, res, request, contentHash: digestContent(request, hashText) };
  const placed = ctx.store.findPlaced(shop, request.merchantOrderNo);
  const begun = ctx.store.findBegun(shop, request.merchantOrderNo);
  if (isForOther(ordering, placed, begun)) return refuse(res, 'NUMBER_REUSED');
  if (placed) return repeat(ordering, placed);
  const item = findOrderable(shop, request.productUrl);
  if (!item) return refuse(res, 'UNKNOWN_PRODUCT');
  return begin(ordering, item, begun?.postCount ?? 0);
}

function repeat({ shop, ctx, res, request }: Ordering, placed: Order): void {
  ctx.store.countRepeat(placed);
  const isMade = ctx.store.findByMerchantNo(shop, request.merchantOrderNo) !== null;
  if (isMade) answerWith(200, placed, ctx, res);
  else answerUnavailable(res);
}

/** Makes the order with the behaviour of the item; `earlierPosts` used this number and made nothing. */
function begin(ordering: Ordering, item: OrderableItem, earlierPosts: number): void {
  const { shop, ctx, res, request, contentHash } = ordering;
  const { merchantOrderNo } = request;
  const { answer, makeAfterMs } = ITEMS[item].ordering;
  if (answer === 'unavailable') return answerUnavailable(res);
  const isFlaky = answer === 'unavailable-twice';
  const refusedPosts = isFlaky ? ctx.refusedPosts.count(`${shop} ${merchantOrderNo}`) - 1 : earlierPosts;
  if (isFlaky && refusedPosts < REFUSALS_OF_FLAKY) return answerUnavailable(res);
  const price = priceOrder(item, request, isTaken(ordering, item));
  const createdAtMs = ctx.now() + (price.refusal ? 0 : Math.ceil(makeAfterMs / ctx.speed));
  const isHalfMade = answer === 'half-made' && earlierPosts === 0;
  if (isHalfMade || createdAtMs >= deadlineOf(ordering)) {
    ctx.store.begin({ shop, merchantOrderNo, contentHash });
    return answerUnavailable(res);
  }
  const order = ctx.store.place({
    shop,
    merchantOrderNo,
    item,
    quantity: request.quantity,
    unitPriceFen: nearestFen(request.unitPrice),
    ...price,
    createdAtMs,
    postCount: refusedPosts + 1,
    contentHash,
    productHash: digestProduct(request.productUrl, hashText),
    remarks: request.remarks,
  });
  answerNew(ordering, order);
}

/** The time from which this call may make no order, counted from receipt: the body may have arrived slowly. */
function deadlineOf({ request, res }: Ordering): number {
  const { placeBefore } = request;
  return placeBefore === undefined ? Infinity : (res.locals['receivedAtMs'] as number) + placeBefore * 1000;
}

/** Whether another order has the only piece. */
function isTaken({ shop, ctx, request }: Ordering, item: OrderableItem): boolean {
  if (ITEMS[item].page !== 'last-piece') return false;
  return ctx.store.findSale(shop, digestProduct(request.productUrl, hashText)) !== null;
}

/** Whether the number was used before with another product, quantity or recipient. */
function isForOther(
  { shop, request, contentHash }: Ordering,
  placed: Order | null,
  begun: BegunOrder | null,
) {
  const known = placed?.contentHash ?? begun?.contentHash;
  if (known !== undefined) return known !== contentHash;
  if (!placed) return false;
  return placed.quantity !== request.quantity || placed.item !== findOrderable(shop, request.productUrl);
}

function answerNew({ ctx, req, res }: Ordering, order: Order): void {
  const { answer } = ITEMS[order.item].ordering;
  if (order.createdAtMs > ctx.now()) answerUnavailable(res);
  else if (answer === 'lost') req.socket.destroy();
  else if (answer === 'late')
    ctx.open.after(LATE_ANSWER_MS / ctx.speed, res, () => answerWith(201, order, ctx, res));
  else answerWith(201, order, ctx, res);
}

function answerWith(status: 200 | 201, order: Order, ctx: GatewayContext, res: Response): void {
  res.status(status).json(presentOrder(order, ctx.now(), ctx.speed));
}

function answerUnavailable(res: Response): void {
  res.status(503).json({ reason: 'UNAVAILABLE' });
}

function refuse(res: Response, reason: GatewayRefusal['reason']): void {
  res.status(422).json({ reason } satisfies GatewayRefusal);
}

/** Uses only the path, because a shop has several host names. */
function findOrderable(shop: Shop, productUrl: string): OrderableItem | null {
  const item = findItem(shop, new URL(productUrl).pathname);
  return item && isOrderable(item) ? item : null;
}
