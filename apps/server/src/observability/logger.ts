import { pino } from 'pino';

export type Logger = pino.Logger;

// A write for each line took a tenth of the time of a read request, one for each 4 kB still a thirtieth. Pino requires
// less than 16,384. A killed process loses its last lines.
const CHUNK_BYTES = 16_000;
const FLUSH_EVERY_MS = 100;
// What waits while lines cannot be written, such as to a file on a full disk. Beyond it, new lines are dropped.
const MAX_WAITING_BYTES = 4_000_000;

/** Structured logs on stderr; stdout is for people. Log ids and fixed names, never bodies. */
export function createLogger(level: string): Logger {
  const destination = pino.destination({
    dest: 2,
    sync: false,
    minLength: CHUNK_BYTES,
    maxLength: MAX_WAITING_BYTES,
    periodicFlush: FLUSH_EVERY_MS,
  });
  surviveFailures(destination);
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination);
}

/**
 * Lets the process serve while its lines cannot be written: they wait for the next flush. The last flush, at the exit, would
 * try for ever, so it is left out after a failure.
 */
function surviveFailures(destination: ReturnType<typeof pino.destination>): void {
  const flushSync = destination.flushSync.bind(destination);
  let hasFailed = false;
  destination.on('error', () => (hasFailed = true));
  destination.on('write', () => (hasFailed = false));
  destination.flushSync = () => {
    if (!hasFailed) flushSync();
  };
}
