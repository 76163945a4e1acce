import { pino } from 'pino';

export type Logger = pino.Logger;

/** Structured logs on stderr, so that stdout stays for people. Callers log ids and words, never bodies. */
export function createLogger(level: string): Logger {
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ dest: 2, sync: false }),
  );
}
