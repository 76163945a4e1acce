import type { FetchHeaders } from '../runtime-types.ts';
import type { TakeTimestamp } from '../signing/used-timestamps.ts';

/** An estimate of the service's clock, from the headers of its responses. */
export interface ServerClock {
  /**
   * Learns from the headers of a response that has just arrived.
   *
   * @param isRefusal - whether the response proves the present estimate wrong.
   */
  learn(headers: FetchHeaders, isRefusal: boolean): void;
  /** Whether there is an estimate: a page may be unable to read the headers. */
  isKnown(): boolean;
  /** Unix milliseconds at the service. The service's clock is at this time or up to a second later. */
  nowMs(): number;
  /** Makes timestamps follow the service's clock instead of the local one. */
  follow(): void;
  /**
   * Unix milliseconds for a signature. Increases with every call until `follow` sets it back, and never repeats:
   * equal creates with equal timestamps would have one signature, and one signature creates one intent.
   */
  stamp(): number;
}

// Two clocks drift apart by some 50 µs per second: an older estimate may be milliseconds ahead by now.
const KEEP_MS = 60_000;

/**
 * A clock that follows the local clock until it has learned another time.
 *
 * @param take - shared by all clocks of an App.
 */
export function createServerClock(take: TakeTimestamp): ServerClock {
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
      // All are whole seconds. The smallest has certainly passed, however long the response took; among such times,
      // the latest is the most exact.
      const serverMs = Math.min(...times);
      if (serverMs < Infinity && (offsetMs === undefined || serverMs > nowMs())) {
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
