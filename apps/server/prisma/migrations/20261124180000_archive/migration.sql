SET LOCAL lock_timeout = '10s';

ALTER TABLE "apps" ADD COLUMN "archiveAfterDays" INTEGER;

-- "copiedAt": since when the row has a copy in the archive; infinity until the copy was seen committed.
-- "checksArchive": whether the create looked for its key in the archive. The release before does not.
ALTER TABLE "intents" ADD COLUMN "archivedAt" TIMESTAMPTZ(3), ADD COLUMN "copiedAt" TIMESTAMPTZ(3),
ADD COLUMN "checksArchive" BOOLEAN NOT NULL DEFAULT false;

-- The archive: every column of `intents`, by the same name, and three of its own. Ids begin with their time, so the key
-- holds over all partitions, and a read by id looks at one.
CREATE TABLE "archived_intents" (
    LIKE "intents" INCLUDING DEFAULTS,
    "timeline" JSONB NOT NULL,
    "isMoved" BOOLEAN NOT NULL,

    CONSTRAINT "archived_intents_pkey" PRIMARY KEY ("id")
) PARTITION BY RANGE ("id");
CREATE INDEX "archived_intents_appId_createdAt_id_filters_idx" ON "archived_intents"("appId", "createdAt" DESC, "id" DESC)
INCLUDE ("title", "status", "platform");
CREATE INDEX "archived_intents_appId_userId_createdAt_id_idx" ON "archived_intents"("appId", "userId", "createdAt" DESC, "id" DESC);
CREATE INDEX "archived_intents_appId_updatedAt_id_idx" ON "archived_intents"("appId", "updatedAt" DESC, "id" DESC);
CREATE INDEX "archived_intents_appId_priceFen_id_idx" ON "archived_intents"("appId", "priceFen", "id");
CREATE INDEX "archived_intents_orders_idx" ON "archived_intents"
(COALESCE("orderAcceptedAt", "completedAt", "processingAt", "createdAt") DESC, "id" DESC) WHERE "orderStatus" IS NOT NULL;
CREATE INDEX "archived_intents_redactable_idx" ON "archived_intents" (COALESCE("completedAt", "cancelledAt", "updatedAt"))
WHERE "redactedAt" IS NULL AND "dispatchAt" IS NULL AND "status" IN ('COMPLETED', 'FAILED', 'CANCELLED');
CREATE INDEX "archived_intents_redactRequestedAt_idx" ON "archived_intents" ("redactRequestedAt")
WHERE "redactRequestedAt" IS NOT NULL AND "redactedAt" IS NULL AND "dispatchAt" IS NULL
  AND "status" IN ('COMPLETED', 'FAILED', 'CANCELLED');

-- The idempotency keys of the copies.
CREATE TABLE "archived_keys" (
    "appId" TEXT NOT NULL,
    "idempotencyKey" TEXT NOT NULL,
    "intentId" TEXT NOT NULL,

    CONSTRAINT "archived_keys_pkey" PRIMARY KEY ("appId", "idempotencyKey")
);

-- The release before does not look for its keys in the archive: its creates of such a key write nothing.
CREATE FUNCTION "refuse_archived_key"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM "archived_keys" WHERE "appId" = NEW."appId" AND "idempotencyKey" = NEW."idempotencyKey") THEN
    RETURN NULL;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "intents_archived_keys" BEFORE INSERT ON "intents"
FOR EACH ROW WHEN (NOT NEW."checksArchive") EXECUTE FUNCTION "refuse_archived_key"();

-- Totals know which intents are archived. A row that goes to the archive or comes back stays counted.
ALTER TABLE "intent_counts" ADD COLUMN "isArchived" BOOLEAN NOT NULL DEFAULT false;

