import { DEFENCES } from '@procurement-intents/contract';
import { ApiError } from '@procurement-intents/domain';

/** The calls of this service that wait for the outcome of a cancellation, counted for each intent. */
export class CancelWaits {
  readonly #waiting = new Map<string, number>();

  /**
   * Runs `wait` for one of the calls.
   *
   * @throws ApiError `CANCEL_UNDECIDED` when `DEFENCES.cancelWaits` already wait for this intent.
   */
  async run<T>(intentId: string, wait: () => Promise<T>): Promise<T> {
    const count = this.#waiting.get(intentId) ?? 0;
    if (count >= DEFENCES.cancelWaits) throw undecided();
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
