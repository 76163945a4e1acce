/** The known time of the database: at `monotonicMs` it was `databaseMs`, plus or minus `errorMs`. */
export interface ClockBase {
  databaseMs: number;
  monotonicMs: number;
  /** The wall clock of this machine at `monotonicMs`. */
  wallMs: number;
  errorMs: number;
}

/** One measurement: the time that the database answered, and when the request was sent and answered. */
export interface Measurement {
  databaseMs: number;
  sentMs: number;
  receivedMs: number;
  wallMs: number;
}

// The clocks of both machines drift by less than 100 ppm.
const DRIFT = 0.0002;

/**
 * Combines the known time with a measurement. When the answer arrived, the database's time was between the answered time
 * and that time plus the round trip. A slow measurement moves the clock only as far as this range requires.
 */
export function refineBase(
  base: ClockBase | null,
  { databaseMs, sentMs, receivedMs, wallMs }: Measurement,
): ClockBase {
  const roundTripMs = receivedMs - sentMs;
  const here = { monotonicMs: receivedMs, wallMs };
  const middle = { ...here, databaseMs: databaseMs + roundTripMs / 2, errorMs: roundTripMs / 2 };
  if (base === null) return middle;
  const elapsedMs = receivedMs - base.monotonicMs;
  const expectedMs = base.databaseMs + elapsedMs;
  const errorMs = base.errorMs + elapsedMs * DRIFT;
  if (roundTripMs / 2 <= errorMs) return middle;
  const provenMs = Math.min(Math.max(expectedMs, databaseMs), databaseMs + roundTripMs);
  return { ...here, databaseMs: provenMs, errorMs: provenMs === expectedMs ? errorMs : roundTripMs };
}
