import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listen } from './listen.ts';

export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
  /** The number of the event. */
  sequence: number;
}

type Respond = (received: Received, response: ServerResponse) => void;

/** A receiver of webhooks on loopback, until the end of the test. It answers 204 unless `respond` does otherwise. */
export async function startReceiver(respond: Respond = (_, response) => response.writeHead(204).end()) {
  const received: Received[] = [];
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = (await buffer(request)).toString();
    const { sequence } = JSON.parse(body) as { sequence: number };
    const one = { headers: request.headers, body, sequence };
    received.push(one);
    respond(one, response);
  };
  const origin = await listen((request, response) => void take(request, response));
  return { url: `${origin}/hooks`, origin, received, sequences: () => received.map((one) => one.sequence) };
}
