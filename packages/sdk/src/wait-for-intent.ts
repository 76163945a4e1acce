import { openDeadline, sleep, type Deadline } from './deadline.ts';
import { ProcurementIntentsError, TimeoutError } from './errors.ts';
import { FINAL_STATUSES } from './generated/tables.ts';
import type { Intent, IntentStatus } from './generated/types.ts';
import type { CallOptions } from './request.ts';

export interface WaitOptions {
  /** Wait for one of these; default COMPLETED, FAILED and CANCELLED. */
  until?: readonly IntentStatus[] | undefined;
  /** Bounds the whole wait. Milliseconds above 0, default 300 000. */
  timeoutMs?: number | undefined;
  /** Ends the wait at once with the signal's reason. The intent goes on. */
  signal?: AbortSignal | undefined;
  /** Told about the intent as first read, and again whenever its version has changed. */
  onChange?: ((intent: Intent) => void) | undefined;
}

// Long enough for a platform that takes its time, short enough for somebody who waits.
export const WAIT_TIMEOUT_MS = 300_000;
// The first moves come within seconds; after that a read every 5 s is 1 % of what an App may do with 20 waits.
const POLL_FIRST_MS = 500;
const POLL_MAX_MS = 5_000;
const POLL_GROWTH = 1.5;

interface Tally {
  reads: number;
  lastError: unknown;
}

export type Read = (id: string, options: CallOptions) => Promise<Intent>;

/**
 * Reads the intent again and again, ever less often, until it has one of the wanted statuses or one that it cannot
 * leave any more. An outage in between is waited out.
 *
 * @throws TimeoutError, the signal's reason, or the ApiError of a read that cannot succeed.
 */
export async function waitForIntent(read: Read, id: string, options: WaitOptions = {}): Promise<Intent> {
  const wanted = new Set([...(options.until ?? []), ...FINAL_STATUSES]);
  const deadline = openDeadline(options.timeoutMs ?? WAIT_TIMEOUT_MS, options.signal);
  const tally: Tally = { reads: 0, lastError: undefined };
  let last: Intent | undefined;
  let intervalMs = POLL_FIRST_MS;
  try {
    for (;;) {
      const intent = await readIfPossible(read, id, deadline, tally);
      if (intent && intent.version !== last?.version) {
        intervalMs = POLL_FIRST_MS;
        options.onChange?.(intent);
      }
      if (intent && wanted.has(intent.status)) return intent;
      last = intent ?? last;
      // Between 80 and 120 %, so that many waits do not fall into step.
      await sleep(intervalMs * (0.8 + 0.4 * Math.random()), deadline.signal);
      intervalMs = Math.min(intervalMs * POLL_GROWTH, POLL_MAX_MS);
    }
  } catch (error) {
    if (!deadline.isExpired) throw error;
    const standing = last ? `is still ${last.status}` : 'was never read';
    throw new TimeoutError(`waitFor: the intent ${id} ${standing}`, tally.reads, tally.lastError ?? error);
  } finally {
    deadline.close();
  }
}

async function readIfPossible(
  read: Read,
  id: string,
  deadline: Deadline,
  tally: Tally,
): Promise<Intent | undefined> {
  tally.reads += 1;
  try {
    const intent = await read(id, { signal: deadline.signal });
    tally.lastError = undefined;
    return intent;
  } catch (error) {
    if (!(error instanceof ProcurementIntentsError && error.retryable)) throw error;
    tally.lastError = error;
    return undefined;
  }
}
