/**
 * A fixed number of slots, shared among Apps. An App that holds some gets another only while it holds less than three
 * times what stays free: alone it has three quarters of all, several have about as many each, and one that holds none
 * finds a place. Those without an App are bound by the number of slots alone.
 */
export class AppSlots {
  readonly #size: number;
  readonly #held = new Map<string, number>();
  #taken = 0;

  constructor(size: number) {
    this.#size = size;
  }

  get free(): number {
    return this.#size - this.#taken;
  }

  /** As many as may be taken at once without knowing for whom: none of the Apps that are not full comes over its share. */
  get room(): number {
    const most = Math.max(0, ...[...this.#held.values()].filter((held) => this.#hasRoom(held)));
    // The last of n is taken while held + n <= 3 * (free - n).
    return Math.min(this.free, Math.max(1, Math.floor((3 * this.free - most) / 4)));
  }

  /** The Apps that have their whole share. */
  get fullApps(): string[] {
    return [...this.#held].filter(([, held]) => !this.#hasRoom(held)).map(([appId]) => appId);
  }

  /** Takes a place, unless none is free for this App. */
  tryTake(appId: string | undefined): boolean {
    if (this.free <= 0 || !this.#hasRoom(this.#heldBy(appId))) return false;
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

  /** Whether an App that holds so many may have one more, as far as others are concerned. */
  #hasRoom(held: number): boolean {
    return held === 0 || held < 3 * (this.free - 1);
  }

  #heldBy(appId: string | undefined): number {
    return appId === undefined ? 0 : (this.#held.get(appId) ?? 0);
  }
}
