/** How many calls have come to a process, for work that makes room for them. */
export class CallCounter {
  #calls = 0;

  get calls(): number {
    return this.#calls;
  }

  add(): void {
    this.#calls += 1;
  }
}
