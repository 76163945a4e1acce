/** Closed: calls pass. Open: none does. Half-open: one is on trial. */
export type BreakerState = 'closed' | 'half-open' | 'open';

export interface CircuitBreaker {
  readonly state: BreakerState;
  /** Whether one of the last calls has failed. */
  readonly hasRecentFailure: boolean;
  /** 0 when a call may be made now; otherwise how long it should wait. Asking at the end of a rest takes the trial. */
  waitMs(): number;
  succeeded(): void;
  failed(): void;
}

// A shop that is only shaky answers now and then; ten failures with no answer in between are an outage.
const FAILURES_TO_OPEN = 10;
// Where most calls fail, the few that do not must not keep the others going: each may hold a place until its timeout.
const RECENT_CALLS = 20;
const RECENT_FAILURES_TO_OPEN = 12;
// Short against the patience with a purchase, long against what a struggling shop needs to breathe.
const OPEN_MS = 5000;

/**
 * Stops calls to somebody who has failed ten times in a row, or twelve times of the last twenty, and tries him again with
 * a single call every 5 s.
 *
 * @param options.now - milliseconds of a clock that never steps back. Default: the process's own.
 * @param options.onChange - told of every new state.
 */
export function createCircuitBreaker({
  now = () => performance.now(),
  onChange = () => undefined,
}: { now?: () => number; onChange?: (state: BreakerState) => void } = {}): CircuitBreaker {
  let state: BreakerState = 'closed';
  let failuresInARow = 0;
  /** Whether each of the last calls has failed, the oldest first. */
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
      // The others wait for what this one meets; a trial without an end makes room for another after a rest.
      openUntil = now() + OPEN_MS;
      setState('half-open');
      return 0;
    },
    succeeded() {
      failuresInARow = 0;
      // What opened it has been answered by now.
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
