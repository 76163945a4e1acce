import { Deadline } from './http/deadline.ts';
import { growingPauses } from './http/pauses.ts';
import { ProcurementIntentsError, TimeoutError } from './errors.ts';
import { FINAL_STATUSES } from './generated/tables.ts';
import type { Intent, IntentIn, IntentStatus } from './generated/types.ts';
import type { CallOptions, WaitOptions } from './http/call-options.ts';

/** Statuses that an intent never leaves. */
export type FinalStatus = 'COMPLETED' | 'FAILED' | 'CANCELLED';

// Long enough for a slow platform, short enough for a person who waits.
export const WAIT_TIMEOUT_MS = 300_000;

export type Read = (id: string, options: CallOptions) => Promise<Intent>;

/**
 * Reads the intent less and less often until it has one of the wanted statuses or a final one. Continues after errors
 * that may pass.
 *
 * @throws TimeoutError, the signal's reason, or the ApiError of a read that cannot succeed.
 */
export async function waitForIntent<S extends IntentStatus>(
  read: Read,
  id: string,
  options: WaitOptions<S> = {},
  idempotencyKey?: string,
): Promise<IntentIn<S | FinalStatus>> {
  const wanted = new Set<IntentStatus>([...(options.until ?? []), ...FINAL_STATUSES]);
  const deadline = new Deadline(options.timeoutMs ?? WAIT_TIMEOUT_MS, options.signal);
  let reads = 0;
  let last: Intent | undefined;
  let lastError: unknown;
  let pause = growingPauses(deadline);
  try {
    for (;;) {
      reads += 1;
      try {
        const intent = await deadline.await(read(id, { signal: deadline.signal }));
        lastError = undefined;
        if (intent.version !== last?.version) {
          pause = growingPauses(deadline);
          options.onChange?.(intent);
        }
        if (wanted.has(intent.status)) return intent as IntentIn<S | FinalStatus>;
        last = intent;
      } catch (error) {
        if (!(error instanceof ProcurementIntentsError && error.retryable)) throw error;
        lastError = error;
      }
      await pause();
    }
  } catch (error) {
    if (!deadline.isExpired) throw error;
    const progress = last ? `is still ${last.status}` : 'was never read';
    const known = {
      operation: 'getIntent',
      intentId: id,
      ...(idempotencyKey && { idempotencyKey }),
      attempts: reads,
    } as const;
    throw new TimeoutError(`waitFor: the intent ${id} ${progress}`, known, lastError);
  } finally {
    deadline.close();
  }
}
