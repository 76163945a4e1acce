import type { Database } from '../../postgres/database.ts';

/** Whose calls are counted: those that Apps send, by refusal; those that platforms are sent, by outcome. */
export type CallKind = 'app' | 'platform';

export type CountStore = ReturnType<typeof createCountStore>;

/** How many calls had an outcome. */
export interface CallCount {
  subject: string;
  outcome: string;
  count: number;
}

// In the order of the key, so that two processes lock rows in the same order.
const ADD = `INSERT INTO "call_counts" ("kind", "subject", "minute", "outcome", "count")
  SELECT $1::text, "subject", date_trunc('minute', (SELECT service_now())), "outcome", "count"
  FROM unnest($2::text[], $3::text[], $4::int[]) AS added("subject", "outcome", "count") ORDER BY 2, 4
  ON CONFLICT ("kind", "subject", "minute", "outcome") DO UPDATE
  SET "count" = "call_counts"."count" + excluded."count"`;

const READ = `SELECT "subject", "outcome", sum("count")::int AS "count" FROM "call_counts"
  WHERE "kind" = $1 AND "subject" = ANY($2) AND "minute" > (SELECT service_now()) - make_interval(mins => $3)
  GROUP BY 1, 2 ORDER BY 3 DESC, 2`;

// The oldest count that is read is an hour old. Two processes that sweep at once delete different rows.
const KEPT_HOURS = 2;
const SWEEP = `DELETE FROM "call_counts" WHERE ctid = ANY(ARRAY(
  SELECT ctid FROM "call_counts" WHERE "minute" < (SELECT service_now()) - make_interval(hours => ${KEPT_HOURS})
  LIMIT $1 FOR UPDATE SKIP LOCKED))
  RETURNING 1`;

/** The calls of all processes by minute. */
export const createCountStore = (database: Pick<Database, 'rows'>) => ({
  async add(kind: CallKind, counts: readonly CallCount[]): Promise<void> {
    await database.rows(ADD, [
      kind,
      counts.map(({ subject }) => subject),
      counts.map(({ outcome }) => outcome),
      counts.map(({ count }) => count),
    ]);
  },

  /** The calls of the last minutes, the most frequent first. */
  read: (kind: CallKind, subjects: readonly string[], minutes: number): Promise<CallCount[]> =>
    database.rows<CallCount>(READ, [kind, subjects, minutes]),

  /** Deletes some of the counts that nobody reads any more. @returns how many. */
  sweep: async (atMost: number): Promise<number> => (await database.rows(SWEEP, [atMost])).length,
});
