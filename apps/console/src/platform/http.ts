import type { BearerContract } from '@procurement-intents/contract/bearer';
import {
  ACCOUNT_ROUTES,
  ADMIN_ROUTES,
  APP_EVENT_ROUTES,
  APP_WEBHOOK_ROUTES,
  CHECK_ROUTES,
  COMPANY_INTENT_ROUTES,
  DASHBOARD_ROUTES,
} from '@procurement-intents/contract/company/routes';
import type { ConsoleContract } from '@procurement-intents/contract/console';
import { CSRF_HEADER } from '@procurement-intents/contract/console/limits';
import { CONSOLE_ROUTES } from '@procurement-intents/contract/console/routes';
import { PROCUREMENT_ROUTES } from '@procurement-intents/contract/procurement/routes';
import type { z } from 'zod';
import { currentLanguage } from './i18n.ts';

/** Method and path of every operation that the console may call. */
export const ROUTES = {
  ...ACCOUNT_ROUTES,
  ...ADMIN_ROUTES,
  ...APP_EVENT_ROUTES,
  ...APP_WEBHOOK_ROUTES,
  ...CHECK_ROUTES,
  ...COMPANY_INTENT_ROUTES,
  ...CONSOLE_ROUTES,
  ...DASHBOARD_ROUTES,
  ...PROCUREMENT_ROUTES,
};

type Contracts = BearerContract & ConsoleContract;
/** An operation that the console may call. */
export type Operation = keyof typeof ROUTES;

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;
/** What an operation answers with when it succeeds. */
export type AnswerOf<O extends Operation> = Contracts[O]['responses'] extends infer R
  ? R extends { 200: infer S }
    ? Parsed<S>
    : R extends { 201: infer S }
      ? Parsed<S>
      : undefined
  : never;
/** What an operation is sent. */
export type BodyOf<O extends Operation> = Contracts[O] extends { body: infer S extends z.ZodType }
  ? z.input<S>
  : undefined;

export type Query = Readonly<Record<string, string | undefined>>;

interface CallOptions<O extends Operation> {
  params?: Readonly<Record<string, string>>;
  query?: Query;
  body?: BodyOf<O>;
  /** The version that was read: a change that came between is refused. */
  version?: number | undefined;
  /** Of a create: the same for each try. */
  createKey?: string;
  signal?: AbortSignal;
}

/** What is sent, of whichever operation. */
type Sent = Omit<CallOptions<Operation>, 'body'> & { body?: unknown };

/** What a call takes; a create does not go without its key. */
type Given<O extends Operation> = O extends `create${string}`
  ? [CallOptions<O> & { createKey: string }]
  : [CallOptions<O>?];

/** A call that was refused, or had no answer (`network`). */
export class CallError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>>;
  /** When the same call may succeed; undefined: it would not. */
  readonly retryAfterMs: number | undefined;

  constructor(
    { status, code, retryAfterMs }: { status: number; code: string; retryAfterMs?: number | undefined },
    message: string,
    details: Record<string, unknown> = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.retryAfterMs = retryAfterMs;
    this.details = details;
  }
}

const NETWORK_RETRY_MS = 1000;

/** The token of the session. It is in memory alone. */
let csrfToken = '';
let onEnd: () => void = () => undefined;

export function setCsrfToken(token: string): void {
  csrfToken = token;
}
/** Called when the service knows the session no more. */
export function whenSessionEnds(listener: () => void): void {
  onEnd = listener;
}

/** Path and query of an operation. */
export function addressOf(
  operation: Operation,
  params: CallOptions<Operation>['params'] = {},
  query: Query = {},
): string {
  const path = ROUTES[operation].path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const pairs = Object.entries(query).filter((pair): pair is [string, string] => Boolean(pair[1]));
  return pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs).toString()}`;
}

async function send(operation: Operation, options: Sent, accept?: string): Promise<Response> {
  const { params, query, body, version, createKey, signal } = options;
  try {
    return await fetch(addressOf(operation, params, query), {
      method: ROUTES[operation].method,
      credentials: 'same-origin',
      headers: {
        'Accept-Language': currentLanguage(),
        [CSRF_HEADER]: csrfToken,
        ...(accept !== undefined && { Accept: accept }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(version !== undefined && { 'If-Match': `"${version}"` }),
        ...(createKey !== undefined && { 'Idempotency-Key': createKey }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new CallError({ status: 0, code: 'network', retryAfterMs: NETWORK_RETRY_MS }, 'network');
  }
}

async function refusalOf(response: Response): Promise<CallError> {
  const body = (await response.json().catch(() => null)) as { error?: Record<string, unknown> } | null;
  const { code = 'internal', message = response.statusText, ...details } = body?.error ?? {};
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
  const retryAfterMs = Number.isFinite(seconds) ? seconds * 1000 : undefined;
  return new CallError(
    { status: response.status, code: String(code), retryAfterMs },
    String(message),
    details,
  );
}

/** Another tab has renewed the session, so this one has the token before. */
async function renewToken(): Promise<void> {
  const response = await send('getConsoleSession', {});
  if (response.ok) csrfToken = ((await response.json()) as { csrfToken: string }).csrfToken;
}

/**
 * Calls an operation by its name in the contract.
 *
 * @throws CallError for every refusal.
 */
export async function call<O extends Operation>(
  operation: O,
  ...[options = {}]: Given<O>
): Promise<AnswerOf<O>> {
  let response = await send(operation, options);
  let refusal = response.ok ? null : await refusalOf(response);
  if (refusal?.code === 'forbidden' && String(refusal.details['reason']).includes(CSRF_HEADER)) {
    await renewToken();
    response = await send(operation, options);
    refusal = response.ok ? null : await refusalOf(response);
  }
  if (refusal) {
    if (refusal.status === 401 && operation !== 'openConsoleSession') onEnd();
    throw refusal;
  }
  return (response.status === 204 ? undefined : await response.json()) as AnswerOf<O>;
}

/**
 * Reads the answer of an operation as CSV.
 *
 * @throws CallError for every refusal.
 */
export async function readCsv(operation: Operation, query: Query): Promise<Blob> {
  const response = await send(operation, { query }, 'text/csv');
  if (!response.ok) throw await refusalOf(response);
  return response.blob();
}
