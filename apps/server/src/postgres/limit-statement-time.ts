import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import type { ClientBase } from 'pg';

/** Parts of a driver's connection that its types do not declare. */
interface Driver {
  connection: EventEmitter & { stream: Socket };
  /** Whether no statement is running. */
  readyForQuery: boolean;
}

// A caller waits at most 5 s for a connection and an answer. The server ends a longer statement; if it does not, this
// process stops waiting a moment later.
export const CONNECTION_MS = 2500;
export const QUERY_MS = 2000;
export const GIVE_UP_AFTER_MS = 400;
/** The longest time of a statement, with the wait for a connection. */
export const LONGEST_STATEMENT_MS = CONNECTION_MS + QUERY_MS + GIVE_UP_AFTER_MS;

const TICK_MS = 200;

/**
 * Closes a connection whose statement has no complete result after `limitMs`, or up to {@link TICK_MS} earlier. One timer
 * serves all statements of a connection; the driver's `query_timeout` has one for each, which keeps the text and rows of
 * every statement in memory. Counts ticks instead of time, so that a suspended process does not count its suspension.
 */
export function limitStatementTime(client: ClientBase, limitMs: number): void {
  const driver = client as unknown as Driver;
  const { stream } = driver.connection;
  const limit = Math.ceil(limitMs / TICK_MS);
  let ticks = 0;
  driver.connection.on('readyForQuery', () => {
    ticks = 0;
  });
  const timer = setInterval(() => {
    if (driver.readyForQuery) ticks = 0;
    else ticks += 1;
    if (ticks >= limit) stream.destroy();
  }, TICK_MS);
  timer.unref();
  stream.once('close', () => clearInterval(timer));
}
