import type { Database } from '../../postgres/database.ts';
import type { IntentEventRow } from '../../intent-rows/intent-row.ts';

const MAX_EVENTS = 1000;

const READ = `
  SELECT json_agg(json_build_array("type", (extract(epoch FROM "at") * 1000)::bigint, "from", "to", "detail")
    ORDER BY "id")::text AS "events"
  FROM (SELECT * FROM "intent_events" WHERE "intentId" = $1 ORDER BY "id" DESC LIMIT ${MAX_EVENTS}) AS newest`;

type EventColumns = [
  IntentEventRow['type'],
  number,
  IntentEventRow['from'],
  IntentEventRow['to'],
  string | null,
];

/**
 * The newest 1,000 events, oldest first: no purchase has as many, but its caller may update a draft for ever. They come as
 * one text, because reading as many rows one by one costs this process three times as much.
 */
export async function readEvents(
  database: Pick<Database, 'rows'>,
  intentId: string,
): Promise<IntentEventRow[]> {
  const [row] = await database.rows<{ events: string | null }>(READ, [intentId]);
  const events = JSON.parse(row?.events ?? '[]') as EventColumns[];
  return events.map(([type, at, from, to, detail]) => ({ type, at: new Date(at), from, to, detail }));
}
