type EndReason = 'TIMEOUT' | 'ABORTED' | 'TOO_LATE';

/** A call ended before its answer: its time was over or its caller left; or before its question, which came too late. */
export class CallEnded extends Error {
  readonly reason: EndReason;

  constructor(reason: EndReason) {
    super(`call ended: ${reason}`);
    this.reason = reason;
  }
}

export interface CallBounds {
  timeoutMs: number;
  /** Ends the call early. */
  signal?: AbortSignal;
}

/**
 * Runs `work` for `timeoutMs` at most. When the time is over, or the caller's signal fires, the promise rejects
 * at once with `CallEnded` and the signal given to `work` fires, whether `work` listens or not.
 *
 * @throws {@link CallEnded} and whatever `work` throws before that.
 */
export async function withinDeadline<T>(
  { timeoutMs, signal }: CallBounds,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (signal?.aborted) throw new CallEnded('ABORTED');
  const controller = new AbortController();
  const ended = Promise.withResolvers<never>();
  const end = (reason: 'TIMEOUT' | 'ABORTED') => {
    const error = new CallEnded(reason);
    // Rejected before the abort, so that the errors which the abort causes inside `work` lose the race.
    ended.reject(error);
    controller.abort(error);
  };
  const onAbort = () => end('ABORTED');
  const timer = setTimeout(() => end('TIMEOUT'), timeoutMs);
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([ended.promise, work(controller.signal)]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}
