import { setTimeout as delay } from 'node:timers/promises';
import { wordFor, type Kind } from './clients.ts';
import type { Service } from './open-service.ts';
import { median } from './statistics.ts';

const TRIES = 7;
// By then the first answer has come and the client waits for its next attempt.
const ABORT_AFTER_MS = 150;
const WATCH_MS = 12_000;

/**
 * Milliseconds from an abort to the end of the call, while the client waits out a `Retry-After` of 10 s: the median of
 * seven. `null` for a client that does not wait, or cannot be aborted.
 */
export async function measureAbort(kind: Kind, { baseUrl }: Service): Promise<number | null> {
  if (!kind.isAbortable) return null;
  const latencies: number[] = [];
  for (let index = 0; index < TRIES; index += 1) {
    const appId = `abort-${index}-of-${wordFor(kind)}`;
    const client = await kind.open({ baseUrl, appId });
    const controller = new AbortController();
    let endedAt = 0;
    const end = () => {
      endedAt = performance.now();
    };
    const call = client.get('long-outage', controller.signal).then(end, end);
    await delay(ABORT_AFTER_MS);
    if (endedAt > 0) return null;
    const abortedAt = performance.now();
    controller.abort(new Error('given up'));
    await Promise.race([call, delay(WATCH_MS, undefined, { ref: false })]);
    if (endedAt === 0) return null;
    latencies.push(endedAt - abortedAt);
  }
  return median(latencies);
}
