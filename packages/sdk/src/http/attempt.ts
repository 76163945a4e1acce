import { ConnectionError, type CallFacts } from '../errors.ts';
import { LIMITS } from '../generated/tables.ts';
import { readAskedWait } from './asked-wait.ts';
import type { Course } from './course.ts';
import { announce, type OnAttempt } from './on-attempt.ts';
import type { Scheme } from './scheme.ts';
import type { Fetch, FetchHeaders, FetchResponse } from '../runtime-types.ts';
import type { SharedState } from './shared-state.ts';

/** The parts of a client that send a request. */
export interface Sender {
  scheme: Scheme;
  fetch?: Fetch | undefined;
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

// The service ends a request after `processingMs`; this is for the network.
const TRAVEL_MS = 5_000;

/**
 * Waits until the App's rate limits have room, then sends the request once, with new headers of its scheme, and
 * reads the whole response.
 *
 * @param course - counts the request as soon as it is sent; its deadline begins with the first attempt.
 * @throws the scheme's error, ConnectionError, or the reason for which `signal` aborted or `authorize` failed.
 */
export async function attempt(sender: Sender, course: Course): Promise<WithResponse<unknown>> {
  // The global is looked up for each attempt, so that a later replacement takes effect.
  const { fetch = globalThis.fetch, shared, onAttempt } = sender;
  const { deadline, facts, method, url, body, headers, bucket, weight, isStreamed } = course;
  course.queuedSince = performance.now();
  const report = bucket && (await shared.acquire(bucket, deadline, course.attempts, weight));
  course.queuedSince = undefined;
  if (course.attempts === 0) {
    deadline.restart(course.timeoutMs);
    course.onStart?.(course);
  }
  const authorizing = bucket && course.credentials.authorize(course);
  // A promise may be that of another context, as in test runners.
  const authorized = authorizing && 'then' in authorizing ? await deadline.await(authorizing) : authorizing;
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
        headers: { ...headers, ...authorized },
        body: body || null,
        // A followed redirect would carry the signature or the token to another host. Not 'error': with it, Node 20 and 22 may
        // leave the socket open when a call is aborted while the body arrives.
        redirect: 'manual',
        signal,
      });
      shared.clock.learn(answer.headers, answer.status === 401 || answer.status === 429);
      report?.(answer.headers);
      const streams = isStreamed && answer.ok;
      const text = streams ? '{"code":0}' : await answer.text();
      received = answer;
      const read = readAnswer(answer, text, sent, sender);
      return streams ? { ...read, data: answer } : read;
    };
    return await deadline.await(exchange(), limitMs);
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

/** @throws the scheme's error, ConnectionError for a redirect. */
function readAnswer(
  answer: FetchResponse,
  text: string,
  sent: CallFacts & { attempts: number },
  { scheme, shared: { clock } }: Sender,
): WithResponse<unknown> {
  const { ok, status, headers } = answer;
  // In a browser a redirect is a response without a status.
  if (!ok && status < 400)
    throw new ConnectionError(`${sent.operation}: redirected; check baseUrl`, sent, undefined, false);
  const requestId = headers.get('x-request-id');
  const data = scheme.readData(text, answer, () => {
    const askedWaitMs = readAskedWait(headers, status, clock.nowMs());
    const retryAt = askedWaitMs === null ? null : new Date(Date.now() + askedWaitMs);
    return { ...sent, status, requestId, retryAt };
  });
  return { data, requestId, headers, isReplayed: headers.get('idempotency-replayed') === 'true' };
}

/** The message is often only `fetch failed`; the actual reason is in `cause`. */
function reasonOf(error: unknown): string {
  // A signal may abort with a reason that is no object.
  const { message, cause } = (error ?? {}) as {
    message?: string;
    cause?: Partial<Record<'code' | 'message', string>>;
  };
  const detail = cause?.code ?? cause?.message;
  return detail ? `${message} (${detail})` : (message ?? 'no answer');
}
