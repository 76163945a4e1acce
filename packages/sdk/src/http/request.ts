import { check } from '../check-options.ts';
import { attempt, type Prepared, type Sender } from './attempt.ts';
import { openDeadline, sleep, type Deadline } from './deadline.ts';
import { ProcurementIntentsError, TimeoutError, type AnyApiError, type ConnectionError } from '../errors.ts';
import { ROUTES } from '../generated/tables.ts';
import type { OperationId, Operations } from '../generated/types.ts';
import { planRetry, type Tally } from './retry.ts';
import type { Signal } from '../runtime-types.ts';

/** Options of every call. */
export interface CallOptions {
  /**
   * Bounds the whole call: waits, attempts and response bodies. Milliseconds above 0; default is the client's, 60
   * 000.
   */
  timeoutMs?: number | undefined;
  /** Ends the call at once, at any point; the call throws the signal's reason. */
  signal?: Signal | undefined;
}

/** The parts of a client that its resources share. */
export interface Transport extends Sender {
  /** Without a trailing slash. */
  baseUrl: string;
  timeoutMs: number;
}

export interface Call<O extends OperationId> {
  operation: O;
  id?: string;
  query?: object;
  body?: object;
  headers?: Record<string, string>;
  /** Whether the call may be sent again although an earlier attempt may have been carried out. Default `true`. */
  isRepeatable?: boolean;
  /**
   * Called for the last error when an earlier attempt may have been carried out: the error may only mean that this
   * attempt succeeded. Returns the result then, else `false`.
   */
  recoverResult?: (
    refusal: AnyApiError | ConnectionError,
    rest: CallOptions,
  ) => Promise<Operations[O]['result']> | false;
}

/**
 * Makes the call: signs, sends, waits and retries until there is a result, a permanent error, or no time left.
 *
 * @throws ApiError, ConnectionError, TimeoutError, TypeError for an `id` that cannot be an id, or the signal's
 *   reason.
 */
export async function request<O extends OperationId>(
  transport: Transport,
  call: Call<O>,
  options: CallOptions = {},
): Promise<Operations[O]['result']> {
  const deadline = openDeadline(options.timeoutMs ?? transport.timeoutMs, options.signal);
  const progress: Progress = { attempts: 0, failures: 0 };
  try {
    return await sendWithRetries(transport, call, deadline, progress);
  } catch (error) {
    if (!deadline.isExpired() || error instanceof ProcurementIntentsError) throw error;
    throw new TimeoutError(`${call.operation}: not done in time`, progress.attempts, progress.last);
  } finally {
    deadline.close();
  }
}

// Random, so that two processes that used the same millisecond do not use the same one again.
const SIGN_AGAIN_WITHIN_MS = 100;

interface Progress extends Tally {
  last?: unknown;
}

async function sendWithRetries<O extends OperationId>(
  transport: Transport,
  call: Call<O>,
  deadline: Deadline,
  progress: Progress,
): Promise<Operations[O]['result']> {
  const prepared = prepare(transport, call);
  const { signal } = deadline;
  let mayHaveRun = false;
  let isClockSet = false;
  let isSignedAgain = false;
  for (;;) {
    try {
      return (await attempt(prepared, transport, progress, signal)) as Operations[O]['result'];
    } catch (thrown) {
      if (!(thrown instanceof ProcurementIntentsError)) throw thrown;
      const error = thrown as AnyApiError | ConnectionError;
      progress.last = error;
      const { clock } = transport.shared;
      if (error.name === 'TIMESTAMP_INVALID' && !isClockSet && clock.isKnown()) {
        clock.follow();
        isClockSet = true;
        continue;
      }
      // Another process made an equal create with the same timestamp. Nothing was created, so the key is still
      // unused.
      if (error.name === 'SIGNATURE_REUSED' && !isSignedAgain) {
        isSignedAgain = true;
        await sleep(Math.random() * SIGN_AGAIN_WITHIN_MS, signal);
        continue;
      }
      if (error.name !== 'RATE_LIMITED') progress.failures += 1;
      const waitMs = planRetry(error, progress, call.isRepeatable ?? true);
      if (waitMs === null || waitMs >= deadline.remainingMs()) {
        const recovered = mayHaveRun && call.recoverResult?.(error, { signal });
        if (recovered) return await recovered;
        throw error;
      }
      // After no response or an error of the service, it is unknown whether the service acted.
      mayHaveRun ||= !('status' in error && error.status < 500);
      await sleep(waitMs, signal);
    }
  }
}

function prepare<O extends OperationId>({ baseUrl }: Transport, call: Call<O>): Prepared {
  const [method, path, bucket] = ROUTES[call.operation];
  const target = new URL(
    path.replace(':id', () => encodeId(call.id)),
    baseUrl,
  );
  for (const [name, value] of Object.entries(call.query ?? {})) {
    if (value !== undefined) target.searchParams.append(name, String(value));
  }
  // Without the prefix of a gateway, which the service never sees.
  const signed = target.pathname + target.search;
  // Serialised once: the signed and the sent text must be the same.
  const body = call.body ? JSON.stringify(call.body) : '';
  return {
    operation: call.operation,
    method,
    url: baseUrl + signed,
    path: signed,
    body,
    headers: {
      accept: 'application/json',
      ...(body && { 'content-type': 'application/json' }),
      ...call.headers,
    },
    bucket,
  };
}

/** An empty id or a dot segment would give the URL of another operation. */
function encodeId(id: unknown): string {
  check(typeof id === 'string' && !/^\.{0,2}$/.test(id), 'id must be the id of an intent');
  return encodeURIComponent(id);
}
