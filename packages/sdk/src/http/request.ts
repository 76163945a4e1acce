import { check } from '../check-options.ts';
import { attempt, type Prepared, type Sender } from './attempt.ts';
import { openDeadline, sleep, type Deadline } from './deadline.ts';
import { ProcurementIntentsError, TimeoutError, type AnyApiError, type ConnectionError } from '../errors.ts';
import { ROUTES } from '../generated/tables.ts';
import type { OperationId, Operations } from '../generated/types.ts';
import { planRetry, type Tally } from './retry.ts';
import type { Signal } from '../runtime-types.ts';

/** What every call accepts. */
export interface CallOptions {
  /** Bounds the whole call: waits, attempts and bodies. Milliseconds above 0; default is the client's, 60 000. */
  timeoutMs?: number | undefined;
  /** Ends the call at once, wherever it stands; the call throws the signal's reason. */
  signal?: Signal | undefined;
}

/** What a client is made of, beyond the resources that it offers. */
export interface Transport extends Sender {
  /** Without a slash at its end. */
  baseUrl: string;
  timeoutMs: number;
}

export interface Call<O extends OperationId> {
  operation: O;
  id?: string;
  query?: object;
  body?: object;
  headers?: Record<string, string>;
  /** Whether it may be sent again when an earlier attempt may have been carried out. Default `true`. */
  isRepeatable?: boolean;
  /**
   * Asked about a refusal when an earlier attempt may have been carried out: whether the refusal is but the echo of
   * that one's success. Returns the result then, else `false`.
   */
  settle?: (
    refusal: AnyApiError | ConnectionError,
    rest: CallOptions,
  ) => Promise<Operations[O]['result']> | false;
}

/**
 * Makes the call: signs, sends, waits and repeats until there is a result, a lasting error, or no time.
 *
 * @throws ApiError, ConnectionError, TimeoutError, TypeError for an `id` that cannot be one, or the signal's reason.
 */
export async function request<O extends OperationId>(
  transport: Transport,
  call: Call<O>,
  options: CallOptions = {},
): Promise<Operations[O]['result']> {
  const deadline = openDeadline(options.timeoutMs ?? transport.timeoutMs, options.signal);
  const progress: Progress = { attempts: 0, failures: 0 };
  try {
    return await sendUntilSettled(transport, call, deadline, progress);
  } catch (error) {
    if (!deadline.isExpired() || error instanceof ProcurementIntentsError) throw error;
    throw new TimeoutError(`${call.operation}: not done in time`, progress.attempts, progress.last);
  } finally {
    deadline.close();
  }
}

// Two processes that met in one millisecond should not meet in the next.
const SIGN_AGAIN_WITHIN_MS = 100;

interface Progress extends Tally {
  last?: unknown;
}

async function sendUntilSettled<O extends OperationId>(
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
      // An equal create of another process had the same timestamp. Nothing was made, so the key is still good.
      if (error.name === 'SIGNATURE_REUSED' && !isSignedAgain) {
        isSignedAgain = true;
        await sleep(Math.random() * SIGN_AGAIN_WITHIN_MS, signal);
        continue;
      }
      if (error.name !== 'RATE_LIMITED') progress.failures += 1;
      const waitMs = planRetry(error, progress, call.isRepeatable ?? true);
      if (waitMs === null || waitMs >= deadline.remainingMs()) {
        const settled = mayHaveRun && call.settle?.(error, { signal });
        if (settled) return await settled;
        throw error;
      }
      // Who is told nothing, or that the service has a problem, does not know whether it has acted.
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
  // Once: what is signed and what is sent have to be the same text.
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

/** An empty id or a dot segment would make the address of another operation. */
function encodeId(id: unknown): string {
  check(typeof id === 'string' && !/^\.{0,2}$/.test(id), 'id must be the id of an intent');
  return encodeURIComponent(id);
}
