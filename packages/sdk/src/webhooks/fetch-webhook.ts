import type { FetchHeaders, FetchResponse, GlobalInstance } from '../runtime-types.ts';
import { BodyBuffer } from './body-buffer.ts';
import {
  createHandler,
  isDeclaredTooLarge,
  NOT_POST,
  TOO_LARGE,
  type Answer,
  type HandlerOptions,
} from './handle-delivery.ts';

/** The parts of a `Request` that are used. */
export interface WebhookRequest {
  readonly method: string;
  readonly headers: FetchHeaders;
  readonly bodyUsed: boolean;
  readonly body: {
    readonly locked: boolean;
    getReader(): {
      read(): Promise<{ done: boolean; value?: Uint8Array | undefined }>;
      cancel(): Promise<unknown>;
    };
  } | null;
}

/** The `Response` of the runtime. */
export type WebhookResponse = GlobalInstance<'Response', FetchResponse>;

const UNREADABLE: Answer = { status: 400, text: 'the body did not arrive whole' };
const USED = `fetchWebhook needs the raw body, but something has read it: pass it the request before any line with \
request.json() or request.text(); in Hono, pass c.req.raw`;

/**
 * Makes a handler of webhooks for frameworks with `Request` and `Response`, such as Next, Hono and workers. It reads the
 * body itself. Answers: 204 when the event is handled, 400 to a wrong signature, 405 unless it is POST, 413 to over 64 kB,
 * 500 when `onEvent` throws.
 *
 * @example export const POST = fetchWebhook({ secrets: process.env.WEBHOOK_SECRET, onEvent: handle });
 * @throws TypeError for options that cannot work. The handler rejects when the body was read before.
 */
export function fetchWebhook(options: HandlerOptions): (request: WebhookRequest) => Promise<WebhookResponse> {
  const handle = createHandler(options);
  return async (request) => {
    if (request.method !== 'POST') return respond(NOT_POST);
    if (request.bodyUsed || request.body?.locked === true) throw new Error(USED);
    if (isDeclaredTooLarge(request.headers.get('content-length'))) return respond(TOO_LARGE);
    const read = await readBody(request.body).catch(() => UNREADABLE);
    return respond(read instanceof Uint8Array ? await handle(read, request.headers) : read);
  };
}

function respond({ status, text }: Answer): WebhookResponse {
  const headers: Record<string, string> = status === 405 ? { allow: 'POST' } : {};
  return new Response(text === '' ? null : text, { status, headers });
}

async function readBody(body: WebhookRequest['body']): Promise<Uint8Array | Answer> {
  const buffer = new BodyBuffer();
  const reader = body?.getReader();
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true };
    if (done) return buffer.whole();
    if (value && !buffer.add(value)) {
      reader?.cancel().catch(() => {});
      return TOO_LARGE;
    }
  }
}
