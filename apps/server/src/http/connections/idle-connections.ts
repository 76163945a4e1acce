/** Whose connections are idle, and since when. Each call costs the same, however many there are. */
export class IdleConnections<T> {
  /** Those of each holder, idle longest first. */
  readonly #ofHolder = new Map<string, Set<T>>();
  /** The holders that have so many, in the order in which they came to have them. */
  readonly #holdersOf: Set<string>[] = [];
  #most = 0;

  /** Notes that the connection is idle from now on. It is not noted yet. */
  add(holder: string, connection: T): void {
    const own = this.#ofHolder.get(holder) ?? new Set<T>();
    this.#ofHolder.set(holder, own);
    own.add(connection);
    this.#move(holder, own.size - 1, own.size);
    this.#most = Math.max(this.#most, own.size);
  }

  /** Notes that a connection that was idle is so no longer. */
  delete(holder: string, connection: T): void {
    const own = this.#ofHolder.get(holder);
    if (!own?.delete(connection)) return;
    this.#move(holder, own.size + 1, own.size);
    if (own.size === 0) this.#ofHolder.delete(holder);
    // The holder has one less, so the most is at least that.
    if (this.#holdersOf[this.#most]?.size === 0) this.#most -= 1;
  }

  /** The connection that has been idle longest of the holder that has most of them; null when none is idle. */
  get longestOfMost(): T | null {
    if (this.#most === 0) return null;
    const [holder = ''] = this.#holdersOf[this.#most] ?? [];
    const [longest = null] = this.#ofHolder.get(holder) ?? [];
    return longest;
  }

  #move(holder: string, from: number, to: number): void {
    this.#holdersOf[from]?.delete(holder);
    if (to > 0) (this.#holdersOf[to] ??= new Set()).add(holder);
  }
}
