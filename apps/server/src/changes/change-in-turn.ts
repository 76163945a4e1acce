import { ApiError } from '@procurement-intents/domain';

// Of ten changes at once, the last one comes in its tenth attempt at the latest.
const MAX_ATTEMPTS = 20;

/**
 * Attempts a change until no other one comes first.
 *
 * @param attempt - reads and changes; null when another change came first.
 * @param maxAttempts - Default 20.
 * @throws ApiError `UNAVAILABLE` when others come first all the time; what `attempt` throws.
 */
export async function changeInTurn<T>(
  attempt: () => Promise<T | null>,
  maxAttempts = MAX_ATTEMPTS,
): Promise<T> {
  for (let count = 0; count < maxAttempts; count += 1) {
    const changed = await attempt();
    if (changed !== null) return changed;
  }
  throw new ApiError('UNAVAILABLE');
}
