import type { Database } from '../../postgres/database.ts';
import type { IntentEventRow } from './intent-row.ts';

const MAX_EVENTS = 1000;

/**
 * The newest 1,000 events, oldest first: no purchase has as many, but its caller may update a draft for ever. They come as
 * one text, because reading as many rows one by one costs this process three times as much.
 */
export async function readEvents(
  database: Pick<Database, '$queryRaw'>,
  intentId: string,
): Promise<IntentEventRow[]> {
  const [row] = await database.$queryRaw<{ events: string | null }[]>`
    SELECT json_agg(json_build_array("type", (extract(epoch FROM "at") * 1000)::bigint, "from", "to", "detail")
      ORDER BY "id")::text AS "events"
    FROM (
      SELECT * FROM "intent_events" WHERE "intentId" = ${intentId} ORDER BY "id" DESC LIMIT ${MAX_EVENTS}) AS newest`;
  type Columns = [
    IntentEventRow['type'],
    number,
    IntentEventRow['from'],
    IntentEventRow['to'],
    string | null,
  ];
  const events = JSON.parse(row?.events ?? '[]') as Columns[];
  return events.map(([type, at, from, to, detail]) => ({ type, at: new Date(at), from, to, detail }));
}
