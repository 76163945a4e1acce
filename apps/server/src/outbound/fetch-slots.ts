import { AppPlaces } from './app-places.ts';

/** A bound on how many fetches run at once, of which each App has a share. */
export interface FetchSlots {
  /**
   * Waits for a slot until `signal` fires; the result gives the slot back, once. Slots go to those who wait in order of
   * arrival, past those whose App has its share.
   */
  take(signal: AbortSignal, appId?: string): Promise<() => void>;
}

export function createFetchSlots(size: number): FetchSlots {
  const places = new AppPlaces(size);
  /** Who waits, each with its App. */
  const waiting = new Map<() => void, string | undefined>();

  const release = (appId: string | undefined) => {
    places.release(appId);
    for (const [go, next] of waiting) {
      if (places.free <= 0) return;
      if (places.tryTake(next)) go();
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
      waiting.set(go, appId);
      signal.addEventListener('abort', leave, { once: true });
      await turn.promise;
      return onceReleased(appId);
    },
  };
}
