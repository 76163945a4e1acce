import { AppSlots } from '../fair-share/app-slots.ts';
import { WaitingList } from '../fair-share/waiting-list.ts';

/** Bounds the number of concurrent fetches, in total and for each App. */
export interface FetchSlots {
  /**
   * Waits for a slot until `signal` fires. The result releases the slot; repeated calls do nothing. Waiting calls get
   * slots in the order of their requests; those of an App at its limit are skipped.
   */
  take(signal: AbortSignal, appId?: string): Promise<() => void>;
  /** Lowers the number of slots, to 1 or more. */
  lowerTo(size: number): void;
}

export function createFetchSlots(size: number): FetchSlots {
  const slots = new AppSlots(size);
  const waiting = new WaitingList<string | undefined>();
  const grantFirst = (): boolean => slots.free > 0 && waiting.grantFirst((appId) => slots.tryTake(appId));

  const onceReleased = (appId: string | undefined) => {
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      slots.release(appId);
      while (grantFirst());
    };
  };
  return {
    async take(signal, appId) {
      signal.throwIfAborted();
      if (!slots.tryTake(appId)) await waiting.wait(appId, signal);
      return onceReleased(appId);
    },
    lowerTo: (lower) => slots.lowerTo(lower),
  };
}
