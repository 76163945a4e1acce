import type { FetchHeaders } from '../runtime-types.ts';
import { createTimestamps } from '../signing/used-timestamps.ts';

/** The service's clock, as far as its answers have told. */
export interface ServerClock {
  /**
   * Learns from the headers of an answer that has just come.
   *
   * @param isRefusal - whether the answer says that what was known was wrong.
   */
  learn(headers: FetchHeaders, isRefusal: boolean): void;
  /** Whether anything has been learned: a page may be kept from reading the headers. */
  isKnown(): boolean;
  /** Unix milliseconds at the service: what it must have reached by now, and up to a second more. */
  nowMs(): number;
  /** Makes timestamps follow the service's clock instead of ours. */
  follow(): void;
  /**
   * Unix milliseconds for a signature, later each time until `follow` goes back, and never the same twice: equal creates
   * with equal timestamps have one signature, and one signature is one create.
   */
  stamp(): number;
}

// Two oscillators part by some 50 µs in a second: what was learned longer ago may be milliseconds ahead by now.
const KEEP_MS = 60_000;

/**
 * A clock that knows nothing yet and so believes ours.
 *
 * @param take - shared by all clocks of an App.
 */
export function createServerClock(take = createTimestamps()): ServerClock {
  let offsetMs: number | undefined;
  let learnedAt = 0;
  let correctionMs = 0;
  let lastTimestamp = 0;
  const nowMs = () => (offsetMs === undefined ? Date.now() : performance.now() + offsetMs);
  return {
    learn(headers, isRefusal) {
      const times = [
        Date.parse(headers.get('date') ?? ''),
        (Number(headers.get('x-ratelimit-reset')) - 1) * 1_000,
      ].filter((ms) => ms > 0);
      if (isRefusal || performance.now() - learnedAt > KEEP_MS) offsetMs = undefined;
      // Whole seconds all. The smallest is surely past, whatever the time that the answer took; and of all that was
      // surely past, the latest is the closest.
      const serverMs = Math.min(...times);
      if (times.length > 0 && (offsetMs === undefined || serverMs > nowMs())) {
        learnedAt = performance.now();
        offsetMs = serverMs - learnedAt;
      }
    },
    isKnown: () => offsetMs !== undefined,
    nowMs,
    follow() {
      correctionMs = nowMs() - Date.now();
      lastTimestamp = 0;
    },
    stamp: () => (lastTimestamp = take(Math.max(Math.round(Date.now() + correctionMs), lastTimestamp + 1))),
  };
}
