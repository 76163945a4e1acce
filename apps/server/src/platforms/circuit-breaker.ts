/** Closed: calls pass. Open: none does. Half-open: one is on trial. */
export type BreakerState = 'closed' | 'half-open' | 'open';

export interface CircuitBreaker {
  readonly state: BreakerState;
  /** Failures in a row. */
  readonly failures: number;
  /** 0 when a call may be made now; otherwise how long it should wait. Asking at the end of a rest takes the trial. */
  waitMs(): number;
  succeeded(): void;
  failed(): void;
}

// A shop that is only shaky answers now and then; ten failures with no answer in between are an outage.
const FAILURES_TO_OPEN = 10;
// Short against the patience with a purchase, long against what a struggling shop needs to breathe.
const REST_MS = 5000;

/**
 * Stops calls to somebody who has failed ten times in a row, and tries him again with a single call every 5 s.
 *
 * @param options.now - milliseconds of a clock that never steps back. Default: the process's own.
 * @param options.onChange - told of every new state.
 */
export function createCircuitBreaker({
  now = () => performance.now(),
  onChange = () => undefined,
}: { now?: () => number; onChange?: (state: BreakerState) => void } = {}): CircuitBreaker {
  let state: BreakerState = 'closed';
  let failures = 0;
  let restUntil = 0;

  function enter(next: BreakerState): void {
    if (state === next) return;
    state = next;
    onChange(next);
  }

  return {
    get state() {
      return state;
    },
    get failures() {
      return failures;
    },
    waitMs() {
      if (state === 'closed') return 0;
      const leftMs = restUntil - now();
      if (leftMs > 0) return leftMs;
      // The others wait for what this one meets; a trial without an end makes room for another after a rest.
      restUntil = now() + REST_MS;
      enter('half-open');
      return 0;
    },
    succeeded() {
      failures = 0;
      enter('closed');
    },
    failed() {
      failures += 1;
      if (state === 'closed' && failures < FAILURES_TO_OPEN) return;
      restUntil = now() + REST_MS;
      enter('open');
    },
  };
}
