import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import type { ClientBase } from 'pg';

/** What the driver has of a connection, beside what its types tell. */
interface Driver {
  connection: EventEmitter & { stream: Socket };
  /** Whether no statement is under way. */
  readyForQuery: boolean;
}

const TICK_MS = 200;

/**
 * Breaks a connection whose statement has no complete answer after `limitMs`, or up to {@link TICK_MS} earlier, whether
 * the server is silent or its answer drips. One timer serves all statements of a connection: the driver's
 * `query_timeout`, a timer for each, keeps text and rows of every statement alive until old memory is collected. Ticks
 * are counted, not milliseconds, so that a process that stood still gives the server its time all the same.
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
