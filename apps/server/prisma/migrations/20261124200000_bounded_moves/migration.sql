SET LOCAL lock_timeout = '10s';

-- When its caller last took it out of the archive: archive days do not put it back.
ALTER TABLE "intents" ADD COLUMN "unarchivedAt" TIMESTAMPTZ(3);
ALTER TABLE "archived_intents" ADD COLUMN "unarchivedAt" TIMESTAMPTZ(3);

-- The table that a copy of an intent goes to; null for an id without a time.
CREATE FUNCTION archive_table_of(id text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN "id" !~ '^int_[0-9a-f]{12}' THEN NULL
    WHEN "id" < 'int_019a3cb6bc00' THEN 'archived_intents_before'
    ELSE 'archived_intents_' || to_char(
      to_timestamp(('x' || lpad(substr("id", 5, 12), 16, '0'))::bit(64)::bigint / 1000.0) AT TIME ZONE 'UTC', 'YYYYMM')
  END
$$;

CREATE OR REPLACE FUNCTION is_ready_to_move(intent "intents") RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT intent."archivedAt" IS NOT NULL AND intent."dispatchAt" IS NULL AND intent."copiedAt" IS NULL
    AND NOT EXISTS (SELECT FROM "order_lookups" AS owed WHERE owed."intentId" = intent."id")
    -- The clock of a host that was wrong makes ids of other months.
    AND to_regclass("archive_table_of"(intent."id")) IS NOT NULL
    -- A timeline as long as none is shown stays where it is.
    AND (SELECT count(*) FROM (SELECT FROM "intent_events" AS e WHERE e."intentId" = intent."id" LIMIT 1001) AS known) <= 1000
$$;

-- As `copy_archived_intents`, for rows behind a place alone, and looks at so many of them at most: however many rows cannot move,
-- a step stays short, and those behind them have their turn. "lastId" is null at the end of the rows.
CREATE FUNCTION copy_archived_after("afterAt" timestamptz, "afterId" text, "atMost" integer, "looks" integer,
  OUT "copied" integer, OUT "lastAt" timestamptz, OUT "lastId" text)
LANGUAGE plpgsql AS $$
DECLARE
  seen INTEGER;
BEGIN
  WITH known AS MATERIALIZED (
    SELECT "archivedAt", "id" FROM "intents"
    WHERE "archivedAt" IS NOT NULL AND "dispatchAt" IS NULL AND "copiedAt" IS NULL
      AND "archivedAt" >= "afterAt" AND ("archivedAt", "id") > ("afterAt", "afterId")
    ORDER BY "archivedAt", "id" LIMIT "looks"),
  ready AS MATERIALIZED (
    SELECT i."id" FROM known JOIN "intents" AS i USING ("id")
    WHERE "is_ready_to_move"(i)
    ORDER BY known."archivedAt", known."id" LIMIT "atMost" FOR UPDATE OF i SKIP LOCKED),
  marked AS (
    UPDATE "intents" AS i SET "copiedAt" = 'infinity' FROM ready WHERE i."id" = ready."id"
    RETURNING i."id", i."appId", i."idempotencyKey", to_jsonb(i) AS "columns"),
  keys AS (
    INSERT INTO "archived_keys" ("appId", "idempotencyKey", "intentId")
    SELECT "appId", "idempotencyKey", "id" FROM marked
    -- The timestamp of such a signature is refused by then.
    WHERE NOT starts_with("idempotencyKey", 'signature ')
    ORDER BY 1, 2 ON CONFLICT DO NOTHING),
  copies AS (
    INSERT INTO "archived_intents"
    SELECT copy.* FROM marked CROSS JOIN LATERAL jsonb_populate_record(NULL::"archived_intents", marked."columns"
      || jsonb_build_object('isMoved', false, 'timeline', (
        SELECT COALESCE(jsonb_agg(to_jsonb(e) ORDER BY e."id"), '[]') FROM "intent_events" AS e
        WHERE e."intentId" = marked."id"))) AS copy
    ON CONFLICT ("id") DO NOTHING RETURNING 1),
  last AS (SELECT known."archivedAt", known."id" FROM known ORDER BY 1 DESC, 2 DESC LIMIT 1)
  SELECT (SELECT count(*) FROM known), (SELECT count(*) FROM copies), last."archivedAt", last."id"
  INTO seen, "copied", "lastAt", "lastId" FROM (SELECT) AS one LEFT JOIN last ON true;
  IF "copied" >= "atMost" THEN
    -- More of the same rows may be ready.
    "lastAt" := "afterAt";
    "lastId" := "afterId";
  ELSIF seen < "looks" THEN
    "lastAt" := NULL;
    "lastId" := NULL;
  END IF;
END $$;

-- For the release before, which always begins at the first row.
CREATE OR REPLACE FUNCTION copy_archived_intents("atMost" integer) RETURNS integer LANGUAGE sql AS $$
  SELECT "copied" FROM "copy_archived_after"('-infinity', '', "atMost", 2147483647)
$$;
