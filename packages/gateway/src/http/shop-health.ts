/** As often as monitors need it; anyone may ask. */
const INTERVAL_MS = 1_000;

/** Whether the shop can be used. Everyone who asks shares one `ping`, which is made once a second at most. */
export class ShopHealth {
  #startedAt = -Infinity;
  #isRunning = false;
  #isUp: Promise<boolean> = Promise.resolve(false);

  isUp(ping: () => Promise<void>): Promise<boolean> {
    if (!this.#isRunning && performance.now() - this.#startedAt >= INTERVAL_MS) {
      this.#startedAt = performance.now();
      this.#isRunning = true;
      this.#isUp = ping()
        .then(
          () => true,
          () => false,
        )
        .finally(() => (this.#isRunning = false));
    }
    return this.#isUp;
  }
}
