/** A number of calls that each caller may have under way. */
export class CallsAtOnce {
  readonly #most: number;
  readonly #calls = new Map<string, number>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Begins a call. The result ends it, once however often it is called; null: the caller has too many. */
  begin(callerId: string): (() => void) | null {
    const calls = this.#calls.get(callerId) ?? 0;
    if (calls >= this.#most) return null;
    this.#calls.set(callerId, calls + 1);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      const left = (this.#calls.get(callerId) ?? 1) - 1;
      if (left > 0) this.#calls.set(callerId, left);
      else this.#calls.delete(callerId);
    };
  }
}
