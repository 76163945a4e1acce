/**
 * Remembers when the connections of this process last broke or reached another server. What is older than that moment
 * may have been set back: a failover can lose what was committed last. A process that has just started counts as one
 * whose connections broke, because it has seen nothing of what was before.
 */
export class ConnectionWatch {
  readonly #nowMs: () => number;
  #serverStartedAt: string | null = null;
  #changedAtMs: number;

  /** @param nowMs - a clock that only counts on. */
  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
    this.#changedAtMs = nowMs();
  }

  /** A connection broke. */
  lost(): void {
    this.#changedAtMs = this.#nowMs();
  }

  /** A new connection stands, to the server that was started then. */
  reached(serverStartedAt: string): void {
    if (this.#serverStartedAt !== null && serverStartedAt !== this.#serverStartedAt) this.lost();
    this.#serverStartedAt = serverStartedAt;
  }

  /** The time since the last change. */
  sinceChangeMs(): number {
    return this.#nowMs() - this.#changedAtMs;
  }
}
