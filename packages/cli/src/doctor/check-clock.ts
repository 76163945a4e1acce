import { CODES, LIMITS } from '../generated/tables.ts';
import { fail, ok, skip, warn, type Finding } from './finding.ts';

// Signatures are still accepted, but a clock that is not synchronised will reach the limit.
const WARN_SKEW_MS = 30_000;
const MAX_SKEW_MS = LIMITS.timestampSkewMs;
const MAX_SKEW = `${MAX_SKEW_MS / 1_000} s`;

/** @param offsetMs - how far our clock is ahead of the service's; null when the service did not send the time. */
export function checkClock(offsetMs: number | null): Finding {
  if (offsetMs === null) return skip('clock', 'the service did not tell the time');
  const size = Math.abs(offsetMs);
  const direction = offsetMs > 0 ? 'ahead of' : 'behind';
  const detail = `this machine is ${(size / 1_000).toFixed(size < 10_000 ? 1 : 0)} s ${direction} the service`;
  if (size > MAX_SKEW_MS) {
    const advice = `Signatures are refused with ${CODES.TIMESTAMP_INVALID} beyond ${MAX_SKEW}: set the clock (NTP). The SDK corrects it by itself.`;
    return fail('clock', detail, { advice });
  }
  if (size > WARN_SKEW_MS)
    return warn('clock', detail, { advice: `Set the clock (NTP) before it reaches ${MAX_SKEW}.` });
  return ok('clock', detail);
}
