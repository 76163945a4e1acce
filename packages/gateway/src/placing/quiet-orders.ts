/** Far more than are under way at once. */
const MAX_NUMBERS = 10_000;

/** Half-made orders for which this process has no call under way: each of its calls has ended. */
export class QuietOrders {
  readonly #numbers = new Set<string>();

  add(merchantOrderNo: string): void {
    this.#numbers.delete(merchantOrderNo);
    this.#numbers.add(merchantOrderNo);
    for (const oldest of this.#numbers) {
      if (this.#numbers.size <= MAX_NUMBERS) return;
      this.#numbers.delete(oldest);
    }
  }

  has(merchantOrderNo: string): boolean {
    return this.#numbers.has(merchantOrderNo);
  }
}
