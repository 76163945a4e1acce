import type { Database } from '../../postgres/database.ts';

export type BreakerStore = ReturnType<typeof createBreakerStore>;

/** A kind of calls to a platform that a breaker stops, or has on trial. */
export interface StoppedCall {
  platform: string;
  call: string;
  state: 'half-open' | 'open';
}

/** The same for all processes: the worst of their states. */
export type StoppedCalls = StoppedCall & { processes: number };

// Each process writes rows of its own alone, one flush after the other.
const REPLACE = `WITH stopped AS (
    SELECT * FROM unnest($2::text[], $3::text[], $4::text[]) AS s("platform", "call", "state")),
  closed AS (
    DELETE FROM "breaker_states" WHERE "processId" = $1 AND ("platform", "call") NOT IN (SELECT "platform", "call" FROM stopped))
  INSERT INTO "breaker_states" ("processId", "platform", "call", "state", "seenAt")
  SELECT $1::text, "platform", "call", "state", service_now() FROM stopped
  ON CONFLICT ("processId", "platform", "call") DO UPDATE SET "state" = excluded."state", "seenAt" = excluded."seenAt"`;

// Three times as long as a process takes to tell its states again. What a killed process has left counts no longer.
const SEEN_SECONDS = 30;
const READ = `SELECT "platform", "call", max("state") AS "state", count(*)::int AS "processes" FROM "breaker_states"
  WHERE "seenAt" > (SELECT service_now()) - make_interval(secs => ${SEEN_SECONDS}) GROUP BY 1, 2 ORDER BY 1, 2`;

const SWEEP = `DELETE FROM "breaker_states" WHERE "seenAt" < (SELECT service_now()) - interval '1 hour'`;

/** Which calls to platforms the processes stop. */
export const createBreakerStore = (database: Pick<Database, 'rows'>) => ({
  async replace(processId: string, stopped: readonly StoppedCall[]): Promise<void> {
    await database.rows(REPLACE, [
      processId,
      stopped.map(({ platform }) => platform),
      stopped.map(({ call }) => call),
      stopped.map(({ state }) => state),
    ]);
  },
  /** `open` is greater than `half-open`, so it is the worse one. */
  read: (): Promise<StoppedCalls[]> => database.rows<StoppedCalls>(READ),
  /** Deletes what killed processes have left. */
  async sweep(): Promise<void> {
    await database.rows(SWEEP);
  },
});
