SET LOCAL lock_timeout = '10s';

-- Whether an archived intent can move: the one rule of the mover, and of the metric of those that wait for it.
CREATE FUNCTION is_ready_to_move(intent "intents") RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT intent."archivedAt" IS NOT NULL AND intent."dispatchAt" IS NULL AND intent."copiedAt" IS NULL
    AND NOT EXISTS (SELECT FROM "order_lookups" AS owed WHERE owed."intentId" = intent."id")
    -- A timeline as long as none is shown stays where it is.
    AND (SELECT count(*) FROM (SELECT FROM "intent_events" AS e WHERE e."intentId" = intent."id" LIMIT 1001) AS known) <= 1000
$$;

CREATE OR REPLACE FUNCTION copy_archived_intents("atMost" integer)
 RETURNS integer
 LANGUAGE plpgsql
AS $$
DECLARE
  copied INTEGER;
BEGIN
  WITH ready AS MATERIALIZED (
    SELECT "id" FROM "intents" AS i
    WHERE "archivedAt" IS NOT NULL AND "dispatchAt" IS NULL AND "copiedAt" IS NULL
      AND "is_ready_to_move"(i)
    ORDER BY "archivedAt" LIMIT "atMost" FOR UPDATE SKIP LOCKED),
  marked AS (
    UPDATE "intents" AS i SET "copiedAt" = 'infinity' FROM ready WHERE i."id" = ready."id"
    RETURNING i."id", i."appId", i."idempotencyKey", to_jsonb(i) AS "columns"),
  keys AS (
    INSERT INTO "archived_keys" ("appId", "idempotencyKey", "intentId")
    SELECT "appId", "idempotencyKey", "id" FROM marked
    -- The timestamp of such a signature is refused by then.
    WHERE NOT starts_with("idempotencyKey", 'signature ')
    ORDER BY 1, 2 ON CONFLICT DO NOTHING)
  INSERT INTO "archived_intents"
  SELECT copy.* FROM marked CROSS JOIN LATERAL jsonb_populate_record(NULL::"archived_intents", marked."columns"
    || jsonb_build_object('isMoved', false, 'timeline', (
      SELECT COALESCE(jsonb_agg(to_jsonb(e) ORDER BY e."id"), '[]') FROM "intent_events" AS e
      WHERE e."intentId" = marked."id"))) AS copy
  ON CONFLICT ("id") DO NOTHING;
  GET DIAGNOSTICS copied = ROW_COUNT;
  RETURN copied;
END $$;
