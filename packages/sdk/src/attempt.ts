import { openDeadline, raceAbort } from './deadline.ts';
import { ConnectionError, toApiError } from './errors.ts';
import { LIMITS } from './generated/tables.ts';
import type { OperationId } from './generated/types.ts';
import { readAskedWait, type FailedAttempt } from './retry.ts';
import type { Signable, Signer } from './sign.ts';

/** The part of `fetch` that the client uses. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** A request with all that stays the same from attempt to attempt. */
export interface Prepared extends Signable {
  operation: OperationId;
  /** Absolute; its path and query are `path`. */
  url: string;
  headers: Record<string, string>;
}

export type Attempt = { ok: true; data: unknown } | ({ ok: false } & FailedAttempt);

// The service gives up on a request after `processingMs`; five seconds more for the way there and back.
const ATTEMPT_TIMEOUT_MS = LIMITS.processingMs + 5_000;

// Node's words for it; elsewhere a redirect looks like any failure and is tried a few times more.
const REDIRECT_REFUSED = 'unexpected redirect';

/**
 * Sends the request once, with a timestamp and a signature of its own, and reads the whole answer.
 *
 * @param number - which attempt of its call this is, from 1.
 * @throws whatever made `signal` abort; a failure of the network or the service is returned.
 */
export async function attempt(
  prepared: Prepared,
  { signer, fetch }: { signer: Signer | null; fetch: Fetch },
  number: number,
  signal: AbortSignal,
): Promise<Attempt> {
  const signed = signer ? await signer(prepared, Date.now()) : {};
  const limit = openDeadline(ATTEMPT_TIMEOUT_MS, signal);
  try {
    const response = await raceAbort(
      fetch(prepared.url, {
        method: prepared.method,
        headers: { ...prepared.headers, ...signed },
        ...(prepared.body === '' ? {} : { body: prepared.body }),
        // Followed, a redirect would carry the signature to whoever it names.
        redirect: 'error',
        signal: limit.signal,
      }),
      limit.signal,
    );
    const text = await raceAbort(response.text(), limit.signal);
    return readAnswer(prepared.operation, response, text, number);
  } catch (cause) {
    // Whatever fetch makes of an abort, the caller gets the reason that was given.
    signal.throwIfAborted();
    const reason = limit.isExpired ? `no answer within ${ATTEMPT_TIMEOUT_MS} ms` : reasonOf(cause);
    const isRetryable = !reason.includes(REDIRECT_REFUSED);
    const error = new ConnectionError(`${prepared.operation}: ${reason}`, number, cause, isRetryable);
    return { ok: false, error, askedWaitMs: null };
  } finally {
    limit.close();
  }
}

function readAnswer(operation: OperationId, response: Response, text: string, attempts: number): Attempt {
  const { status, headers } = response;
  if (status === 204) return { ok: true, data: null };
  const envelope = parseEnvelope(text);
  if (response.ok && envelope?.code === 0) return { ok: true, data: envelope.data };
  const nowMs = Date.now();
  const askedWaitMs = readAskedWait(headers, status, nowMs);
  const error = toApiError({
    operation,
    status,
    code: envelope?.code ?? 0,
    message: envelope?.message ?? 'the answer is not one of the Procurement Intent Service',
    data: envelope?.data ?? null,
    requestId: headers.get('x-request-id'),
    attempts,
    retryAt: askedWaitMs === null ? null : new Date(nowMs + askedWaitMs),
  });
  return { ok: false, error, askedWaitMs };
}

function parseEnvelope(text: string): { code: number; message: string; data: unknown } | null {
  try {
    const value = JSON.parse(text) as { code?: unknown; message?: unknown; data?: unknown } | null;
    if (typeof value?.code !== 'number') return null;
    const message = typeof value.message === 'string' ? value.message : '';
    return { code: value.code, message, data: value.data ?? null };
  } catch {
    return null;
  }
}

/** `fetch failed` alone helps nobody: the reason is one `cause` deeper. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { code?: string; message?: string } };
  const detail = cause?.code ?? cause?.message;
  return detail ? `${message} (${detail})` : (message ?? 'no answer');
}
