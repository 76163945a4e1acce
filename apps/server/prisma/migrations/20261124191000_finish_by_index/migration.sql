-- The second step of moves reads the copies that are due, not all of them.
CREATE OR REPLACE FUNCTION finish_archived_intents("atMost" integer)
 RETURNS integer
 LANGUAGE plpgsql
AS $$
DECLARE
  hot "intents";
  copy "archived_intents";
  moved TEXT[] := '{}';
  seen INTEGER;
  finished INTEGER := 0;
  -- A value: compared with the function itself, the index would be read to its end.
  due TIMESTAMPTZ := "service_now"() - interval '5 minutes';
BEGIN
  -- Whoever sees a copy sees it committed: no create is left that has begun before it, once 5 minutes have passed.
  UPDATE "intents" SET "copiedAt" = "service_now"() WHERE "id" = ANY(ARRAY(
    SELECT "id" FROM "intents" WHERE "copiedAt" = 'infinity' LIMIT "atMost" FOR UPDATE SKIP LOCKED));
  GET DIAGNOSTICS seen = ROW_COUNT;
  FOR hot IN SELECT * FROM "intents" WHERE "copiedAt" <= due
    ORDER BY "copiedAt" LIMIT "atMost" FOR UPDATE SKIP LOCKED
  LOOP
    finished := finished + 1;
    SELECT * INTO copy FROM "archived_intents" WHERE "id" = hot."id";
    IF copy."id" IS NULL OR hot."archivedAt" IS NULL
      OR to_jsonb(hot) - 'copiedAt' <> to_jsonb(copy) - '{copiedAt,isMoved,timeline}'::text[]
      OR (SELECT count(*) FROM "intent_events" WHERE "intentId" = hot."id") <> jsonb_array_length(copy."timeline")
      OR EXISTS (SELECT FROM "order_lookups" WHERE "intentId" = hot."id")
    THEN
      DELETE FROM "archived_intents" WHERE "id" = hot."id";
      DELETE FROM "archived_keys" WHERE "appId" = hot."appId" AND "idempotencyKey" = hot."idempotencyKey"
        AND "intentId" = hot."id";
      UPDATE "intents" SET "copiedAt" = NULL WHERE "id" = hot."id";
    ELSIF EXISTS (SELECT FROM "intent_events" JOIN "unpublished_events" USING ("id") WHERE "intentId" = hot."id") THEN
      UPDATE "intents" SET "copiedAt" = "service_now"() WHERE "id" = hot."id";
    ELSE
      UPDATE "archived_intents" SET "isMoved" = true WHERE "id" = hot."id";
      DELETE FROM "intent_events" WHERE "intentId" = hot."id";
      moved := moved || hot."id";
    END IF;
  END LOOP;
  DELETE FROM "intents" WHERE "id" = ANY(moved);
  RETURN GREATEST(seen, finished);
END $$;
