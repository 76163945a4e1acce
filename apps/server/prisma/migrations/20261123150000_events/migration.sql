-- What an event says of its intent as of then, so that it stays true when the intent changes or goes.
ALTER TABLE "intent_events" ADD COLUMN "appId" TEXT, ADD COLUMN "status" "IntentStatus", ADD COLUMN "version" INTEGER;

-- The last events of a deleted intent are published too.
ALTER TABLE "intent_events" DROP CONSTRAINT "intent_events_intentId_fkey";

-- Events that wait to be published, each added by the statement that adds the event.
CREATE TABLE "unpublished_events" (
    "id" BIGINT NOT NULL,

    CONSTRAINT "unpublished_events_pkey" PRIMARY KEY ("id")
);
-- The table is as long as the last second, and most of its rows are dead.
ALTER TABLE "unpublished_events" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000,
  autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 50000, autovacuum_vacuum_cost_delay = 0);

-- The release before adds events without their App.
CREATE FUNCTION "complete_event"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "intent_events" AS e SET "appId" = i."appId", "status" = COALESCE(NEW."to", i."status"), "version" = i."version"
  FROM "intents" AS i WHERE e."id" = NEW."id" AND i."id" = NEW."intentId";
  INSERT INTO "unpublished_events" VALUES (NEW."id");
  RETURN NULL;
END $$;
CREATE TRIGGER "intent_events_incomplete" AFTER INSERT ON "intent_events"
FOR EACH ROW WHEN (NEW."appId" IS NULL AND NEW."type" <> 'intent.attempt_failed') EXECUTE FUNCTION "complete_event"();

-- How many events each App has published. Those after "lastBefore" were published on "day" or later, in UTC.
CREATE TABLE "app_event_counts" (
    "appId" TEXT NOT NULL,
    "last" BIGINT NOT NULL,
    "day" DATE NOT NULL,
    "lastBefore" BIGINT NOT NULL,

    CONSTRAINT "app_event_counts_pkey" PRIMARY KEY ("appId")
);
ALTER TABLE "app_event_counts" SET (fillfactor = 50);

-- The published events, numbered for each App. A partition holds one day.
CREATE TABLE "app_events" (
    "appId" TEXT NOT NULL,
    "sequence" BIGINT NOT NULL,
    "publishedAt" TIMESTAMPTZ(3) NOT NULL,
    "id" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "subjectId" TEXT NOT NULL,
    "from" "IntentStatus",
    "to" "IntentStatus",
    "status" "IntentStatus",
    "version" INTEGER,
    "detail" TEXT,

    CONSTRAINT "app_events_pkey" PRIMARY KEY ("appId", "sequence", "publishedAt")
) PARTITION BY RANGE ("publishedAt");

-- Makes the partitions of today and of the days that follow, in UTC. Runs with the rights of the owner of the tables,
-- because the service itself may create none. Attaching blocks neither readers nor writers.
CREATE FUNCTION "prepare_event_days"("ahead" INTEGER) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp AS $$
DECLARE
  day DATE := (service_now() AT TIME ZONE 'UTC')::date;
  name TEXT;
BEGIN
  FOR n IN 0..LEAST("ahead", 7) LOOP
    name := 'app_events_' || to_char(day + n, 'YYYYMMDD');
    CONTINUE WHEN to_regclass(name) IS NOT NULL;
    -- One process at a time; those that follow find it made.
    PERFORM pg_advisory_xact_lock(hashtext('prepare_event_days'));
    CONTINUE WHEN to_regclass(name) IS NOT NULL;
    EXECUTE format('CREATE TABLE %I (LIKE app_events INCLUDING ALL)', name);
    EXECUTE format('ALTER TABLE app_events ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', name,
      (day + n)::timestamp AT TIME ZONE 'UTC', (day + n + 1)::timestamp AT TIME ZONE 'UTC');
  END LOOP;
END $$;

-- Drops the partitions of days that ended more than so many days ago, at least 10. Returns how many.
CREATE FUNCTION "forget_event_days"("kept" INTEGER) RETURNS INTEGER LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp AS $$
DECLARE
  oldest TEXT := 'app_events_' || to_char((service_now() AT TIME ZONE 'UTC')::date - GREATEST("kept", 10), 'YYYYMMDD');
  name TEXT;
  dropped INTEGER := 0;
BEGIN
  FOR name IN SELECT c.relname FROM pg_inherits JOIN pg_class c ON c.oid = inhrelid
    WHERE inhparent = 'app_events'::regclass AND c.relname < oldest ORDER BY 1
  LOOP
    EXECUTE format('DROP TABLE %I', name);
    dropped := dropped + 1;
  END LOOP;
  RETURN dropped;
END $$;
