import { LIMITS } from '@procurement-intents/contract';
import { quoted } from '../../postgres/columns.ts';
import type { Database } from '../../postgres/database.ts';
import type { IntentEventRow } from '../../intent-rows/intent-row.ts';

const COLUMNS = quoted(['id', 'type', 'at', 'from', 'to', 'detail']);

// The events of an intent that has moved went with it; those that came later are in their table.
const READ = `
  SELECT json_agg(json_build_array("type", (extract(epoch FROM "at") * 1000)::bigint, "from", "to", "detail")
    ORDER BY "id")::text AS "events"
  FROM (
    SELECT * FROM (
      (SELECT ${COLUMNS} FROM "intent_events" WHERE "intentId" = $1 ORDER BY "id" DESC LIMIT ${LIMITS.eventsShown})
      UNION ALL SELECT ${COLUMNS} FROM (
        SELECT moved.* FROM "archived_intents" AS a
        CROSS JOIN LATERAL jsonb_populate_recordset(NULL::"intent_events", a."timeline") AS moved
        WHERE a."id" = $1 AND a."isMoved") AS moved) AS known
    ORDER BY "id" DESC LIMIT ${LIMITS.eventsShown}) AS newest`;

type EventColumns = [
  IntentEventRow['type'],
  number,
  IntentEventRow['from'],
  IntentEventRow['to'],
  string | null,
];

/**
 * The newest events, oldest first. They come as one text, because reading a thousand rows one by one costs this process
 * three times as much.
 */
export async function readEvents(
  database: Pick<Database, 'rows'>,
  intentId: string,
): Promise<IntentEventRow[]> {
  const [row] = await database.rows<{ events: string | null }>(READ, [intentId]);
  const events = JSON.parse(row?.events ?? '[]') as EventColumns[];
  return events.map(([type, at, from, to, detail]) => ({ type, at: new Date(at), from, to, detail }));
}
