import { setTimeout as delay } from 'node:timers/promises';

// Short compared with the answer time of a platform, long compared with one read by key.
const POLL_MS = 100;

/**
 * Reads every 100 ms what another process is to change.
 *
 * @param read - null as long as it has not changed.
 * @returns the first other answer; null when none came in `timeoutMs`, or before `signal` was aborted.
 */
export async function pollUntil<T>(
  read: () => Promise<T | null>,
  { timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal },
): Promise<T | null> {
  const deadline = performance.now() + timeoutMs;
  while (performance.now() < deadline && !signal?.aborted) {
    const answer = await read();
    if (answer !== null) return answer;
    await delay(POLL_MS);
  }
  return null;
}