CREATE OR REPLACE FUNCTION "count_added_intents"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "intent_counts" ("appId", "status", "platform", "total")
  SELECT "appId", "status", "platform", count(*) FROM added WHERE "copiedAt" IS NULL GROUP BY 1, 2, 3;
  PERFORM "fold_by_chance"();
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION "count_moved_intents"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "intent_counts" ("appId", "status", "platform", "isArchived", "total")
  SELECT "appId", "status", "platform", "isArchived", sum(change) FROM (
    SELECT "appId", "status", "platform", "archivedAt" IS NOT NULL AS "isArchived", 1 AS change FROM added
    UNION ALL SELECT "appId", "status", "platform", "archivedAt" IS NOT NULL, -1 FROM removed) AS changes
  GROUP BY 1, 2, 3, 4 HAVING sum(change) <> 0;
  PERFORM "fold_by_chance"();
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION "count_removed_intents"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  gone RECORD;
BEGIN
  INSERT INTO "intent_counts" ("appId", "status", "platform", "isArchived", "total")
  SELECT "appId", "status", "platform", "archivedAt" IS NOT NULL, -count(*) FROM removed
  WHERE "copiedAt" IS NULL
    OR NOT EXISTS (SELECT FROM "archived_intents" AS a WHERE a."id" = removed."id" AND a."isMoved")
  GROUP BY 1, 2, 3, 4;
  FOR gone IN SELECT "id", "appId", "idempotencyKey" FROM removed WHERE "copiedAt" IS NOT NULL LOOP
    DELETE FROM "archived_intents" WHERE "id" = gone."id" AND NOT "isMoved";
    IF FOUND THEN
      DELETE FROM "archived_keys" WHERE "appId" = gone."appId" AND "idempotencyKey" = gone."idempotencyKey"
        AND "intentId" = gone."id";
    END IF;
  END LOOP;
  PERFORM "fold_by_chance"();
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION "fold_intent_counts"("atMost" int) RETURNS bigint LANGUAGE sql
SET enable_seqscan = off AS $$
  WITH changes AS MATERIALIZED (
    SELECT "appId", "id", "status", "platform", "isArchived" FROM "intent_counts" WHERE NOT "isFolded"
    ORDER BY "id" LIMIT "atMost" FOR UPDATE SKIP LOCKED),
  keys AS MATERIALIZED (SELECT DISTINCT "appId", "status", "platform", "isArchived" FROM changes),
  folded AS MATERIALIZED (
    SELECT same."appId", same."id" FROM keys CROSS JOIN LATERAL (
      SELECT "appId", "id" FROM "intent_counts" AS c
      WHERE c."isFolded" AND c."appId" = keys."appId" AND c."status" = keys."status" AND c."platform" = keys."platform"
        AND c."isArchived" = keys."isArchived"
      FOR UPDATE SKIP LOCKED) AS same),
  gone AS (
    DELETE FROM "intent_counts" AS c
    USING (SELECT "appId", "id" FROM changes UNION ALL SELECT "appId", "id" FROM folded) AS old
    WHERE c."appId" = old."appId" AND c."id" = old."id"
    RETURNING c."appId", c."status", c."platform", c."isArchived", c."total"),
  summed AS (
    INSERT INTO "intent_counts" ("appId", "status", "platform", "isArchived", "total", "isFolded")
    SELECT "appId", "status", "platform", "isArchived", sum("total"), true FROM gone GROUP BY 1, 2, 3, 4
    HAVING sum("total") <> 0)
  SELECT count(*) FROM changes
$$;

-- Makes the partitions of the months since the oldest intent and of those that follow, in UTC, with the rights of the owner
-- of the tables: the service itself may create none.
CREATE FUNCTION "prepare_archive_months"("ahead" INTEGER) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp AS $$
DECLARE
  digits TEXT := substr((SELECT min("id") FROM "intents"), 5, 12);
  month TIMESTAMP := to_timestamp(COALESCE(('x' || lpad(digits, 16, '0'))::bit(64)::bigint / 1000.0,
    extract(epoch FROM service_now()))) AT TIME ZONE 'UTC';
  until TIMESTAMP := (service_now() AT TIME ZONE 'UTC') + LEAST("ahead", 12) * interval '1 month';
  name TEXT;
BEGIN
  -- What is older than the service lies in one partition.
  PERFORM pg_advisory_xact_lock(hashtext('prepare_archive_months'));
  IF to_regclass('archived_intents_before') IS NULL THEN
    CREATE TABLE archived_intents_before (LIKE archived_intents INCLUDING ALL) WITH (fillfactor = 80);
    ALTER TABLE archived_intents ATTACH PARTITION archived_intents_before FOR VALUES FROM (MINVALUE) TO ('int_019a3cb6bc00');
  END IF;
  month := date_trunc('month', GREATEST(month, '2025-11-01'));
  WHILE month <= until LOOP
    name := 'archived_intents_' || to_char(month, 'YYYYMM');
    IF to_regclass(name) IS NULL THEN
      EXECUTE format('CREATE TABLE %I (LIKE archived_intents INCLUDING ALL) WITH (fillfactor = 80)', name);
      EXECUTE format('ALTER TABLE archived_intents ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', name,
        'int_' || lpad(to_hex((extract(epoch FROM month) * 1000)::bigint), 12, '0'),
        'int_' || lpad(to_hex((extract(epoch FROM month + interval '1 month') * 1000)::bigint), 12, '0'));
    END IF;
    month := month + interval '1 month';
  END LOOP;
END $$;

-- First step of a move: copies archived rows that want no more work, with their timelines and keys. Columns go by their
-- names, so that one that a later release adds goes along. Rows that somebody holds wait for the next call.
CREATE FUNCTION "copy_archived_intents"("atMost" INTEGER) RETURNS INTEGER LANGUAGE plpgsql AS $$
DECLARE
  copied INTEGER;
