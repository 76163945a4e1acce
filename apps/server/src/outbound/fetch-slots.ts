/** A bound on how many fetches run at once. */
export interface FetchSlots {
  /** Waits for a slot, in order of arrival, until `signal` fires; the result gives the slot back, once. */
  take(signal: AbortSignal): Promise<() => void>;
}

export function createFetchSlots(size: number): FetchSlots {
  let free = size;
  const waiting = new Set<() => void>();

  const release = () => {
    const [next] = waiting;
    if (next) next();
    else free += 1;
  };
  const onceReleased = () => {
    let isHeld = true;
    return () => {
      if (isHeld) release();
      isHeld = false;
    };
  };
  return {
    async take(signal) {
      signal.throwIfAborted();
      if (free > 0) {
        free -= 1;
        return onceReleased();
      }
      const turn = Promise.withResolvers<void>();
      const go = () => {
        waiting.delete(go);
        signal.removeEventListener('abort', leave);
        turn.resolve();
      };
      const leave = () => {
        waiting.delete(go);
        turn.reject(signal.reason);
      };
      waiting.add(go);
      signal.addEventListener('abort', leave, { once: true });
      await turn.promise;
      return onceReleased();
    },
  };
}
