import type { Deadline } from './deadline.ts';
import { ApiError, ConnectionError, type CallFacts } from '../errors.ts';
import { LIMITS } from '../generated/tables.ts';
import { announce, type OnAttempt } from './on-attempt.ts';
import type { RateBucket } from './rate-limiter.ts';
import { readAskedWait, type Progress } from './retry.ts';
import type { Fetch, FetchHeaders, FetchResponse } from '../runtime-types.ts';
import type { ServerClock } from './server-clock.ts';
import type { SharedState } from './shared-state.ts';
import type { Signer } from '../signing/signer.ts';

/** The parts of a request that do not change between attempts. */
export interface Prepared {
  facts: CallFacts;
  method: string;
  /** Absolute URL; ends with `path`. */
  url: string;
  path: string;
  body: string;
  headers: Record<string, string>;
  /** `null` for a request that is neither signed nor rate-limited. */
  bucket: RateBucket | null;
  /** Called when the time of the call begins. */
  onStart: (() => void) | undefined;
}

/** The parts of a client that send a request. */
export interface Sender {
  signer: Signer;
  fetch: Fetch;
  shared: SharedState;
  /** Without a trailing slash. */
  baseUrl: string;
  onAttempt?: OnAttempt | undefined;
}

/** The result of a call and the parts of its response that are not data. */
export interface WithResponse<T> {
  data: T;
  /** `X-Request-Id` of the response: quote it when you ask for help. `null` when it was not readable. */
  requestId: string | null;
  /** All headers that the runtime lets a program read. */
  headers: FetchHeaders;
  /** Whether an earlier call with this idempotency key had created the intent. */
  isReplayed: boolean;
}

/** A call under way: its limits, and how far it has come. */
export interface Course extends Progress {
  deadline: Deadline;
  timeoutMs: number;
  maxRetries: number;
}

// The service ends a request after `processingMs`; this is for the network.
const TRAVEL_MS = 5_000;

/**
 * Waits until the App's rate limits have room, then sends the request once, with a new timestamp and signature, and
 * reads the whole response.
 *
 * @param course - counts the request as soon as it is sent; its deadline begins with the first attempt.
 * @throws ApiError, ConnectionError, or the reason for which `signal` aborted or the signer failed.
 */
export async function attempt(
  { facts, method, url, path, body, headers, bucket, onStart }: Prepared,
  { signer, fetch, shared: { clock, acquire }, baseUrl, onAttempt }: Sender,
  course: Course,
): Promise<WithResponse<unknown>> {
  const { deadline } = course;
  course.queuedSince = performance.now();
  const report = bucket && (await acquire(bucket, deadline));
  course.queuedSince = undefined;
  if (course.attempts === 0) {
    deadline.restart(course.timeoutMs);
    onStart?.();
  }
  const timestampMs = clock.stamp();
  const signing = bucket && signer({ method, path, body, timestampMs });
  // A promise may be that of another context, as in test runners.
  const signed = signing && 'then' in signing ? await deadline.wait(signing as Promise<object>) : signing;
  const { signal } = deadline;
  const limitMs = LIMITS.processingMs + TRAVEL_MS;
  const attempts = (course.attempts += 1);
  const sent = { ...facts, attempts };
  const finish = announce(onAttempt, facts, course);
  let received: FetchResponse | undefined;
  let error: string | null = null;
  try {
    const exchange = async () => {
      const answer = await fetch(url, {
        method,
        headers: { ...headers, ...signed },
        body: body || null,
        // A followed redirect would carry the signature to another host. Not 'error': with it, Node 20 and 22 may
        // leave the socket open when a call is aborted while the body arrives.
        redirect: 'manual',
        signal,
      });
      clock.learn(answer.headers, answer.status === 401 || answer.status === 429);
      report?.(answer.headers);
      const text = await answer.text();
      received = answer;
      return readAnswer(answer, text, sent, baseUrl, clock);
    };
    return await deadline.wait(exchange(), limitMs);
  } catch (thrown) {
    let failure = thrown;
    // Else `thrown` is what the response says.
    if (!received) {
      const isLate = deadline.isLate;
      const reason = isLate ? `no answer within ${limitMs} ms` : reasonOf(thrown);
      // Whatever error fetch makes of an abort, the caller gets the signal's reason.
      failure =
        signal.aborted && !isLate
          ? signal.reason
          : new ConnectionError(`${facts.operation}: ${reason}`, sent, isLate ? undefined : thrown);
    }
    error = deadline.isExpired ? 'TimeoutError' : ((failure as Error | null)?.name ?? 'AbortError');
    throw failure;
  } finally {
    finish?.(received, error);
    course.idleSince = performance.now();
  }
}

/** @throws ApiError, ConnectionError for a redirect. */
function readAnswer(
  { ok, status, headers }: FetchResponse,
  text: string,
  sent: CallFacts & { attempts: number },
  baseUrl: string,
  clock: ServerClock,
): WithResponse<unknown> {
  // In a browser a redirect is a response without a status.
  if (!ok && status < 400)
    throw new ConnectionError(`${sent.operation}: redirected; check baseUrl`, sent, undefined, false);
  const envelope = parseEnvelope(text);
  const requestId = headers.get('x-request-id');
  if ((ok && !envelope.code) || status === 204) {
    const isReplayed = headers.get('idempotency-replayed') === 'true';
    return { data: envelope.data, requestId, headers, isReplayed };
  }
  const askedWaitMs = readAskedWait(headers, status, clock.nowMs());
  const name = headers.get('x-error-name') || 'UNKNOWN';
  throw new ApiError({
    ...sent,
    ...envelope,
    name,
    status,
    requestId,
    retryAt: askedWaitMs === null ? null : new Date(Date.now() + askedWaitMs),
    docUrl: `${baseUrl}/docs/errors/${name}`,
  });
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
  return { code: -1, message: 'not an answer of the service', data: null };
}

/** The message is often only `fetch failed`; the actual reason is in `cause`. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { code?: string; message?: string } };
  const detail = cause?.code ?? cause?.message;
  return detail ? `${message} (${detail})` : (message ?? 'no answer');
}
