import { WEBHOOK_HEADERS } from '@procurement-intents/contract';
import {
  type AttemptError,
  WEBHOOK_LIMITS,
  WEBHOOK_USER_AGENT,
} from '@procurement-intents/contract/webhooks';
import { type AttemptResult, errorOfStatus, readRetryAfter } from '@procurement-intents/domain/webhooks';
import { CallEnded, withinDeadline } from '../outbound/deadline.ts';
import { BlockedAddress } from '../outbound/guard-connect.ts';
import { type HttpResponse, createGuardedAgent } from '../outbound/guarded-agent.ts';
import { limitPieces } from '../outbound/limit-pieces.ts';
import type { LookupAll } from '../outbound/resolve-name.ts';
import { signDelivery } from './sign-delivery.ts';
import type { SigningKey } from './signing-key.ts';

/** How long the body of an answer is waited for: its status has decided by then. */
const BODY_MS = 1000;

/** A request to an endpoint. */
export interface WebhookRequest {
  url: string;
  /** The same at each attempt. */
  id: string;
  body: Buffer;
  /** One; in the grace time after a rotation two. */
  keys: readonly SigningKey[];
}

/** Sends requests to endpoints, to public addresses alone. */
export interface WebhookSender {
  /** Sends once and says what came of it. Never rejects. */
  send(request: WebhookRequest, options: { now: Date; signal?: AbortSignal }): Promise<AttemptResult>;
  close(): Promise<void>;
}

export interface SenderOptions {
  /** Origins on this machine that may be reached. */
  loopbackOrigins: ReadonlySet<string>;
  /** Default: questions to the name servers. */
  lookup?: LookupAll;
  /** Default {@link WEBHOOK_LIMITS}`.attemptMs`. */
  attemptMs?: number;
}

export function createWebhookSender({
  loopbackOrigins,
  lookup,
  attemptMs = WEBHOOK_LIMITS.attemptMs,
}: SenderOptions): WebhookSender {
  const agent = createGuardedAgent({ loopbackOrigins, ...(lookup ? { lookup } : {}) });
  return {
    async send(request, { now, signal }) {
      const startedMs = performance.now();
      const took = (): number => Math.round(performance.now() - startedMs);
      try {
        const bounds = { timeoutMs: attemptMs, ...(signal && { signal }) };
        const answer = await withinDeadline(bounds, (ended) => post(agent, request, { now, signal: ended }));
        const retryAfter = answer.headers['retry-after'];
        return {
          status: answer.statusCode,
          error: errorOfStatus(answer.statusCode),
          response: await readBeginning(answer.body),
          retryAfterSeconds: readRetryAfter(typeof retryAfter === 'string' ? retryAfter : null, now),
          durationMs: took(),
        };
      } catch (error) {
        return {
          durationMs: took(),
          status: null,
          error: errorOf(error),
          response: null,
          retryAfterSeconds: null,
        };
      }
    },
    close: () => agent.destroy(),
  };
}

/** Sends the request, and resolves with the head of its answer. What comes of the body decides nothing. */
function post(
  agent: ReturnType<typeof createGuardedAgent>,
  { url, id, body, keys }: WebhookRequest,
  { now, signal }: { now: Date; signal: AbortSignal },
): Promise<HttpResponse> {
  const timestamp = Math.floor(now.getTime() / 1000);
  const { origin, pathname, search } = new URL(url);
  return agent.compose(limitPieces()).request({
    origin,
    path: pathname + search,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': WEBHOOK_USER_AGENT,
      [WEBHOOK_HEADERS.id]: id,
      [WEBHOOK_HEADERS.timestamp]: String(timestamp),
      [WEBHOOK_HEADERS.signature]: signDelivery({ id, timestamp, body }, keys),
    },
    body,
    signal,
  });
}

/** The beginning of a body as text. A longer or slower body ends its connection; a short one is read to its end. */
async function readBeginning(body: HttpResponse['body']): Promise<string | null> {
  const chunks: Buffer[] = [];
  let total = 0;
  const timer = setTimeout(() => body.destroy(), BODY_MS);
  try {
    for await (const chunk of body) {
      const bytes = chunk as Buffer;
      if (total < WEBHOOK_LIMITS.keptAnswerBytes) chunks.push(bytes);
      total += bytes.length;
      if (total > WEBHOOK_LIMITS.answerBytes) break;
    }
  } catch {
    // What came until then is the beginning.
  } finally {
    clearTimeout(timer);
    body.destroy();
  }
  const text = Buffer.concat(chunks).subarray(0, WEBHOOK_LIMITS.keptAnswerBytes).toString('utf8');
  return text === '' ? null : text.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '\u{FFFD}');
}

const CONNECT_ERRORS = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
]);
const DNS_ERRORS = new Set(['ENOTFOUND', 'EAI_AGAIN', 'ENODATA', 'ESERVFAIL', 'EAI_FAIL']);
const TLS_ERROR = /^(?:ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|HOSTNAME_MISMATCH|EPROTO)/;

/** Why there was no answer. */
export function errorOf(error: unknown): AttemptError {
  if (error instanceof BlockedAddress) return 'BLOCKED_ADDRESS';
  if (error instanceof CallEnded) return error.reason === 'TIMEOUT' ? 'TIMEOUT' : 'UNKNOWN';
  const {
    code = '',
    cause,
    errors,
  } = (error ?? {}) as {
    code?: string;
    cause?: unknown;
    errors?: readonly unknown[];
  };
  if (DNS_ERRORS.has(code)) return 'DNS';
  if (CONNECT_ERRORS.has(code)) return 'CONNECT';
  if (TLS_ERROR.test(code)) return 'TLS';
  // Of a name with several addresses, each has its own error.
  const inner = errors?.[0] ?? cause;
  return inner === undefined ? 'RESET' : errorOf(inner);
}
