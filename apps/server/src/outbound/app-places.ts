/**
 * A fixed number of places, of which no App has more than three quarters: whatever one App does, another one finds a
 * place. Those without an App are bound by the number of places alone.
 */
export class AppPlaces {
  readonly #size: number;
  readonly #share: number;
  readonly #held = new Map<string, number>();
  #taken = 0;

  constructor(size: number) {
    this.#size = size;
    this.#share = Math.max(1, Math.floor((size * 3) / 4));
  }

  get free(): number {
    return this.#size - this.#taken;
  }

  /** As many as may be taken at once without knowing for whom: none of the Apps that are not full comes over its share. */
  get room(): number {
    const most = Math.max(0, ...[...this.#held.values()].filter((held) => held < this.#share));
    return Math.min(this.free, this.#share - most);
  }

  /** The Apps that have their whole share. */
  get fullApps(): string[] {
    return [...this.#held].filter(([, held]) => held >= this.#share).map(([appId]) => appId);
  }

  /** Takes a place, unless none is free for this App. */
  tryTake(appId: string | undefined): boolean {
    if (this.free <= 0 || this.#heldBy(appId) >= this.#share) return false;
    this.take(appId);
    return true;
  }

  /** Takes a place for what runs in any case. */
  take(appId: string | undefined): void {
    this.#taken += 1;
    if (appId !== undefined) this.#held.set(appId, this.#heldBy(appId) + 1);
  }

  release(appId: string | undefined): void {
    this.#taken -= 1;
    if (appId === undefined) return;
    const held = this.#heldBy(appId) - 1;
    if (held > 0) this.#held.set(appId, held);
    else this.#held.delete(appId);
  }

  #heldBy(appId: string | undefined): number {
    return appId === undefined ? 0 : (this.#held.get(appId) ?? 0);
  }
}
