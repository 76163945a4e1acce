import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import {
  createTestService,
  type TestPermission,
  type TestServiceOptions,
} from '@procurement-intents/sdk/testing';
import { listen } from '../../cli/test/listen.ts';

const APP_ID = 'app_agent';
const SECRET = 'secret-of-the-agent-0123456789';
export const AGENT: readonly TestPermission[] = ['intents:read', 'intents:draft'];
export const BUYER: readonly TestPermission[] = ['intents:read', 'intents:write'];

/**
 * The service in memory on a port until the end of the test: for an App with these permissions, whose environment is `env`,
 * and for another one that may buy, whose client is `person`.
 */
export async function openService(permissions = AGENT, options: TestServiceOptions = {}) {
  const app = { appId: APP_ID, appSecret: SECRET, permissions };
  const service = createTestService({ apps: [app], ...options });
  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const answer = await service.fetch(`http://service.test${request.url}`, {
      method: request.method ?? 'GET',
      headers: request.headers as Record<string, string>,
      body: body.length > 0 ? body.toString() : null,
    });
    response.writeHead(answer.status, Object.fromEntries(answer.headers as never)).end(await answer.text());
  }
  const baseUrl = await listen((request, response) => {
    pass(request, response).catch(() => request.socket.destroy());
  });
  const env = { PROCUREMENT_BASE_URL: baseUrl, PROCUREMENT_APP_ID: APP_ID, PROCUREMENT_APP_SECRET: SECRET };
  return { service, env };
}

/** The fields of a draft, and a key. */
export const proposal = (changes: object = {}) => ({
  ...createTestService().order(),
  idempotencyKey: 'mice-2026-w48',
  ...changes,
});
