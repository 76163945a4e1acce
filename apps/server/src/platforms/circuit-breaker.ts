/** Closed: calls pass. Open: calls are stopped. Half-open: one trial call is under way. */
export type BreakerState = 'closed' | 'half-open' | 'open';

export interface CircuitBreaker {
  readonly state: BreakerState;
  /** Whether one of the recent calls failed. */
  readonly hasRecentFailure: boolean;
  /** 0 when a call may be made now, else the time to wait. At the end of an open period, 0 makes the call the trial. */
  waitMs(): number;
  succeeded(): void;
  failed(): void;
}

// An unreliable platform still answers now and then; ten failures in a row are an outage.
const FAILURES_TO_OPEN = 10;
// When most calls fail, a few answers must not keep the breaker closed: each failure may hold a slot until its timeout.
const RECENT_CALLS = 20;
const RECENT_FAILURES_TO_OPEN = 12;
// Short compared with the retry budget of a purchase, long enough for an overloaded platform to recover.
const OPEN_MS = 5000;

/**
 * Stops calls after ten failures in a row, or after twelve in the last twenty calls, and then lets a single trial call
 * pass every 5 s.
 *
 * @param options.now - milliseconds of a monotonic clock. Default: `performance.now`.
 * @param options.onChange - called with every new state.
 */
export function createCircuitBreaker({
  now = () => performance.now(),
  onChange = () => undefined,
}: { now?: () => number; onChange?: (state: BreakerState) => void } = {}): CircuitBreaker {
  let state: BreakerState = 'closed';
  let failuresInARow = 0;
  /** Whether each of the recent calls failed, oldest first. */
  let recent: boolean[] = [];
  let openUntil = 0;

  function setState(next: BreakerState): void {
    if (state === next) return;
    state = next;
    onChange(next);
  }

  function addRecent(hasFailed: boolean): void {
    recent.push(hasFailed);
    if (recent.length > RECENT_CALLS) recent.shift();
  }

  return {
    get state() {
      return state;
    },
    get hasRecentFailure() {
      return recent.includes(true);
    },
    waitMs() {
      if (state === 'closed') return 0;
      const leftMs = openUntil - now();
      if (leftMs > 0) return leftMs;
      // Other calls wait for the result of the trial. A trial that never ends is followed by another after 5 s.
      openUntil = now() + OPEN_MS;
      setState('half-open');
      return 0;
    },
    succeeded() {
      failuresInARow = 0;
      // The failures that opened the breaker are over.
      if (state !== 'closed') recent = [];
      addRecent(false);
      setState('closed');
    },
    failed() {
      failuresInARow += 1;
      addRecent(true);
      const recentFailures = recent.filter((hasFailed) => hasFailed).length;
      const isOutage = failuresInARow >= FAILURES_TO_OPEN || recentFailures >= RECENT_FAILURES_TO_OPEN;
      if (state === 'closed' && !isOutage) return;
      openUntil = now() + OPEN_MS;
      setState('open');
    },
  };
}
