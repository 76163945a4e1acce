/** What has to end when the tests do, whatever has failed before: the latest first. */
export class Cleanups {
  readonly #works: (() => unknown)[] = [];
  readonly #over = new AbortController();

  /** Aborted when the tests end. */
  get signal(): AbortSignal {
    return this.#over.signal;
  }

  /** Call it before what it undoes is started. @throws Error when the tests have ended. */
  add(work: () => unknown): void {
    this.signal.throwIfAborted();
    this.#works.push(work);
  }

  /** @throws AggregateError of what failed, when everything was tried. */
  async run(): Promise<void> {
    this.#over.abort(new Error('the tests have ended'));
    const errors: unknown[] = [];
    for (const work of this.#works.reverse()) {
      try {
        await work();
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw new AggregateError(errors, 'not everything could be ended');
  }
}
