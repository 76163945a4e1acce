import { openDeadline, raceAbort } from './deadline.ts';
import { ConnectionError, ProcurementIntentsError, toApiError } from '../errors.ts';
import { LIMITS } from '../generated/tables.ts';
import type { OperationId } from '../generated/types.ts';
import type { RateBucket } from './rate-limiter.ts';
import { readAskedWait, type Tally } from './retry.ts';
import type { Fetch, Signal } from '../runtime-types.ts';
import type { SharedState } from './shared-state.ts';
import type { Signer } from '../signing/signer.ts';

/** A request with all that stays the same from attempt to attempt. */
export interface Prepared {
  operation: OperationId;
  method: string;
  /** Absolute; it ends in `path`. */
  url: string;
  path: string;
  body: string;
  headers: Record<string, string>;
  /** `null` for what is neither signed nor limited. */
  bucket: RateBucket | null;
}

/** What sends a request. */
export interface Sender {
  signer: Signer;
  fetch: Fetch;
  shared: SharedState;
}

// The service gives up on a request after `processingMs`; five seconds more for the way there and back.
const ATTEMPT_TIMEOUT_MS = LIMITS.processingMs + 5_000;

/**
 * Waits until the App's rate limits have room, then sends the request once, with a timestamp and a signature of its
 * own, and reads the whole answer.
 *
 * @param tally - counts the request as soon as it is sent.
 * @returns the `data` of a success.
 * @throws ApiError, ConnectionError, or whatever made `signal` abort or the signer fail.
 */
export async function attempt(
  { operation, method, url, path, body, headers, bucket }: Prepared,
  { signer, fetch, shared: { clock, acquire } }: Sender,
  tally: Tally,
  signal: Signal,
): Promise<unknown> {
  const report = bucket && (await acquire(bucket, signal));
  const timestampMs = clock.stamp();
  const signed = bucket && (await raceAbort(signer({ method, path, body, timestampMs }), signal));
  const limit = openDeadline(ATTEMPT_TIMEOUT_MS, signal);
  try {
    tally.attempts += 1;
    const exchange = async () => {
      const answer = await fetch(url, {
        method,
        headers: { ...headers, ...signed },
        body: body || null,
        // Followed, a redirect would carry the signature to whoever it names. Not 'error': with that, Node 20 and 22
        // may leave the socket open when a call is aborted in the middle of a body.
        redirect: 'manual',
        signal: limit.signal,
      });
      clock.learn(answer.headers, answer.status === 401 || answer.status === 429);
      report?.(answer.headers);
      return [answer, await answer.text()] as const;
    };
    const [{ ok, status, headers: read }, text] = await raceAbort(exchange(), limit.signal);
    // To a page a redirect is an answer without a status.
    if (!ok && status < 400)
      throw new ConnectionError(`${operation}: redirected; check baseUrl`, tally.attempts, undefined, false);
    const { code, message, data } = parseEnvelope(text);
    if ((ok && !code) || status === 204) return data;
    const askedWaitMs = readAskedWait(read, status, clock.nowMs());
    const facts = {
      operation,
      status,
      code,
      message,
      data,
      requestId: read.get('x-request-id'),
      attempts: tally.attempts,
      retryAt: askedWaitMs === null ? null : new Date(Date.now() + askedWaitMs),
    };
    throw toApiError(facts, read.get('x-error-name'));
  } catch (error) {
    if (error instanceof ProcurementIntentsError) throw error;
    // Whatever fetch makes of an abort, the caller gets the reason that was given.
    signal.throwIfAborted();
    const reason = limit.isExpired() ? `no answer within ${ATTEMPT_TIMEOUT_MS} ms` : reasonOf(error);
    throw new ConnectionError(`${operation}: ${reason}`, tally.attempts, error);
  } finally {
    limit.close();
  }
}

interface Envelope {
  code: number;
  message: string;
  data: unknown;
}

/** What the envelope says; code -1 and no data for anything else, such as a proxy's page or no body at all. */
function parseEnvelope(text: string): Envelope {
  try {
    const { code, message, data = null } = JSON.parse(text) as Partial<Envelope>;
    if (typeof code === 'number') return { code, message: typeof message === 'string' ? message : '', data };
  } catch {
    // Not JSON: as foreign as JSON without a code.
  }
  return { code: -1, message: 'the answer is not one of the Procurement Intent Service', data: null };
}

/** `fetch failed` alone helps nobody: the reason is one `cause` deeper. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { code?: string; message?: string } };
  const detail = cause?.code ?? cause?.message;
  return detail ? `${message} (${detail})` : (message ?? 'no answer');
}
