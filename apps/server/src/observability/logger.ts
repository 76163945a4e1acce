import { pino } from 'pino';

export type Logger = pino.Logger;

// A write a line was a tenth of what a read costs, and one for each 4 kB still a thirtieth. Pino takes less than 16,384. A
// process that is killed loses the lines of its last moment.
const CHUNK_BYTES = 16_000;
const FLUSH_EVERY_MS = 100;

/** Structured logs on stderr, so that stdout stays for people. Callers log ids and words, never bodies. */
export function createLogger(level: string): Logger {
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ dest: 2, sync: false, minLength: CHUNK_BYTES, periodicFlush: FLUSH_EVERY_MS }),
  );
}
