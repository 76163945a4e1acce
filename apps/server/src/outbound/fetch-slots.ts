import { AppPlaces } from './app-places.ts';

/** Bounds the number of concurrent fetches, in total and for each App. */
export interface FetchSlots {
  /**
   * Waits for a slot until `signal` fires. The result releases the slot; repeated calls do nothing. Waiting calls get
   * slots in the order of their requests; those of an App at its limit are skipped.
   */
  take(signal: AbortSignal, appId?: string): Promise<() => void>;
}

export function createFetchSlots(size: number): FetchSlots {
  const places = new AppPlaces(size);
  /** Waiting calls, each with its App. */
  const waiting = new Map<() => void, string | undefined>();

  const release = (appId: string | undefined) => {
    places.release(appId);
    for (const [grant, next] of waiting) {
      if (places.free <= 0) return;
      if (places.tryTake(next)) grant();
    }
  };
  const onceReleased = (appId: string | undefined) => {
    let isHeld = true;
    return () => {
      if (isHeld) release(appId);
      isHeld = false;
    };
  };
  return {
    async take(signal, appId) {
      signal.throwIfAborted();
      if (places.tryTake(appId)) return onceReleased(appId);
      const granted = Promise.withResolvers<void>();
      const grant = () => {
        waiting.delete(grant);
        signal.removeEventListener('abort', onAbort);
        granted.resolve();
      };
      const onAbort = () => {
        waiting.delete(grant);
        granted.reject(signal.reason);
      };
      waiting.set(grant, appId);
      signal.addEventListener('abort', onAbort, { once: true });
      await granted.promise;
      return onceReleased(appId);
    },
  };
}
