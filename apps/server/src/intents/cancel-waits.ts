import { ApiError } from '@procurement-intents/domain';

// One call and a few retries may wait for one intent; the stored request serves all of them.
const MAX_WAITING = 4;

/** The calls of this service that wait for the outcome of a cancellation, counted for each intent. */
export class CancelWaits {
  readonly #waiting = new Map<string, number>();

  /**
   * Runs `wait` for one of the calls.
   *
   * @throws ApiError `CANCEL_UNDECIDED` when four already wait for this intent.
   */
  async run<T>(intentId: string, wait: () => Promise<T>): Promise<T> {
    const count = this.#waiting.get(intentId) ?? 0;
    if (count >= MAX_WAITING) throw undecided();
    this.#waiting.set(intentId, count + 1);
    try {
      return await wait();
    } finally {
      const left = (this.#waiting.get(intentId) ?? 1) - 1;
      if (left > 0) this.#waiting.set(intentId, left);
      else this.#waiting.delete(intentId);
    }
  }
}

/** The refusal of a call that waits no longer; the stored request remains. */
export const undecided = (): ApiError =>
  new ApiError('CANCEL_UNDECIDED', { headers: { 'Retry-After': '5' } });
