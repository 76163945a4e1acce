import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { BenchApp } from './requests.ts';

export interface ExportingPlan {
  port: number;
  app: Pick<BenchApp, 'id' | 'secret'>;
  /** Exports at once. */
  count: number;
  /** What each receiver takes; null: as much as comes. */
  bytesPerSecond: number | null;
  /** Whether each begins again when it has ended. */
  isRepeated: boolean;
}

/** What has arrived. */
export interface Exported {
  lines: number;
  /** Exports with their end line and as many lines as it says. */
  whole: number;
}

/** Exports that are read until they end or are stopped. */
export interface Exports {
  /** Resolves once all have ended. */
  ended: Promise<Exported>;
  stop(): Promise<Exported>;
}

/** Reads exports in a thread of its own: on that of the loader, it would be in the times that it measures. */
export function keepExporting({ app: { id, secret }, ...plan }: ExportingPlan): Exports {
  const thread = new Worker(new URL('export-thread.ts', import.meta.url), {
    workerData: { ...plan, app: { id, secret } },
  });
  const ended = once(thread, 'message').then(async ([exported]: Exported[]) => {
    await thread.terminate();
    return exported as Exported;
  });
  return {
    ended,
    stop() {
      thread.postMessage('stop');
      return ended;
    },
  };
}
