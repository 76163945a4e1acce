import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * A shop in a process of its own that answers everything at once: a product page at any address under `/items/`, and
 * the ordering protocol. An order is delivered in the first answer, so that a purchase is one page and one order, and
 * nothing is left to track. `ANSWER_MS` makes it answer orders later. Tells its port, and on request how many tokens it
 * has seen and how often one came again.
 */

const PRICE = '199.00';
const PAGE = `<!doctype html><title>Shop</title><script type="application/ld+json">${JSON.stringify({
  '@context': 'https://schema.org',
  '@type': 'Product',
  name: 'Kettle',
  offers: {
    '@type': 'Offer',
    price: PRICE,
    priceCurrency: 'CNY',
    availability: 'https://schema.org/InStock',
  },
})}</script><p>${'A kettle for tea and for coffee. '.repeat(60)}`;
const ANSWER_MS = Number(process.env['ANSWER_MS'] ?? 0);

const tokens = new Set<string>();
let repeats = 0;

function answer(response: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
}

const orderOf = (merchantOrderNo: string) => ({
  orderId: `order_${merchantOrderNo}`,
  merchantOrderNo,
  status: 'DELIVERED',
  amountPaid: Number(PRICE),
  trackingNumber: 'SF1234567890',
  trackingCompany: 'SF',
});

async function placeOrder(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { merchantOrderNo } = (await json(request)) as { merchantOrderNo: string };
  if (ANSWER_MS > 0) await delay(ANSWER_MS);
  if (tokens.has(merchantOrderNo)) repeats += 1;
  tokens.add(merchantOrderNo);
  answer(response, 201, orderOf(merchantOrderNo));
}

function findOrder(url: string, response: ServerResponse): void {
  const token = decodeURIComponent(url.slice(url.lastIndexOf('/') + 1)).replace(/^order_/, '');
  if (tokens.has(token)) answer(response, 200, orderOf(token));
  else answer(response, 404, { reason: 'NO_SUCH_ORDER' });
}

const server = createServer((request, response) => {
  const { method, url = '' } = request;
  if (method === 'POST') return void placeOrder(request, response).catch(() => response.destroy());
  request.resume();
  if (url === '/seen') return answer(response, 200, { orders: tokens.size, repeats });
  if (!url.includes('/items/')) return findOrder(url, response);
  response.writeHead(200, { 'content-type': 'text/html', 'content-length': Buffer.byteLength(PAGE) });
  response.end(PAGE);
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit());
