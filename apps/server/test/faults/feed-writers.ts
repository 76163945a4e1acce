import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../../src/postgres/database.ts';

/** In one statement, and of one intent; its later statements go on with it. */
const EVENTS_AT_ONCE = 10;
const STATEMENTS_OF_INTENT = 4;
/** Between the number of an event and its commit: what writes later commits first. */
const LATE_MS = 20;

/**
 * Adds events as changes of intents do, in as many statements at once, each with its event in one commit that may come late.
 * Goes on until `events` are written and `isOver`; says how many.
 */
export async function writeEvents(
  database: Database,
  options: { appIds: readonly string[]; events: number; writers: number; isOver: () => boolean },
): Promise<number> {
  const { appIds, events, writers, isOver } = options;
  let written = 0;

  async function write(writer: number): Promise<void> {
    for (let turn = 0; written < events || !isOver(); turn += 1) {
      const intent = Math.floor(turn / STATEMENTS_OF_INTENT) * writers + writer;
      const intentId = `int_${intent.toString(16).padStart(32, '0')}`;
      const appId = appIds[intent % appIds.length];
      const before = (turn % STATEMENTS_OF_INTENT) * EVENTS_AT_ONCE;
      written += EVENTS_AT_ONCE;
      await database.$queryRaw`
        WITH added AS (
          INSERT INTO "intent_events" ("intentId", "appId", "status", "version", "type", "at")
          SELECT ${intentId}, ${appId}, 'DRAFT', ${before}::int + n, 'intent.updated',
            now() + make_interval(secs => n / 1000.0)
          FROM generate_series(1, ${EVENTS_AT_ONCE}::int) AS n RETURNING "id"),
        waiting AS (INSERT INTO "unpublished_events" SELECT "id" FROM added)
        SELECT pg_sleep(${randomInt(LATE_MS) / 1000})::text`;
      // Those that are more than was asked for come slowly.
      await delay(written < events ? randomInt(LATE_MS) : 10 * LATE_MS);
    }
  }

  await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
  return written;
}
