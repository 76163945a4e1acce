import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished } from 'vitest';
import { ERRORS } from '@procurement-intents/contract';
import { ProcurementIntents, type ErrorName, type SecretOptions } from '../src/index.ts';

export interface Received {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  atMs: number;
}

/** A response, or anything else that a server can do to a socket. */
export type Reply = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * A service on loopback that gives `replies` in turn, the last one for ever, and records what it receives. It stops
 * at the end of the test.
 */
export async function startService(...replies: [Reply, ...Reply[]]) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request;
      const reply = replies[Math.min(received.length, replies.length - 1)] as Reply;
      received.push({ method, path, headers, body: Buffer.concat(chunks).toString(), atMs: Date.now() });
      reply(request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { baseUrl, received };
}

export const SECRET = 'secret-of-the-app-0123456789';

/** Checks the signature of a call of {@link createClient}. */
export function expectSigned({ method, path, headers, body }: Received): void {
  const text = `${method}${path}${String(headers['x-timestamp'])}${body}`;
  expect(headers['x-signature']).toBe(createHmac('sha256', SECRET).update(text).digest('hex'));
}

let apps = 0;

/** An App that no other client uses: clients of one App share its rate limiter. */
export const newAppId = (): string => `app_${(apps += 1)}`;

/** A client with its own App by default. */
export function createClient(baseUrl: string, options: Partial<SecretOptions> = {}): ProcurementIntents {
  return new ProcurementIntents({ baseUrl, appId: newAppId(), appSecret: SECRET, ...options });
}

type Headers = Record<string, string>;

export const ok =
  (data: unknown, status = 200): Reply =>
  (_, response) =>
    send(response, status, { code: 0, message: '操作成功', data });

export const refuse =
  (name: ErrorName, { data = null, headers = {} }: { data?: unknown; headers?: Headers } = {}): Reply =>
  (_, response) => {
    const { code, status } = ERRORS[name];
    const named = { 'x-error-name': name, ...headers };
    send(response, status, { code, message: `message of ${name}`, data }, named);
  };

/** Breaks the connection before a response; the client cannot know whether the service acted. */
export const breakOff: Reply = (request) => request.socket.destroy();

/** Never responds. */
export const hang: Reply = () => {};

/** Sends headers and half a body, and never the rest. */
export const stall: Reply = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('{"code":0,');
};

export const answer =
  (status: number, body: string, headers: Headers = {}): Reply =>
  (_, response) => {
    response.writeHead(status, headers);
    response.end(body);
  };

function send(response: ServerResponse, status: number, envelope: object, headers: Headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'req_test', ...headers });
  response.end(JSON.stringify(envelope));
}
