import type { FeedBounds, FeedFilter, FeedSpan, PublishedEvent } from '@procurement-intents/domain';
import type { Database } from '../../postgres/database.ts';

/** Which events of an App exist, and where its newest are. */
export interface FeedHead extends FeedBounds {
  /** Events after `lastBefore` were published on this day or later, in UTC: `YYYY-MM-DD`. */
  day: string | null;
  lastBefore: number;
}

// The oldest event is in another partition than the newest, so it is looked for only when the reader is behind.
const HEAD = `
  SELECT "last", "lastBefore", "day"::text AS "day",
    CASE WHEN $2 < "last" THEN (SELECT "sequence" FROM "app_events" AS e WHERE e."appId" = c."appId"
      ORDER BY "sequence" LIMIT 1) END AS "oldest"
  FROM "app_event_counts" AS c WHERE "appId" = $1`;

// The day leaves out the partitions before it.
const READ = `
  SELECT "sequence", "id", "type", "at", "subjectId", "from", "to", "status", "version", "detail"
  FROM "app_events"
  WHERE "appId" = $1 AND "sequence" > $2 AND "sequence" <= $3 AND "publishedAt" >= $4::timestamptz
    AND ($5::text[] IS NULL OR "type" = ANY($5)) AND ($6::text IS NULL OR "subjectId" = $6)
  ORDER BY "sequence" LIMIT $7`;

const LAST = `SELECT "appId", "last" FROM "app_event_counts" WHERE "appId" = ANY($1::text[])`;

const FIRST_DAY = '1970-01-01';

/** Reads the feeds of Apps. */
export function feedStore(database: Pick<Database, 'rows'>) {
  return {
    /** @param cursor - where the reader is; `oldest` is read only if that is before the newest event. */
    async readHead(appId: string, cursor: number): Promise<FeedHead> {
      type Row = { last: bigint; lastBefore: bigint; day: string; oldest: bigint | null };
      const [row] = await database.rows<Row>(HEAD, [appId, cursor]);
      if (!row) return { last: 0, lastBefore: 0, day: null, oldest: null };
      const { last, lastBefore, day, oldest } = row;
      return {
        last: Number(last),
        lastBefore: Number(lastBefore),
        day,
        oldest: oldest === null ? null : Number(oldest),
      };
    },

    /** The first events of the span that pass the filter, at most `take`. */
    async read(
      appId: string,
      { after, upTo }: FeedSpan,
      { types, intentId, head, take }: FeedFilter & { head: FeedHead; take: number },
    ): Promise<PublishedEvent[]> {
      const day = after >= head.lastBefore ? `${head.day ?? FIRST_DAY}T00:00:00Z` : `${FIRST_DAY}T00:00:00Z`;
      const values = [appId, after, upTo, day, types, intentId, take];
      const rows = await database.rows<PublishedEvent & { sequence: bigint }>(READ, values);
      return rows.map((row) => ({ ...row, sequence: Number(row.sequence) }));
    },

    /** The number of the newest event of each of these Apps that has any. */
    async readLast(appIds: readonly string[]): Promise<Map<string, number>> {
      const rows = await database.rows<{ appId: string; last: bigint }>(LAST, [appIds]);
      return new Map(rows.map(({ appId, last }) => [appId, Number(last)]));
    },
  };
}

export type FeedStore = ReturnType<typeof feedStore>;