BEGIN
  WITH ready AS MATERIALIZED (
    SELECT "id" FROM "intents" AS i
    WHERE "archivedAt" IS NOT NULL AND "dispatchAt" IS NULL AND "copiedAt" IS NULL
      AND NOT EXISTS (SELECT FROM "order_lookups" AS owed WHERE owed."intentId" = i."id")
      -- A timeline as long as none is shown stays where it is.
      AND (SELECT count(*) FROM (SELECT FROM "intent_events" AS e WHERE e."intentId" = i."id" LIMIT 1001) AS known) <= 1000
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

-- Second step: of rows whose copy was seen 5 minutes ago, removes those that are as they were copied, with their
-- timelines. A copy that is out of date is removed, and so is one of a row that was taken out of the archive.
CREATE FUNCTION "finish_archived_intents"("atMost" INTEGER) RETURNS INTEGER LANGUAGE plpgsql AS $$
DECLARE
  hot "intents";
  copy "archived_intents";
  moved TEXT[] := '{}';
  seen INTEGER;
  finished INTEGER := 0;
BEGIN
  -- Whoever sees a copy sees it committed: no create is left that has begun before it, once 5 minutes have passed.
  UPDATE "intents" SET "copiedAt" = "service_now"() WHERE "id" = ANY(ARRAY(
    SELECT "id" FROM "intents" WHERE "copiedAt" = 'infinity' LIMIT "atMost" FOR UPDATE SKIP LOCKED));
  GET DIAGNOSTICS seen = ROW_COUNT;
  FOR hot IN SELECT * FROM "intents" WHERE "copiedAt" <= "service_now"() - interval '5 minutes'
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

-- Puts a moved row back where it can be changed, and keeps it there for 5 minutes at least. The copy stays until the row is
-- copied again. Returns whether a row was put back.
CREATE FUNCTION "bring_back_intent"("wanted" TEXT) RETURNS BOOLEAN LANGUAGE plpgsql AS $$
DECLARE
  copy "archived_intents";
BEGIN
  -- A row that is being removed is gone once its lock is free.
  UPDATE "intents" SET "copiedAt" = GREATEST("copiedAt", "service_now"()) WHERE "id" = "wanted" AND "copiedAt" IS NOT NULL;
  IF FOUND OR EXISTS (SELECT FROM "intents" WHERE "id" = "wanted") THEN RETURN false; END IF;
  SELECT * INTO copy FROM "archived_intents" WHERE "id" = "wanted" AND "isMoved" FOR UPDATE;
  IF NOT FOUND THEN RETURN false; END IF;
  INSERT INTO "intents" SELECT back.* FROM jsonb_populate_record(NULL::"intents",
    to_jsonb(copy) || jsonb_build_object('copiedAt', "service_now"(), 'checksArchive', true)) AS back;
  INSERT INTO "intent_events"
  SELECT event.* FROM jsonb_populate_recordset(NULL::"intent_events", copy."timeline") AS event
  ON CONFLICT ("id") DO NOTHING;
  UPDATE "archived_intents" SET "isMoved" = false WHERE "id" = "wanted";
  RETURN true;
END $$;

-- The index of labels has archived intents too: a row that goes to the archive keeps its part.
CREATE OR REPLACE FUNCTION "index_labels"() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  gone RECORD;
BEGIN
  IF TG_OP = 'DELETE' AND OLD."copiedAt" IS NOT NULL
    AND EXISTS (SELECT FROM "archived_intents" WHERE "id" = OLD."id" AND "isMoved")
  THEN
    RETURN NULL;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    FOR gone IN SELECT "key", "value" FROM jsonb_each_text(OLD."labels")
      WHERE TG_OP = 'DELETE' OR NEW."labels" ->> "key" IS DISTINCT FROM "value"
    LOOP
      DELETE FROM "intent_labels" AS l WHERE l."appId" = OLD."appId" AND l."key" = gone."key"
        AND l."value" = gone."value" AND l."createdAt" = OLD."createdAt" AND l."id" = OLD."id";
    END LOOP;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO "intent_labels" ("appId", "key", "value", "createdAt", "id")
    SELECT NEW."appId", "key", "value", NEW."createdAt", NEW."id" FROM jsonb_each_text(NEW."labels")
    ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;

-- What an intent has cost that bought nothing, wherever the intent lies.
CREATE FUNCTION "kept_fen"("status" "IntentStatus", "orderStatus" TEXT, "amountPaidFen" BIGINT, "refundedFen" BIGINT,
  "cancellationFeeFen" BIGINT) RETURNS BIGINT LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN "status" = 'COMPLETED' THEN 0
    WHEN "orderStatus" IN ('PLACED', 'SHIPPED', 'DELIVERED')
      THEN GREATEST(COALESCE("amountPaidFen", 0) - COALESCE("refundedFen", 0), 0)
    WHEN "cancellationFeeFen" > 0 THEN "cancellationFeeFen"
    WHEN "refundedFen" IS NOT NULL THEN GREATEST(COALESCE("amountPaidFen", 0) - "refundedFen", 0)
    ELSE 0 END
$$;
CREATE OR REPLACE FUNCTION "kept_fen"(intent "intents") RETURNS BIGINT LANGUAGE sql IMMUTABLE AS $$
  SELECT "kept_fen"(intent."status", intent."orderStatus", intent."amountPaidFen", intent."refundedFen",
    intent."cancellationFeeFen")
$$;
