import { pino } from 'pino';

export type Logger = pino.Logger;

// A write for each line took a tenth of the time of a read request, one for each 4 kB still a thirtieth. Pino requires
// less than 16,384. A killed process loses its last lines.
const CHUNK_BYTES = 16_000;
const FLUSH_EVERY_MS = 100;

/** Structured logs on stderr; stdout is for people. Log ids and fixed names, never bodies. */
export function createLogger(level: string): Logger {
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ dest: 2, sync: false, minLength: CHUNK_BYTES, periodicFlush: FLUSH_EVERY_MS }),
  );
}
