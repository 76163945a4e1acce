/** What is known of the database's time: at `monotonicMs` it was `databaseMs`, within `errorMs` either way. */
export interface ClockBase {
  databaseMs: number;
  monotonicMs: number;
  /** What the machine's own wall clock said at that moment. */
  wallMs: number;
  errorMs: number;
}

/** One question to the database: the time that it told, and when it was sent and answered. */
export interface Measurement {
  databaseMs: number;
  sentMs: number;
  receivedMs: number;
  wallMs: number;
}

// Quartz is better than 100 ppm, on both sides.
const DRIFT = 0.0002;

/**
 * The better of what was known and what was measured. A measurement proves that the database's time, when the answer
 * came, lay between the time that it told and the whole journey later; a slow one moves the clock no further than that
 * proves.
 */
export function refineBase(
  base: ClockBase | null,
  { databaseMs, sentMs, receivedMs, wallMs }: Measurement,
): ClockBase {
  const journeyMs = receivedMs - sentMs;
  const here = { monotonicMs: receivedMs, wallMs };
  const middle = { ...here, databaseMs: databaseMs + journeyMs / 2, errorMs: journeyMs / 2 };
  if (base === null) return middle;
  const elapsedMs = receivedMs - base.monotonicMs;
  const expectedMs = base.databaseMs + elapsedMs;
  const errorMs = base.errorMs + elapsedMs * DRIFT;
  if (journeyMs / 2 <= errorMs) return middle;
  const provenMs = Math.min(Math.max(expectedMs, databaseMs), databaseMs + journeyMs);
  return { ...here, databaseMs: provenMs, errorMs: provenMs === expectedMs ? errorMs : journeyMs };
}
