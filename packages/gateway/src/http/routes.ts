import {
  GatewayListQuery,
  GatewayOrderRequest,
  GatewayQuote,
  GatewayQuoteQuery,
  MerchantOrderNo,
} from '@procurement-intents/contract/gateway/messages';
import type {
  GatewayCancelled,
  GatewayCancelRefusal,
  GatewayCapabilities,
  GatewayOrderPage,
  GatewayRefusal,
} from '@procurement-intents/contract/gateway/messages';
import {
  GATEWAY_PROTOCOL_VERSION,
  NOT_FOUND_REASONS,
  NUMBER_REUSED,
} from '@procurement-intents/contract/gateway/codes';
import type { GatewayState } from '../gateway-state.ts';
import type { ShopCalls } from '../call-shop.ts';
import { cancelOrder } from '../placing/cancel-order.ts';
import { CallTime } from '../placing/call-time.ts';
import { findOrder } from '../placing/find-order.ts';
import { presentOrder } from '../placing/orders.ts';
import { placeOrder } from '../placing/place-order.ts';
import { readCursor, writeCursor } from './list-cursor.ts';
import { readOrder } from './order-message.ts';
import { renderProductPage } from './product-page.ts';
import { readBody } from './read-body.ts';
import { badRequest, json, notFound } from './respond.ts';

/** A request on its way, and what its line of the log has to say. */
export interface Exchange {
  request: Request;
  url: URL;
  /** By `performance.now()`. */
  receivedAt: number;
  requestId: string;
  /** The part of the path that names an order. */
  param: string;
  merchantOrderNo?: string;
  /** Texts that no log may hold; null while nobody knows them. */
  secrets: string[] | null;
  /** Calls to the shop within this time. */
  calls: (time: CallTime) => ShopCalls;
  /** The time of every request but an order with `placeBefore`. */
  time: CallTime;
}

export interface Route {
  name: string;
  method: 'GET' | 'POST';
  path: RegExp;
  /** Needs no token. */
  isOpen?: boolean;
  /** Is for readers of pages, not of the protocol: its answers do not name the protocol. */
  isPage?: boolean;
  answer(state: GatewayState, exchange: Exchange): Promise<Response>;
}

const PAGE_SIZE = 100;

async function postOrder(state: GatewayState, exchange: Exchange): Promise<Response> {
  const { request, receivedAt } = exchange;
  const { placeTimeoutMs, maxQuantity } = state.settings;
  const body = await readBody(request, exchange.time);
  if (!body.ok) return badRequest([{ path: [], message: body.problem }]);
  const parsed = GatewayOrderRequest.safeParse(body.value);
  if (!parsed.success) return badRequest(parsed.error.issues);
  const { merchantOrderNo, placeBefore, quantity, recipient, remarks = '' } = parsed.data;
  exchange.merchantOrderNo = merchantOrderNo;
  exchange.secrets = [...Object.values(recipient), remarks];
  if (quantity > maxQuantity)
    return refusal({ reason: 'LIMIT_EXCEEDED', message: `at most ${maxQuantity} pieces` });
  const time = new CallTime(receivedAt, Math.min(placeTimeoutMs, (placeBefore ?? Infinity) * 1_000));
  const placed = await time.race(placeOrder(state, readOrder(parsed.data), exchange.calls(time)));
  if (placed.kind === 'reused') return refusal({ reason: NUMBER_REUSED });
  if (placed.kind === 'refused') {
    const { reason, message } = placed;
    return refusal({ reason, ...(message !== undefined && { message }) });
  }
  return json(placed.isNew ? 201 : 200, presentOrder(placed.order));
}

const refusal = (body: GatewayRefusal): Response => json(422, body);

async function getByNumber(state: GatewayState, { param, calls, time }: Exchange): Promise<Response> {
  if (!MerchantOrderNo.safeParse(param).success) return notFound(NOT_FOUND_REASONS.order);
  const order = await time.race(findOrder(state, param, calls(time)));
  return order ? json(200, presentOrder(order)) : notFound(NOT_FOUND_REASONS.order);
}

async function getById({ adapter }: GatewayState, { param, calls, time }: Exchange): Promise<Response> {
  const order = await calls(time).read('get', (call) => adapter.get(param, call));
  return order ? json(200, presentOrder(order)) : notFound(NOT_FOUND_REASONS.order);
}

async function postCancel(state: GatewayState, { param, calls, time }: Exchange): Promise<Response> {
  const cancelled = await time.race(cancelOrder(state, param, calls(time)));
  if (cancelled.kind === 'missing') return notFound(NOT_FOUND_REASONS.order);
  if (cancelled.kind === 'refused') {
    const { reason, message } = cancelled;
    return json(409, { reason, ...(message !== undefined && { message }) } satisfies GatewayCancelRefusal);
  }
  return json(200, { fee: cancelled.feeFen / 100, refund: cancelled.refund } satisfies GatewayCancelled);
}

