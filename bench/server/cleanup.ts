type Step = () => Promise<unknown> | void;

const steps = new Set<Step>();

/** Ends `step` with the program, however that ends; the result does it now. Last come, first ended. */
export function onEnd(step: Step): () => Promise<void> {
  steps.add(step);
  return async () => {
    if (steps.delete(step)) await step();
  };
}

export async function endAll(): Promise<void> {
  for (const step of [...steps].reverse()) {
    steps.delete(step);
    // One that fails must not keep the others.
    await Promise.resolve(step()).catch((error: unknown) => process.stderr.write(`${String(error)}\n`));
  }
}

/** Ends everything at a signal too, and when whoever started us is gone. */
export function endWithSignals(): void {
  const end = (): void => void endAll().finally(() => process.exit(130));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, end);
  process.once('disconnect', end);
  process.channel?.unref();
}
