import { isApiError, ProcurementIntents, type CreateIntentBody } from '@procurement-intents/sdk';
import { isSameText } from './is-same-text.ts';

/** Bindings of the worker: variables, and secrets that `wrangler secret put` stores. */
export interface Env {
  PROCUREMENT_BASE_URL: string;
  PROCUREMENT_APP_ID: string;
  PROCUREMENT_APP_SECRET: string;
  /** The token with which the company's systems call this worker. */
  CALLER_TOKEN: string;
}

// A caller waits for the answer, and repeats the call when there is none.
const TIMEOUT_MS = 15_000;
const KEY = /^[\x21-\x7e]{1,255}$/;
const PURCHASE = /^\/purchases\/(int_[0-9a-f]{32})$/;

export default {
  /** `POST /purchases` buys, `GET /purchases/<id>` shows a purchase. */
  async fetch(request: Request, env: Env): Promise<Response> {
    const token = request.headers.get('authorization')?.replace(/^Bearer /, '') ?? '';
    if (!(await isSameText(token, env.CALLER_TOKEN))) return refuse(401, 'TOKEN_INVALID');
    const client = new ProcurementIntents({
      baseUrl: env.PROCUREMENT_BASE_URL,
      appId: env.PROCUREMENT_APP_ID,
      appSecret: env.PROCUREMENT_APP_SECRET,
      language: 'en',
      timeoutMs: TIMEOUT_MS,
      queueTimeoutMs: TIMEOUT_MS,
    });
    const { pathname } = new URL(request.url);
    const [, id] = PURCHASE.exec(pathname) ?? [];
    try {
      if (request.method === 'POST' && pathname === '/purchases') return await buy(client, request);
      if (request.method === 'GET' && id) return Response.json(await client.intents.get(id));
      return refuse(404, 'ROUTE_NOT_FOUND');
    } catch (error) {
      return answerError(error);
    }
  },
};

/**
 * Buys under the caller's own key. The worker has no memory, so it makes none: a key from here would be lost with the answer,
 * and the caller's next attempt would be another purchase.
 */
async function buy(client: ProcurementIntents, request: Request): Promise<Response> {
  const idempotencyKey = request.headers.get('idempotency-key') ?? '';
  if (!KEY.test(idempotencyKey)) return refuse(400, 'IDEMPOTENCY_KEY_MISSING');
  const body = (await request.json().catch(() => null)) as CreateIntentBody | null;
  if (body === null || typeof body !== 'object') return refuse(400, 'BODY_MALFORMED');
  const { id, status } = await client.intents.create(body, { idempotencyKey });
  return Response.json({ id, status }, { status: 201 });
}

/** Tells the caller what it can do: correct the body, or send the same again. The rest is for the log of the worker. */
function answerError(error: unknown): Response {
  if (isApiError(error, 'VALIDATION_FAILED')) return refuse(422, error.name, error.data);
  if (isApiError(error, 'IDEMPOTENCY_KEY_REUSED')) return refuse(409, error.name, error.data);
  if (isApiError(error, 'INTENT_NOT_FOUND')) return refuse(404, error.name);
  console.error(String(error), isApiError(error) ? error.fix : '');
  // No answer, an outage, or the worker's own mistake in signature or permission: the caller's order is not at fault.
  return refuse(503, 'UNCLEAR', null, { 'retry-after': '10' });
}

function refuse(status: number, error: string, data: unknown = null, headers = {}): Response {
  return Response.json({ error, data }, { status, headers });
}
