/** @throws the reason of the signal when it aborts; without it and with `Infinity` it never ends. */
export function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = ms === Infinity ? undefined : setTimeout(end, ms);
    function end() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      if (signal?.aborted === true) reject(signal.reason as Error);
      else resolve();
    }
    signal?.addEventListener('abort', end);
  });
}
