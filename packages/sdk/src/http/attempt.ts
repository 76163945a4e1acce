import { openDeadline, raceAbort } from './deadline.ts';
import { ConnectionError, ProcurementIntentsError, toApiError } from '../errors.ts';
import { LIMITS } from '../generated/tables.ts';
import type { OperationId } from '../generated/types.ts';
import type { RateBucket } from './rate-limiter.ts';
import { readAskedWait, type Tally } from './retry.ts';
import type { Fetch, Signal } from '../runtime-types.ts';
import type { SharedState } from './shared-state.ts';
import type { Signer } from '../signing/signer.ts';

/** The parts of a request that do not change between attempts. */
export interface Prepared {
  operation: OperationId;
  method: string;
  /** Absolute URL; ends with `path`. */
  url: string;
  path: string;
  body: string;
  headers: Record<string, string>;
  /** `null` for a request that is neither signed nor rate-limited. */
  bucket: RateBucket | null;
}

/** The parts of a client that send a request. */
export interface Sender {
  signer: Signer;
  fetch: Fetch;
  shared: SharedState;
}

// The service ends a request after `processingMs`; five seconds more for the network.
const ATTEMPT_TIMEOUT_MS = LIMITS.processingMs + 5_000;

/**
 * Waits until the App's rate limits have room, then sends the request once, with a new timestamp and signature, and
 * reads the whole response.
 *
 * @param tally - counts the request as soon as it is sent.
 * @returns the `data` of a success.
 * @throws ApiError, ConnectionError, or the reason for which `signal` aborted or the signer failed.
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
        // A followed redirect would carry the signature to another host. Not 'error': with it, Node 20 and 22 may
        // leave the socket open when a call is aborted while the body arrives.
        redirect: 'manual',
        signal: limit.signal,
      });
      clock.learn(answer.headers, answer.status === 401 || answer.status === 429);
      report?.(answer.headers);
      return [answer, await answer.text()] as const;
    };
    const [{ ok, status, headers: read }, text] = await raceAbort(exchange(), limit.signal);
    // In a browser a redirect is a response without a status.
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
    // Whatever error fetch makes of an abort, the caller gets the signal's reason.
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

/** Parses the envelope. Code -1 and no data for anything else, such as the page of a proxy or an empty body. */
function parseEnvelope(text: string): Envelope {
  try {
    const { code, message, data = null } = JSON.parse(text) as Partial<Envelope>;
    if (typeof code === 'number') return { code, message: typeof message === 'string' ? message : '', data };
  } catch {
    // Not JSON: handled like JSON without a code.
  }
  return { code: -1, message: 'the answer is not one of the Procurement Intent Service', data: null };
}

/** The message is often only `fetch failed`; the actual reason is in `cause`. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { code?: string; message?: string } };
  const detail = cause?.code ?? cause?.message;
  return detail ? `${message} (${detail})` : (message ?? 'no answer');
}
