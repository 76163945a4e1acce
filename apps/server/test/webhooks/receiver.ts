import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { verifyWebhook, type WebhookEvent } from '../../../../packages/sdk/src/webhooks/index.ts';

/** A request that the receiver got. */
export interface Received {
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
  /** What the body says. */
  event: WebhookEvent;
}

export type Responder = (received: Received, response: ServerResponse, nth: number) => void;

/** A receiver of webhooks on this machine. */
export interface Receiver {
  origin: string;
  /** All requests so far. */
  received: Received[];
  /** Answers the requests from now on. Default: 204. */
  respond(responder: Responder): void;
  /** The requests of one path. */
  at(path: string): Received[];
  stop(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  let responder: Responder = (_, response) => response.writeHead(204).end();
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString('utf8');
    const { url: path = '/', headers } = request;
    const one = { path, headers, body, event: JSON.parse(body) as WebhookEvent };
    received.push(one);
    responder(one, response, received.filter((each) => each.path === path).length);
  };
  const server: Server = createServer((...exchange) => void receive(...exchange));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    respond: (next) => {
      responder = next;
    },
    at: (path) => received.filter((each) => each.path === path),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The event of a request whose signature is right by these secrets; throws otherwise. */
export const verified = ({ body, headers }: Received, secrets: string | string[], now: Date) =>
  verifyWebhook({ body, headers, secrets, now });
