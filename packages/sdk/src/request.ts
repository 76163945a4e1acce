import { attempt, type Fetch, type Prepared } from './attempt.ts';
import { openDeadline, sleep, type Deadline } from './deadline.ts';
import { isApiError, ProcurementIntentsError, TimeoutError, type AnyApiError } from './errors.ts';
import { ROUTES } from './generated/tables.ts';
import type { OperationId, Operations } from './generated/types.ts';
import { planRetry } from './retry.ts';
import type { Signer } from './sign.ts';

/** What every call accepts. */
export interface CallOptions {
  /** Bounds the whole call: waits, attempts and bodies. Milliseconds above 0; default is the client's, 60 000. */
  timeoutMs?: number | undefined;
  /** Ends the call at once, wherever it stands; the call throws the signal's reason. */
  signal?: AbortSignal | undefined;
}

/** What a client is made of, beyond the resources that it offers. */
export interface Transport {
  /** Without a slash at its end. */
  baseUrl: string;
  signer: Signer;
  timeoutMs: number;
  fetch: Fetch;
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
   * that one's success. Returns the result then, else `undefined`.
   */
  settle?: (refusal: AnyApiError, rest: CallOptions) => Promise<Operations[O]['result']> | undefined;
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
  const prepared = prepare(transport, call);
  const deadline = openDeadline(options.timeoutMs ?? transport.timeoutMs, options.signal);
  try {
    return await sendUntilSettled(transport, call, prepared, deadline);
  } finally {
    deadline.close();
  }
}

async function sendUntilSettled<O extends OperationId>(
  transport: Transport,
  call: Call<O>,
  prepared: Prepared,
  deadline: Deadline,
): Promise<Operations[O]['result']> {
  const signer = ROUTES[call.operation].isSigned ? transport.signer : null;
  let failures = 0;
  let last: ProcurementIntentsError | undefined;
  let mayHaveRun = false;
  for (let attempts = 1; ; attempts += 1) {
    try {
      const answer = await attempt(prepared, { signer, fetch: transport.fetch }, attempts, deadline.signal);
      if (answer.ok) return answer.data as Operations[O]['result'];
      const { error } = answer;
      if (error.name !== 'RATE_LIMITED') failures += 1;
      const waitMs = planRetry(answer, { attempts, failures }, call.isRepeatable ?? true);
      if (waitMs === null || waitMs >= deadline.remainingMs()) {
        const rest = { timeoutMs: Math.max(1, deadline.remainingMs()), signal: deadline.signal };
        const settled = mayHaveRun && isApiError(error) ? call.settle?.(error, rest) : undefined;
        if (settled) return await settled;
        throw error;
      }
      last = error;
      mayHaveRun ||= !isApiError(error) || error.status >= 500;
      await sleep(waitMs, deadline.signal);
    } catch (error) {
      if (!deadline.isExpired || error instanceof ProcurementIntentsError) throw error;
      throw new TimeoutError(`${call.operation}: not done in time`, attempts, last);
    }
  }
}

function prepare<O extends OperationId>({ baseUrl }: Transport, call: Call<O>): Prepared {
  const { method, path } = ROUTES[call.operation];
  const url = new URL(baseUrl + path.replace(':id', () => encodeId(call.id)));
  for (const [name, value] of Object.entries(call.query ?? {})) {
    if (value !== undefined) url.searchParams.append(name, String(value));
  }
  // Once: what is signed and what is sent have to be the same text.
  const body = call.body === undefined ? '' : JSON.stringify(call.body);
  return {
    operation: call.operation,
    method,
    url: url.href,
    path: url.pathname + url.search,
    body,
    headers: {
      accept: 'application/json',
      ...(body === '' ? {} : { 'content-type': 'application/json' }),
      ...call.headers,
    },
  };
}

/** An empty id or a dot segment would make the address of another operation. */
function encodeId(id: unknown): string {
  if (typeof id !== 'string' || id === '' || id === '.' || id === '..') {
    throw new TypeError('id must be the id of an intent');
  }
  return encodeURIComponent(id);
}
