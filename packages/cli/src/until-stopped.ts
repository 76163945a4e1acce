/** Runs what has no end of its own until the user or the system stops the program; to stop it is no failure. */
export async function untilStopped(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  // A second signal ends the process at once.
  const stop = (): void => stopping.abort();
  process.once('SIGINT', stop).once('SIGTERM', stop);
  try {
    await work(signal);
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop);
  }
}
