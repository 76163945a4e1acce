import { setTimeout as delay } from 'node:timers/promises';
import { ApiError } from '@procurement-intents/domain';
import { isTransient } from './database-errors.ts';

/** How often work is attempted, and for whom. */
export interface Attempts {
  atMost: number;
  /** The pause after the first attempt; each pause is longer by about as much. Default: none. */
  pauseMs?: number;
  /** Nothing is attempted for a caller who has gone. Default: nobody leaves. */
  caller?: Pick<AbortSignal, 'aborted'>;
}

/**
 * For what a process needs before it serves. On a slow machine that is busy, a first connection may take longer than any
 * later one is given: some 13 s of pauses, besides the attempts.
 */
export const WHILE_STARTING: Attempts = { atMost: 12, pauseMs: 200 };

/**
 * Attempts work again while it fails for a reason that passes, such as a row that is locked for a moment. The work must be
 * safe to repeat.
 *
 * @throws ApiError `UNAVAILABLE` when the caller has gone; what the last attempt of `work` throws.
 */
export async function retryTransient<T>(
  { atMost, pauseMs = 0, caller }: Attempts,
  work: () => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    if (caller?.aborted) throw new ApiError('UNAVAILABLE');
    try {
      return await work();
    } catch (error) {
      if (attempt === atMost || !isTransient(error)) throw error;
      // By chance, so that those who met at one row do not meet again.
      if (pauseMs > 0) await delay(pauseMs * attempt * (0.5 + Math.random()));
    }
  }
}
