/**
 * Remembers when the connections of this process last broke or reached another server. A row that was created before may
 * be an older version: a failover can lose the last commits. The start of the process counts as a break, because it does
 * not know what happened before.
 */
export class ConnectionWatch {
  readonly #nowMs: () => number;
  #serverStartedAt: string | null = null;
  #changedAtMs: number;

  /** @param nowMs - a monotonic clock. */
  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
    this.#changedAtMs = nowMs();
  }

  /** Records that a connection broke. */
  lost(): void {
    this.#changedAtMs = this.#nowMs();
  }

  /** Records a new connection to the server that was started at `serverStartedAt`. */
  reached(serverStartedAt: string): void {
    if (this.#serverStartedAt !== null && serverStartedAt !== this.#serverStartedAt) this.lost();
    this.#serverStartedAt = serverStartedAt;
  }

  /** The time since the last change. */
  sinceChangeMs(): number {
    return this.#nowMs() - this.#changedAtMs;
  }
}
