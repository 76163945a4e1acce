import { buffer } from 'node:stream/consumers';
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  createTestService,
  type TestService,
  type TestServiceOptions,
} from '@procurement-intents/sdk/testing';
import { listen } from './listen.ts';
import { SECRET } from './run.ts';

interface HostedService {
  service: TestService;
  /** The variables that lead the program to the service. */
  env: Record<string, string>;
  /** The `Idempotency-Key` of each create that arrived. */
  keys: string[];
  /** The body of each create that arrived, as it was sent. */
  bodies: string[];
  /** The `X-Timestamp` of each request that arrived: when it was sent, by the clock of the client. */
  timestamps: number[];
}

/** The in-memory service on a port, until the end of the test. `onRequest` may hold a request back. */
export async function hostService(
  options: TestServiceOptions = {},
  onRequest: (count: number) => Promise<void> | void = () => {},
): Promise<HostedService> {
  const service = createTestService({ apps: [{ appId: 'app_test', appSecret: SECRET }], ...options });
  const keys: string[] = [];
  const bodies: string[] = [];
  const timestamps: number[] = [];
  let count = 0;
  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const key = request.headers['idempotency-key'];
    if (key !== undefined) {
      keys.push(String(key));
      bodies.push(body.toString());
    }
    timestamps.push(Number(request.headers['x-timestamp']));
    await onRequest((count += 1));
    const answer = await service.fetch(`http://service.test${request.url}`, {
      method: request.method ?? 'GET',
      headers: request.headers as Record<string, string>,
      body: body.length > 0 ? body.toString() : null,
    });
    const headers: Record<string, string> = { 'content-type': 'application/json' };
    for (const name of ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'x-error-name']) {
      const value = answer.headers.get(name);
      if (value !== null) headers[name] = value;
    }
    response.writeHead(answer.status, headers).end(await answer.text());
  }
  const baseUrl = await listen((request, response) => {
    // A lost answer is a broken connection.
    pass(request, response).catch(() => request.socket.destroy());
  });
  return { service, env: { PROCUREMENT_BASE_URL: baseUrl }, keys, bodies, timestamps };
}
