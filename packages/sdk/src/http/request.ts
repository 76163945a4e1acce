import { checkOption, checkTimeout, isVisible } from '../check-options.ts';
import type { Sender, WithResponse } from './attempt.ts';
import type { CallLimits, ChangeOptions } from './call-options.ts';
import type { Course } from './course.ts';
import { Deadline } from './deadline.ts';
import { ProcurementIntentsError, TimeoutError, type AnyOperationId, type CallFacts } from '../errors.ts';
import { checkCallNames, CLIENT_HEADERS } from '#runtime';
import { LIMITS } from '../generated/tables.ts';
import { sendWithRetries, type RecoverResult } from './retry.ts';
import type { Prepared, Route } from './scheme.ts';

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
  /** How often the call counts in its rate limit. Default 1. */
  weight?: number;
  /** Whether the result is the answer itself, whose body the caller reads. */
  isStreamed?: boolean;
  /** Called when the time of the call begins, with its limit of retries, and its attempts, which still grow. */
  onStart?: ((course: { maxRetries: number; attempts: number }) => void) | undefined;
  /** Whether the call may be sent again although an earlier attempt may have been carried out. Default `true`. */
  isRepeatable?: boolean;
  recoverResult?: RecoverResult<T>;
}

/** Starts the call at once. */
export function request<T>(transport: Transport, call: Call<T>, options?: ChangeOptions): ResponsePromise<T> {
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
  options: ChangeOptions = {},
): Promise<WithResponse<T>> {
  const {
    timeoutMs = transport.timeoutMs,
    queueTimeoutMs = transport.queueTimeoutMs ?? Infinity,
    maxRetries = transport.maxRetries ?? Infinity,
  } = options;
  checkTimeout(timeoutMs);
  checkCallNames(call.operation, options);
  const prepared = prepare(transport, call, options);
  const deadline = new Deadline(queueTimeoutMs, options.signal);
  const course: Course = {
    ...prepared,
    deadline,
    timeoutMs,
    maxRetries,
    attempts: 0,
    failedTries: 0,
    idleSince: performance.now(),
  };
  try {
    return await sendWithRetries(transport, course, call.recoverResult);
  } catch (error) {
    if (!deadline.isExpired || error instanceof ProcurementIntentsError) throw error;
    const { facts, bucket, attempts, queuedSince, last } = course;
    const reason =
      queuedSince !== undefined && bucket
        ? `waited ${((performance.now() - queuedSince) / 1_000).toFixed(1)} s for its turn; ${LIMITS.ratesPerSecond[bucket]} a second`
        : `not done within ${timeoutMs} ms`;
    throw new TimeoutError(`${facts.operation}: ${reason}`, { ...facts, attempts }, last);
  } finally {
    deadline.close();
  }
}

function prepare<T>(
  { baseUrl, language, scheme }: Transport,
  call: Call<T>,
  { requestId, ifVersion }: ChangeOptions,
): Prepared {
  const { operation, id, ids = [id], createKey: key, query = {}, isRepeatable = true } = call;
  const { weight, isStreamed, onStart } = call;
  const [method, path, bucket] = scheme.routes[operation] as Route;
  checkOption(requestId === undefined || /^[\w.:-]{1,128}$/.test(requestId), 'requestId');
  const given = Object.entries(query as Record<string, string>);
  const search = new URLSearchParams(given.filter(([, value]) => value !== undefined)).toString();
  let place = 0;
  // Without the prefix of a gateway, which the service never sees.
  const signed =
    path.replace(/:\w+/g, () => {
      const part = ids[place++];
      // An empty id or a dot segment would give the URL of another operation.
      checkOption(typeof part === 'string' && !/^\.{0,2}$/.test(part), 'id');
      return encodeURIComponent(part);
    }) + (search && `?${search}`);
  // Serialised once: the signed and the sent text must be the same.
  const body = call.form ?? (call.body ? JSON.stringify(call.body, sortFields) : '');
  checkOption(key === undefined || isVisible(key), 'idempotencyKey');
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
      ...(ifVersion !== undefined && { 'if-match': `"${ifVersion}"` }),
      ...call.headers,
    },
    bucket,
    credentials: scheme.forCall(),
    // Its own success would look like the conflict to a repetition.
    isRepeatable: isRepeatable && ifVersion === undefined,
    weight,
    isStreamed,
    onStart,
  };
}

/** A body, and each object in it, as its labels, has the same bytes however it was put together: a key belongs to bytes. */
function sortFields(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
