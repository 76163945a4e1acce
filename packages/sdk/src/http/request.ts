import { check, checkTimeout, isVisible } from '../check-options.ts';
import {
  attempt,
  type Course,
  type Prepared,
  type Route,
  type Sender,
  type WithResponse,
} from './attempt.ts';
import type { CallLimits, CallOptions } from './call-options.ts';
import { Deadline } from './deadline.ts';
import { ProcurementIntentsError, TimeoutError, type AnyOperationId, type CallFacts } from '../errors.ts';
import { checkOptionNames, CLIENT_HEADERS } from '#runtime';
import { LIMITS } from '../generated/tables.ts';
import { isLimited, planRetry, type AttemptError } from './retry.ts';

/** The result of a call, to await; with {@link withResponse}, the result and its response. */
export interface ResponsePromise<T> extends Promise<T> {
  /**
   * The data, the id of the request, and the headers.
   *
   * @example const { data, requestId, isReplayed } = await client.intents.create(order).withResponse();
   */
  withResponse(): Promise<WithResponse<T>>;
}

/** The parts of a client that its resources share. */
export interface Transport extends Sender, CallLimits {
  timeoutMs: number;
  language: string;
}

/** The parts of a refusal that no proxy hides, as it may hide the header with the name. */
export interface Refusal {
  code?: number | string;
  data?: unknown;
}

export interface Call<T> {
  operation: AnyOperationId;
  id?: string;
  /** In place of `id`: all ids of the path, in its order. */
  ids?: readonly string[];
  /** The idempotency key of a create. */
  createKey?: string;
  query?: object;
  body?: object;
  /** A body that is not JSON; `headers` name its type. */
  form?: string;
  headers?: Record<string, string>;
  /** Called when the time of the call begins. */
  onStart?: (() => void) | undefined;
  /** Whether the call may be sent again although an earlier attempt may have been carried out. Default `true`. */
  isRepeatable?: boolean;
  /**
   * Called for the last error when an earlier attempt may have been carried out: the error may only mean that this
   * attempt succeeded. Returns the result then, else `false`.
   */
  recoverResult?: (refusal: Refusal, rest: CallOptions) => Promise<T> | false;
}

/** Starts the call at once. */
export function request<T>(transport: Transport, call: Call<T>, options?: CallOptions): ResponsePromise<T> {
  const received = receive(transport, call, options);
  // The service has no result for a deleted intent.
  const data = received.then((each) => each.data ?? (undefined as never));
  return Object.assign(data, {
    withResponse() {
      // Whoever takes the response gets its error there.
      data.catch(() => {});
      return received;
    },
  });
}

/**
 * Makes the call: authenticates, sends, waits and retries until there is a result, a permanent error, or no time left.
 *
 * @throws ApiError or BearerError, ConnectionError, TimeoutError, TypeError for an option or an `id` that cannot be one, or the signal's
 *   reason.
 */
async function receive<T>(
  transport: Transport,
  call: Call<T>,
  options: CallOptions = {},
): Promise<WithResponse<T>> {
  const {
    timeoutMs = transport.timeoutMs,
    queueTimeoutMs = transport.queueTimeoutMs ?? Infinity,
    maxRetries = transport.maxRetries ?? Infinity,
  } = options;
  checkTimeout(timeoutMs);
  checkOptionNames(call.operation, options);
  const prepared = prepare(transport, call, options.requestId);
  const deadline = new Deadline(queueTimeoutMs, options.signal);
  const idleSince = performance.now();
  const course: Course = { deadline, timeoutMs, maxRetries, attempts: 0, failures: 0, idleSince };
  try {
    return await sendWithRetries(transport, call, prepared, course);
  } catch (error) {
    if (!deadline.isExpired || error instanceof ProcurementIntentsError) throw error;
    const { facts, bucket } = prepared;
    const { attempts, queuedSince, last } = course;
    const reason =
      queuedSince !== undefined && bucket
        ? `waited ${((performance.now() - queuedSince) / 1_000).toFixed(1)} s for its turn; ${LIMITS.ratesPerSecond[bucket]} a second`
        : `not done within ${timeoutMs} ms`;
    throw new TimeoutError(`${facts.operation}: ${reason}`, { ...facts, attempts }, last);
  } finally {
    deadline.close();
  }
}

