/** A key that is held. */
export interface Hold {
  /**
   * Resolves while the key is still held.
   *
   * @throws when it is lost, or when nobody can tell.
   */
  confirm(): Promise<void>;
  /** Frees the key. */
  release(): Promise<void>;
}

/**
 * Excludes everyone else with the same key, in all processes that place orders in one shop. It must be held until its
 * release, or until the holder has died: one that ends after some seconds lets two pay.
 */
export interface Lock {
  /** Waits for the key at most this long; null when somebody else still has it. */
  acquire(key: string, waitMs: number): Promise<Hold | null>;
  /** Whether other processes are excluded, too. */
  readonly isShared: boolean;
  /** The longest that `confirm` of a hold takes, in milliseconds: a payment of a process that died may begin so much later. */
  readonly confirmMs: number;
}
