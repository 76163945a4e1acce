/** Runs one piece of work for a key at a time; who comes meanwhile with the same content gets its result. */
export class SingleFlight<T> {
  readonly #flights = new Map<string, { content: string; result: Promise<T> }>();

  /** Work under way. */
  get size(): number {
    return this.#flights.size;
  }

  /**
   * @returns the result, and whether it is that of an earlier caller. Another content waits for the work to end and is then
   *   judged by itself.
   */
  async run(key: string, content: string, work: () => Promise<T>): Promise<{ result: T; isShared: boolean }> {
    for (;;) {
      const flight = this.#flights.get(key);
      if (!flight) break;
      if (flight.content === content) return { result: await flight.result, isShared: true };
      await flight.result.catch(() => {});
    }
    const result = work().finally(() => this.#flights.delete(key));
    this.#flights.set(key, { content, result });
    return { result: await result, isShared: false };
  }

  /** Resolves when all work has ended. */
  async idle(): Promise<void> {
    while (this.#flights.size > 0) {
      await Promise.allSettled([...this.#flights.values()].map(({ result }) => result));
    }
  }
}