async function sendWithRetries<T>(
  transport: Transport,
  { isRepeatable, recoverResult }: Call<T>,
  prepared: Prepared,
  course: Course,
): Promise<WithResponse<T>> {
  const { deadline, maxRetries } = course;
  let mayHaveRun = false;
  const remedied: AttemptError['code'][] = [];
  for (;;) {
    try {
      const response = await attempt(prepared, transport, course);
      return response as WithResponse<T>;
    } catch (thrown) {
      // An error of another operation is that of a token, which has its own retries.
      if (!(thrown instanceof ProcurementIntentsError) || thrown.operation !== prepared.facts.operation)
        throw thrown;
      const error: AttemptError = thrown;
      course.last = error;
      const mayRepeat = course.attempts <= maxRetries;
      const { code } = error;
      const remedyMs = mayRepeat && !remedied.includes(code) && transport.scheme.remedy(error, course);
      if (remedyMs !== false) {
        remedied.push(code);
        await deadline.await(undefined, remedyMs);
        continue;
      }
      if (!isLimited(error)) course.failures += 1;
      const waitMs = mayRepeat ? planRetry(error, course, isRepeatable) : null;
      if (waitMs === null || waitMs >= deadline.remainingMs()) {
        const recovered = mayHaveRun && recoverResult?.(error, { signal: deadline.signal });
        if (!recovered) throw error;
        const { requestId = null } = error;
        return {
          data: await deadline.await(recovered),
          requestId,
          headers: { get: () => null },
          isReplayed: false,
        };
      }
      // After no response or an error of the service, it is unknown whether the service acted.
      mayHaveRun ||= !(error.status && error.status < 500);
      await deadline.await(undefined, waitMs);
    }
  }
}

function prepare<T>(
  { baseUrl, language, scheme }: Transport,
  call: Call<T>,
  requestId: string | undefined,
): Prepared {
  const { operation, id, ids = [id], createKey: key, query = {}, headers, onStart } = call;
  const [method, path, bucket] = scheme.routes[operation] as Route;
  check(
    requestId === undefined || /^[\w.:-]{1,128}$/.test(requestId),
    'requestId must be 1 to 128 of [A-Za-z0-9._:-]',
  );
  const given = Object.entries(query as Record<string, string>);
  const search = new URLSearchParams(given.filter(([, value]) => value !== undefined)).toString();
  let place = 0;
  // Without the prefix of a gateway, which the service never sees.
  const signed =
    path.replace(/:\w+/g, () => {
      const part = ids[place++];
      // An empty id or a dot segment would give the URL of another operation.
      check(typeof part === 'string' && !/^\.{0,2}$/.test(part), 'id must be an id');
      return encodeURIComponent(part);
    }) + (search && `?${search}`);
  // Serialised once: the signed and the sent text must be the same.
  const body = call.form ?? (call.body ? JSON.stringify(call.body, sortFields) : '');
  check(key === undefined || isVisible(key), 'idempotencyKey must be 1 to 255 visible ASCII characters');
  const facts: CallFacts = {
    operation,
    ...(id && { [scheme.idName]: id }),
    ...(key && { idempotencyKey: key }),
  };
  return {
    facts,
    method,
    url: baseUrl + signed,
    path: signed,
    body,
    headers: {
      accept: 'application/json',
      'accept-language': language,
      ...CLIENT_HEADERS,
      ...(requestId && { 'x-request-id': requestId }),
      ...(body && { 'content-type': 'application/json' }),
      ...(key && { 'idempotency-key': key }),
      ...headers,
    },
    bucket,
    onStart,
  };
}

/** A body has the same bytes however it was put together: an idempotency key belongs to bytes. */
function sortFields(key: string, value: object): object {
  // oxlint-disable-next-line typescript/require-array-sort-compare -- as texts, entries sort by their names
  return key ? value : Object.fromEntries(Object.entries(value).sort());
}
