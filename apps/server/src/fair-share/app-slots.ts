/**
 * A fixed number of slots, shared among Apps. An App gets another slot only while it holds less than three times the
 * remaining free slots: a single App gets three quarters of all, several get equal shares, and an App without a slot
 * gets any free one. Takers without an App are limited by the total only.
 */
export class AppSlots {
  #size: number;
  readonly #held = new Map<string, number>();
  #taken = 0;

  constructor(size: number) {
    this.#size = size;
  }

  /** Lowers the number of slots. Those that are taken above it stay taken. */
  lowerTo(size: number): void {
    this.#size = Math.min(this.#size, size);
  }

  get free(): number {
    return this.#size - this.#taken;
  }

  /** How many slots may be taken before it is known for which Apps, without exceeding the share of any. */
  get room(): number {
    const most = Math.max(0, ...[...this.#held.values()].filter((held) => this.#hasRoom(held)));
    // The last of n is taken while held + n <= 3 * (free - n).
    return Math.min(this.free, Math.max(1, Math.floor((3 * this.free - most) / 4)));
  }

  /** The Apps that hold their whole share. */
  get fullApps(): string[] {
    return [...this.#held].filter(([, held]) => !this.#hasRoom(held)).map(([appId]) => appId);
  }

  /** Takes a slot. False when none is free for this App. */
  tryTake(appId: string | undefined): boolean {
    if (this.free <= 0 || !this.#hasRoom(this.#heldBy(appId))) return false;
    this.take(appId);
    return true;
  }

  /** Takes a slot without a check, for a job that was taken already. */
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

  /** Whether the share of an App with `held` slots allows one more. */
  #hasRoom(held: number): boolean {
    return held === 0 || held < 3 * (this.free - 1);
  }

  #heldBy(appId: string | undefined): number {
    return appId === undefined ? 0 : (this.#held.get(appId) ?? 0);
  }
}
