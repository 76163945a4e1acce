type EndReason = 'TIMEOUT' | 'ABORTED' | 'TOO_LATE';

/** A call ended without an answer: its time was up, its caller aborted it, or it was too late to send the request. */
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
 * Runs `work` for at most `timeoutMs`. When the time is up or the caller's signal fires, the signal given to `work`
 * fires and the promise rejects at once with `CallEnded`, whether or not `work` reacts.
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
    // Rejects before the abort, so that errors which the abort causes in `work` lose the race.
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
