interface Waiting<Key> {
  key: Key;
  grant: () => void;
}

/** Calls that wait for a slot, in the order of their requests. */
export class WaitingList<Key> {
  readonly #waiting = new Set<Waiting<Key>>();

  get size(): number {
    return this.#waiting.size;
  }

  /** Waits until `grantFirst` chooses this call. Rejects with the signal's reason when that fires first. */
  async wait(key: Key, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const granted = Promise.withResolvers<void>();
    const one = { key, grant: granted.resolve };
    const onAbort = (): void => {
      // Not in the list: the call got its slot before the signal fired.
      if (this.#waiting.delete(one)) granted.reject(signal.reason);
    };
    this.#waiting.add(one);
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      await granted.promise;
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  /** Ends the wait of the first call for which `take` returns true. False when there is none. */
  grantFirst(take: (key: Key) => boolean): boolean {
    for (const one of this.#waiting) {
      if (!take(one.key)) continue;
      this.#waiting.delete(one);
      one.grant();
      return true;
    }
    return false;
  }
}
