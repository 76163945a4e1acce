/** Counts the cases of a property that are about what it says. A property about hardly any case proves nothing. */
export class CaseShare {
  #all = 0;
  #reached = 0;

  count(isReached: boolean): void {
    this.#all += 1;
    if (isReached) this.#reached += 1;
  }

  /** @throws Error when the share of these cases is smaller. */
  checkAtLeast(share: number): void {
    const found = this.#reached / this.#all;
    if (found < share) throw new Error(`the property is about ${found} of its cases, not ${share} of them`);
  }
}
