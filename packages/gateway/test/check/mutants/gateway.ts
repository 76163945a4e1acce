import { GatewayListQuery, GatewayOrderRequest } from '@procurement-intents/contract/gateway/messages';
import type {
  GatewayOrder,
  GatewayOrderPage,
  GatewayQuote,
} from '@procurement-intents/contract/gateway/messages';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ComeBack, Locks, Placing } from './place.ts';
import { PRICE_FEN, Shop } from './shop.ts';
import type { Mutation, ShopOrder } from './shop.ts';

export const TOKEN = 'token-of-the-mutants';
const PAGE_SIZE = 10;

interface Reply {
  status: number;
  body: unknown;
  retryAfter?: number;
}

const REUSED: Reply = { status: 422, body: { reason: 'NUMBER_REUSED' } };
const NOT_FOUND: Reply = { status: 404, body: { reason: 'ORDER_NOT_FOUND' } };

/** Two addresses of one gateway in front of a small shop, with one fault or none. */
export async function startGateway(mutation: Mutation | null) {
  const shop = new Shop(mutation);
  const locks = new Locks();
  const open = () => listen(new Gateway(shop, new Placing(shop, locks, mutation), mutation));
  const servers = [await open(), await open()];
  const [url = '', second = ''] = servers.map(
    (server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  );
  const close = async () => {
    for (const server of servers) {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    }
  };
  return { url, second, close };
}

async function listen(gateway: Gateway): Promise<Server> {
  const server = createServer((req, res) => {
    const send = ({ status, body, retryAfter }: Reply) => {
      res.statusCode = status;
      res.setHeader('content-type', req.url?.startsWith('/products/') ? 'text/html' : 'application/json');
      res.setHeader('gateway-protocol', '1');
      if (retryAfter !== undefined) res.setHeader('retry-after', retryAfter);
      res.end(typeof body === 'string' ? body : JSON.stringify(body));
    };
    // A request that was cut has nobody to answer.
    gateway.answer(req).then(send, () => res.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

class Gateway {
  readonly shop: Shop;
  readonly placing: Placing;
  readonly mutation: Mutation | null;

  constructor(shop: Shop, placing: Placing, mutation: Mutation | null) {
    this.shop = shop;
    this.placing = placing;
    this.mutation = mutation;
  }

  async answer(req: IncomingMessage): Promise<Reply> {
    const url = new URL(req.url ?? '/', 'http://gateway');
    if (url.pathname.startsWith('/products/')) return { status: 200, body: productPage() };
    if (url.pathname === '/quote') return { status: 200, body: this.#quote() };
    const [, orders, first, second] = url.pathname.split('/');
    if (orders !== 'orders') return NOT_FOUND;
    if (req.headers.authorization !== `Bearer ${TOKEN}`)
      return { status: 401, body: { reason: 'UNAUTHORIZED' } };
    if (req.method === 'POST' && first === undefined) return this.#post(await readBody(req));
    if (req.method === 'POST' && second === 'cancel') return this.#cancel(first ?? '');
    if (first === undefined) return this.#list(Object.fromEntries(url.searchParams));
    const isByNumber = first === 'by-merchant-no';
    const order = this.#shown().find(({ number, orderId }) =>
      isByNumber ? number === second : orderId === first,
    );
    return order ? { status: 200, body: present(order) } : NOT_FOUND;
  }

  #quote(): GatewayQuote {
    const quotedFen = this.mutation === 'quotes-another-price' ? PRICE_FEN - 1 : PRICE_FEN;
    return { title: '商品', unitPrice: quotedFen / 100, available: true };
  }

  async #post(text: string): Promise<Reply> {
    const parsed = GatewayOrderRequest.safeParse(parseJson(text));
    if (!parsed.success) return { status: 400, body: { reason: 'OTHER', message: parsed.error.message } };
    const { merchantOrderNo, productUrl, quantity, recipient } = parsed.data;
    if (!productUrl.endsWith('/products/1') && !this.shop.find(merchantOrderNo))
      return {
        status: 422,
        body: { reason: productUrl.endsWith('/2') ? 'OUT_OF_STOCK' : 'UNKNOWN_PRODUCT' },
      };
    const content = JSON.stringify([productUrl, quantity, recipient]);
    const known = this.shop.find(merchantOrderNo);
    if (known && known.content !== content) return REUSED;
    const isNew = known === undefined || known.status === 'DRAFT';
    try {
      const order = await this.placing.place(parsed.data, content);
      // Another call may have begun it meanwhile.
      if (order.content !== content) return REUSED;
      return { status: isNew && this.#isFirst(order) ? 201 : 200, body: present(order) };
    } catch (error) {
      if (error instanceof ComeBack) return { status: 503, body: { reason: 'UNAVAILABLE' }, retryAfter: 1 };
      throw error;
    }
  }

  #isFirst(order: ShopOrder): boolean {
    const isFirst = !this.shop.answered.has(order);
    this.shop.answered.add(order);
    return isFirst;
  }

  #cancel(orderId: string): Reply {
    const order = this.#shown().find((shown) => shown.orderId === orderId);
    if (!order) return NOT_FOUND;
    if (order.status === 'CANCELLED') return { status: 200, body: { fee: 0, refund: 'done' } };
    if (order.status !== 'CONFIRMED') return { status: 409, body: { reason: 'OTHER' } };
    order.refundedFen = order.paidFen;
    this.shop.setStatus(order, 'CANCELLED');
    return { status: 200, body: { fee: 0, refund: 'done' } };
  }

  #list(query: Record<string, string>): Reply {
    const parsed = GatewayListQuery.safeParse(query);
    const { changedSince = '', cursor } = parsed.data ?? {};
    const isBad = !parsed.success || (cursor !== undefined && !/^\d+$/.test(cursor));
    if (isBad) return { status: 400, body: { reason: 'OTHER' } };
    const changed = this.#shown()
      .filter(({ changedAtMs }) => changedAtMs >= Date.parse(changedSince))
      .sort((one, other) => one.changedAtMs - other.changedAtMs);
    const isOffset = this.mutation === 'offset-cursor';
    const after = Number(cursor ?? 0);
    const rest = isOffset ? changed.slice(after) : changed.filter(({ changedAtMs }) => changedAtMs > after);
    const page = rest.slice(0, PAGE_SIZE);
    const next = isOffset ? after + page.length : page.at(-1)?.changedAtMs;
    const body: GatewayOrderPage = {
      orders: page.map(present),
      nextCursor: rest.length > PAGE_SIZE ? String(next) : null,
    };
    return { status: 200, body };
  }

  #shown(): ShopOrder[] {
    if (this.mutation === 'shows-half-made') return this.shop.orders;
    return this.shop.orders.filter(({ status }) => status !== 'DRAFT');
  }
}

function present(order: ShopOrder): GatewayOrder {
  const { orderId, number, status, paidFen, refundedFen, changedAtMs } = order;
  return {
    orderId,
    merchantOrderNo: number,
    status: status === 'DRAFT' ? 'ACCEPTED' : status,
    amountPaid: paidFen / 100,
    ...(refundedFen > 0 && { refunded: refundedFen / 100 }),
    ...(status === 'REJECTED' && { reason: 'PRICE_CHANGED' as const }),
    updatedAt: new Date(changedAtMs).toISOString(),
  };
}

function productPage(): string {
  const product = {
    '@type': 'Product',
    name: '商品',
    offers: { '@type': 'Offer', price: (PRICE_FEN / 100).toFixed(2), priceCurrency: 'CNY' },
  };
  return `<script type="application/ld+json">${JSON.stringify(product)}</script>`;
}

async function readBody(req: IncomingMessage): Promise<string> {
  let text = '';
  for await (const piece of req.setEncoding('utf8')) text += piece as string;
  return text;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