async function getOrders(state: GatewayState, { url, calls, time }: Exchange): Promise<Response> {
  const query = GatewayListQuery.safeParse(Object.fromEntries(url.searchParams));
  if (!query.success) return badRequest(query.error.issues);
  const { changedSince, cursor } = query.data;
  const after = cursor === undefined ? null : readCursor(cursor);
  if (cursor !== undefined && !after) return badRequest([{ path: ['cursor'], message: 'is none of ours' }]);
  const orders = await calls(time).read('list', (call) =>
    state.adapter.list(
      {
        changedSinceMs: Date.parse(changedSince),
        changedBeforeMs: Date.now() - state.settings.listDelayMs,
        after,
        limit: PAGE_SIZE + 1,
      },
      call,
    ),
  );
  const page = orders.slice(0, PAGE_SIZE);
  const last = page.at(-1);
  return json(200, {
    orders: page.map(presentOrder),
    nextCursor: last && orders.length > PAGE_SIZE ? writeCursor(last) : null,
  } satisfies GatewayOrderPage);
}

async function getQuote({ adapter }: GatewayState, { url, calls, time }: Exchange): Promise<Response> {
  const query = GatewayQuoteQuery.safeParse(Object.fromEntries(url.searchParams));
  if (!query.success) return badRequest(query.error.issues);
  const { url: productUrl, quantity } = query.data;
  const quote = await calls(time).read('quote', (call) => adapter.quote(new URL(productUrl), quantity, call));
  if (!quote) return notFound(NOT_FOUND_REASONS.product);
  const { title, priceFen, available } = quote;
  return json(200, GatewayQuote.parse({ title, unitPrice: priceFen / 100, available }));
}

function getCapabilities({ settings }: GatewayState): Promise<Response> {
  const { ordersPerSecond, maxQuantity } = settings;
  const capabilities: GatewayCapabilities = {
    protocol: GATEWAY_PROTOCOL_VERSION,
    quote: true,
    list: true,
    placeBefore: true,
    cancel: true,
    ordersPerSecond,
    maxQuantity,
  };
  return Promise.resolve(json(200, capabilities));
}

async function getHealth(
  { adapter, health, bulkhead, openCancels }: GatewayState,
  { calls, time }: Exchange,
): Promise<Response> {
  const facts = { placing: bulkhead.running, queued: bulkhead.queued, openCancels: openCancels.size };
  const isUp = await health.isUp(() => calls(time).read('ping', (call) => adapter.ping(call)));
  return isUp ? json(200, { status: 'ok', ...facts }) : json(503, { status: 'shop unavailable', ...facts });
}

const getMetrics = ({ metrics }: GatewayState): Promise<Response> =>
  Promise.resolve(
    new Response(metrics.print(), { headers: { 'content-type': 'text/plain; version=0.0.4' } }),
  );

async function getPage(state: GatewayState, { url, calls, time }: Exchange): Promise<Response> {
  const { publicUrl, prefix } = state.settings;
  if (!publicUrl) return notFound('NOT_FOUND');
  const address = new URL(prefix + url.pathname + url.search, publicUrl);
  const leave = await state.pages.acquire(time);
  try {
    const quote = await calls(time).read('quote', (call) => state.adapter.quote(address, 1, call));
    if (!quote) return notFound(NOT_FOUND_REASONS.product);
    return new Response(renderProductPage(quote, address.href), {
      headers: { 'content-type': 'text/html; charset=utf-8' },
    });
  } finally {
    leave();
  }
}

/** Every route, below the prefix. The group in a path is the exchange's `param`. */
export const ROUTES: readonly Route[] = [
  { name: 'placeOrder', method: 'POST', path: /^\/orders$/, answer: postOrder },
  { name: 'listOrders', method: 'GET', path: /^\/orders$/, answer: getOrders },
  {
    name: 'getOrderByNumber',
    method: 'GET',
    path: /^\/orders\/by-merchant-no\/([^/]+)$/,
    answer: getByNumber,
  },
  { name: 'getOrder', method: 'GET', path: /^\/orders\/([^/]+)$/, answer: getById },
  { name: 'cancelOrder', method: 'POST', path: /^\/orders\/([^/]+)\/cancel$/, answer: postCancel },
  { name: 'quote', method: 'GET', path: /^\/quote$/, answer: getQuote },
  { name: 'capabilities', method: 'GET', path: /^\/capabilities$/, answer: getCapabilities },
  { name: 'metrics', method: 'GET', path: /^\/metrics$/, answer: getMetrics },
  { name: 'health', method: 'GET', path: /^\/health$/, isOpen: true, answer: getHealth },
  {
    name: 'productPage',
    method: 'GET',
    path: /^\/products\/.+$/,
    isOpen: true,
    isPage: true,
    answer: getPage,
  },
];
