import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface ReceivedRequest {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

/** A loopback HTTP server for tests, which records its requests. */
export interface TestShop {
  origin: string;
  port: number;
  requests: ReceivedRequest[];
  /** TCP connections accepted, whether or not a request followed. */
  connections(): number;
  close(): Promise<void>;
}

export async function startTestShop(listener: RequestListener): Promise<TestShop> {
  const requests: ReceivedRequest[] = [];
  let accepted = 0;
  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url: path = '', headers } = request;
    requests.push({ method, path, headers, body: await text(request) });
    listener(request, response);
  }
  const server = createServer((request, response) => void receive(request, response));
  server.on('connection', () => {
    accepted += 1;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    requests,
    connections: () => accepted,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A product page with JSON-LD. */
export function productHtml(name = 'Kettle', price = '199.00'): string {
  const data = {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name,
    offers: { '@type': 'Offer', price, priceCurrency: 'CNY', availability: 'https://schema.org/InStock' },
  };
  return `<!doctype html><title>Shop</title><script type="application/ld+json">${JSON.stringify(data)}</script><p>Hello`;
}
