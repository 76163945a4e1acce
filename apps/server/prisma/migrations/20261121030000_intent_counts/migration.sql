-- Writers wait until the counters stand: none slips between the count below and the triggers.
-- Behind somebody's long statement, writers would queue up after us: rather fail and start again.
SET LOCAL lock_timeout = '10s';
LOCK TABLE "intents" IN SHARE ROW EXCLUSIVE MODE;

-- CreateTable. Every write of a counter makes a new version of its row: half of a page is kept free for them.
CREATE TABLE "intent_counts" (
    "appId" TEXT NOT NULL,
    "status" "IntentStatus" NOT NULL,
    "platform" "Platform" NOT NULL,
    "total" BIGINT NOT NULL,

    CONSTRAINT "intent_counts_pkey" PRIMARY KEY ("appId","status","platform")
) WITH (fillfactor = 50);

INSERT INTO "intent_counts" ("appId", "status", "platform", "total")
SELECT "appId", "status", "platform", count(*) FROM "intents" GROUP BY 1, 2, 3;

-- One run a statement, not a row. The order is that of all writers, so that two of them never wait for each other.
CREATE FUNCTION "count_added_intents"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "intent_counts" AS known ("appId", "status", "platform", "total")
  SELECT "appId", "status", "platform", count(*) FROM added GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT ("appId", "status", "platform") DO UPDATE SET "total" = known."total" + EXCLUDED."total";
  RETURN NULL;
END $$;

CREATE FUNCTION "count_removed_intents"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "intent_counts" AS known ("appId", "status", "platform", "total")
  SELECT "appId", "status", "platform", -count(*) FROM removed GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT ("appId", "status", "platform") DO UPDATE SET "total" = known."total" + EXCLUDED."total";
  RETURN NULL;
END $$;

CREATE FUNCTION "count_moved_intents"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "intent_counts" AS known ("appId", "status", "platform", "total")
  SELECT "appId", "status", "platform", sum(change) FROM (
    SELECT "appId", "status", "platform", 1 AS change FROM added
    UNION ALL SELECT "appId", "status", "platform", -1 FROM removed) AS changes
  GROUP BY 1, 2, 3 HAVING sum(change) <> 0 ORDER BY 1, 2, 3
  ON CONFLICT ("appId", "status", "platform") DO UPDATE SET "total" = known."total" + EXCLUDED."total";
  RETURN NULL;
END $$;

CREATE FUNCTION "forget_intent_counts"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "intent_counts";
  RETURN NULL;
END $$;

CREATE TRIGGER "intents_added" AFTER INSERT ON "intents" REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION "count_added_intents"();

CREATE TRIGGER "intents_removed" AFTER DELETE ON "intents" REFERENCING OLD TABLE AS removed
FOR EACH STATEMENT EXECUTE FUNCTION "count_removed_intents"();

CREATE TRIGGER "intents_moved" AFTER UPDATE ON "intents" REFERENCING OLD TABLE AS removed NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION "count_moved_intents"();

CREATE TRIGGER "intents_truncated" AFTER TRUNCATE ON "intents"
FOR EACH STATEMENT EXECUTE FUNCTION "forget_intent_counts"();
