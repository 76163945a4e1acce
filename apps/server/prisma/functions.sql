-- What the database has that schema.prisma cannot express: functions, triggers, checks, indexes and storage parameters,
-- table by table, as the migrations leave them. `npm run schema -- --write` writes the statements from a database that
-- was migrated from nothing, and keeps the comments, which are written by hand. Nothing runs this file.

-- ===== Functions that no trigger calls =====

-- The table that a copy of an intent goes to; null for an id without a time.
CREATE OR REPLACE FUNCTION public.archive_table_of(id text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT CASE
    WHEN "id" !~ '^int_[0-9a-f]{12}' THEN NULL
    WHEN "id" < 'int_019a3cb6bc00' THEN 'archived_intents_before'
    ELSE 'archived_intents_' || to_char(
      to_timestamp(('x' || lpad(substr("id", 5, 12), 16, '0'))::bit(64)::bigint / 1000.0) AT TIME ZONE 'UTC', 'YYYYMM')
  END
$function$;

-- Puts a moved intent back where it can be changed, and keeps it there for 5 minutes at least: whoever changes one calls it
-- first. The copy stays until the row is copied again. Returns whether a row was put back.
CREATE OR REPLACE FUNCTION public.bring_back_intent(wanted text)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
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
END $function$;

-- First step of a move to the archive: copies rows that want no more work, with their timelines and keys. Columns go by
-- their names, so that one that a later release adds goes along. Locked rows are left out, so it waits for nobody. It looks at
-- some rows behind a place alone: however many cannot move, a step stays short, and those behind them have their turn. "lastId"
-- is null at the end of the rows.
CREATE OR REPLACE FUNCTION public.copy_archived_after("afterAt" timestamp with time zone, "afterId" text, "atMost" integer, looks integer, OUT copied integer, OUT "lastAt" timestamp with time zone, OUT "lastId" text)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
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
END $function$;

-- @compat copy_archived_intents: as `copy_archived_after`, from the first row on.
CREATE OR REPLACE FUNCTION public.copy_archived_intents("atMost" integer)
 RETURNS integer
 LANGUAGE sql
AS $function$
  SELECT "copied" FROM "copy_archived_after"('-infinity', '', "atMost", 2147483647)
$function$;

-- Second step of a move, 5 minutes after a copy was seen committed: removes the rows that are as they were copied, with their
-- timelines. No create is left then that could miss both the row and the copied key. A copy that is out of date goes.
CREATE OR REPLACE FUNCTION public.finish_archived_intents("atMost" integer)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
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
END $function$;

-- One change of intents in 500 also folds, so that the rows stay few while no worker runs. Under repeatable read the fold
-- would fail on rows that another transaction has folded.
CREATE OR REPLACE FUNCTION public.fold_by_chance()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF random() < 0.002 AND current_setting('transaction_isolation') = 'read committed' THEN
    PERFORM "fold_intent_counts"(5000);
  END IF;
END $function$;

-- Replaces the oldest changes, and the sums that exist for them, by new sums. Returns the number of changes. Locked rows
-- are left out, so it waits for nobody. A reader sees the rows before or the rows after it, and both have the same total.
CREATE OR REPLACE FUNCTION public.fold_intent_counts("atMost" integer)
 RETURNS bigint
 LANGUAGE sql
 SET enable_seqscan TO 'off'
AS $function$
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
$function$;

-- Drops the partitions of days that ended more than so many days ago, at least 10, with the rights of the owner of the
-- tables. Returns how many.
CREATE OR REPLACE FUNCTION public.forget_event_days(kept integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
END $function$;

-- Whether an archived intent can move: the one rule of the mover, and of the metric of those that wait for their move. Whoever
-- asks it has the condition of `intents_uncopied_idx` beside it, so that the index finds the rows.
CREATE OR REPLACE FUNCTION public.is_ready_to_move(intent intents)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  SELECT intent."archivedAt" IS NOT NULL AND intent."dispatchAt" IS NULL AND intent."copiedAt" IS NULL
    AND NOT EXISTS (SELECT FROM "order_lookups" AS owed WHERE owed."intentId" = intent."id")
    -- The clock of a host that was wrong makes ids of other months.
    AND to_regclass("archive_table_of"(intent."id")) IS NOT NULL
    -- A timeline as long as none is shown stays where it is.
    AND (SELECT count(*) FROM (SELECT FROM "intent_events" AS e WHERE e."intentId" = intent."id" LIMIT 1001) AS known) <= 1000
$function$;

-- What an intent has cost that bought nothing, wherever the intent lies. `keptFenOf` in packages/domain is the same:
-- `rules-in-sql.test.ts` holds both to one answer.
CREATE OR REPLACE FUNCTION public.kept_fen(status "IntentStatus", "orderStatus" text, "amountPaidFen" bigint, "refundedFen" bigint, "cancellationFeeFen" bigint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT CASE
    WHEN "status" = 'COMPLETED' THEN 0
    WHEN "orderStatus" IN ('PLACED', 'SHIPPED', 'DELIVERED')
      THEN GREATEST(COALESCE("amountPaidFen", 0) - COALESCE("refundedFen", 0), 0)
    WHEN "cancellationFeeFen" > 0 THEN "cancellationFeeFen"
    WHEN "refundedFen" IS NOT NULL THEN GREATEST(COALESCE("amountPaidFen", 0) - "refundedFen", 0)
    ELSE 0 END
$function$;
CREATE OR REPLACE FUNCTION public.kept_fen(intent intents)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT "kept_fen"(intent."status", intent."orderStatus", intent."amountPaidFen", intent."refundedFen",
    intent."cancellationFeeFen")
$function$;

-- Makes the partitions of the months since the oldest intent and of those that follow, in UTC, with the rights of the owner
-- of the tables: the service itself may create none.
CREATE OR REPLACE FUNCTION public.prepare_archive_months(ahead integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
END $function$;

-- Makes the partitions of today and of the days that follow, in UTC, with the rights of the owner of the tables: the
-- service itself may create none. Attaching one blocks neither readers nor writers.
CREATE OR REPLACE FUNCTION public.prepare_event_days(ahead integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
END $function$;

-- The clock of all statements that decide about money. Tests replace this function to move it.
CREATE OR REPLACE FUNCTION public.service_now()
 RETURNS timestamp with time zone
 LANGUAGE sql
 PARALLEL SAFE
AS $function$ SELECT clock_timestamp() $function$;

-- ===== Table app_event_counts =====

-- Each publishing changes the rows of the Apps that have events: space for their new versions.
ALTER TABLE app_event_counts SET (fillfactor=50);

-- ===== Table app_events =====

-- A partition holds one day: old events are dropped with their table.
CREATE TABLE app_events PARTITION BY RANGE ("publishedAt");

-- ===== Table app_secrets =====

-- Every transaction that changes an App or a secret gives the registry a new version, once. Processes poll the version to
-- know when their cached Apps are stale. Deferred to the commit: two writers never wait for each other's rows.
CREATE OR REPLACE FUNCTION public.note_app_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE "app_registry" SET "version" = gen_random_uuid(), "changedBy" = pg_current_xact_id()::text
  WHERE "changedBy" IS DISTINCT FROM pg_current_xact_id()::text;
  RETURN NULL;
END $function$;
CREATE CONSTRAINT TRIGGER app_secrets_changed AFTER INSERT OR DELETE OR UPDATE ON app_secrets DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW
  EXECUTE FUNCTION note_app_change();
CREATE TRIGGER app_secrets_forgotten AFTER TRUNCATE ON app_secrets
  FOR EACH STATEMENT
  EXECUTE FUNCTION note_app_change();

-- ===== Table apps =====

-- The same for Apps: see note_app_change.
CREATE CONSTRAINT TRIGGER apps_changed AFTER INSERT OR DELETE OR UPDATE ON apps DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW
  EXECUTE FUNCTION note_app_change();
CREATE TRIGGER apps_forgotten AFTER TRUNCATE ON apps
  FOR EACH STATEMENT
  EXECUTE FUNCTION note_app_change();

-- The id under which approved purchase requests are bought. Nobody may sign for it.
ALTER TABLE apps ADD CONSTRAINT apps_id_reserved CHECK (id <> 'app_procurement'::text);

-- ===== Table archived_intents =====

-- As on `intents`.
CREATE INDEX "archived_intents_appId_createdAt_id_filters_idx" ON ONLY archived_intents USING btree ("appId", "createdAt" DESC, id DESC)
  INCLUDE (title, status, platform);

-- As on `intents`: indexed-times.ts must repeat the expression and the condition.
CREATE INDEX archived_intents_orders_idx ON ONLY archived_intents USING btree (COALESCE("orderAcceptedAt", "completedAt", "processingAt", "createdAt") DESC, id DESC)
  WHERE "orderStatus" IS NOT NULL;

-- As on `intents`.
CREATE INDEX "archived_intents_redactRequestedAt_idx" ON ONLY archived_intents USING btree ("redactRequestedAt")
  WHERE "redactRequestedAt" IS NOT NULL
    AND "redactedAt" IS NULL
    AND "dispatchAt" IS NULL
    AND (status = ANY (ARRAY['COMPLETED'::"IntentStatus", 'FAILED'::"IntentStatus", 'CANCELLED'::"IntentStatus"]));

-- As on `intents`: indexed-times.ts must repeat the expression, and redact-intents.ts the condition.
CREATE INDEX archived_intents_redactable_idx ON ONLY archived_intents USING btree (COALESCE("completedAt", "cancelledAt", "updatedAt"))
  WHERE "redactedAt" IS NULL
    AND "dispatchAt" IS NULL
    AND (status = ANY (ARRAY['COMPLETED'::"IntentStatus", 'FAILED'::"IntentStatus", 'CANCELLED'::"IntentStatus"]));

-- A partition holds a month of ids, which begin with their time: a read by id looks at one.
CREATE TABLE archived_intents PARTITION BY RANGE (id);

-- ===== Table audit_events =====

-- Whoever may write there may add rows and nothing else: not even the service can change what it once recorded.
CREATE OR REPLACE FUNCTION public.refuse_audit_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'audit_events is append-only';
END $function$;
CREATE TRIGGER audit_events_append_only BEFORE DELETE OR UPDATE ON audit_events
  FOR EACH ROW
  EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_events_kept BEFORE TRUNCATE ON audit_events
  FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_audit_change();

-- ===== Table contracts =====

-- A contract does not end before it begins.
ALTER TABLE contracts ADD CONSTRAINT contracts_days_in_order CHECK ("validFrom" <= "validTo");

-- ===== Table intent_counts =====

-- For fold_intent_counts: the changes that are not folded yet, oldest first.
CREATE INDEX intent_counts_unfolded_idx ON intent_counts USING btree (id)
  WHERE NOT "isFolded";

-- ===== Table intent_events =====

-- For redaction: the only events whose detail can quote a platform. An intent can have millions of other events.
CREATE INDEX intent_events_cancel_refused_idx ON intent_events USING btree ("intentId")
  WHERE type = 'intent.cancel_refused'::text;

-- For the sweep of the timelines of deleted intents.
CREATE INDEX intent_events_deleted_idx ON intent_events USING btree (at)
  WHERE type = 'intent.deleted'::text;

-- For the sweep of the events of webhook endpoints.
CREATE INDEX intent_events_of_webhooks_idx ON intent_events USING btree (at)
  WHERE type = ANY (ARRAY['webhook.failing'::text, 'webhook.disabled'::text]);

-- ===== Table intents =====

-- An order that a row has is its intent's, whoever wrote it there.
CREATE OR REPLACE FUNCTION public.claim_order()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO "order_claims" ("platform", "orderId", "intentId") VALUES (NEW."platform", NEW."orderId", NEW."id")
  ON CONFLICT ("platform", "orderId") DO NOTHING;
  RETURN NULL;
END $function$;
CREATE TRIGGER intents_order_claimed AFTER UPDATE OF "orderId" ON intents
  FOR EACH ROW
  WHEN (new."orderId" IS NOT NULL
    AND old."orderId" IS DISTINCT FROM new."orderId")
  EXECUTE FUNCTION claim_order();

-- The totals of lists are sums over intent_counts. Each statement on intents adds rows there and changes none, so that no
-- row is locked by all writers.
CREATE OR REPLACE FUNCTION public.count_added_intents()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO "intent_counts" ("appId", "status", "platform", "total")
  SELECT "appId", "status", "platform", count(*) FROM added WHERE "copiedAt" IS NULL GROUP BY 1, 2, 3;
  PERFORM "fold_by_chance"();
  RETURN NULL;
END $function$;
CREATE TRIGGER intents_added AFTER INSERT ON intents
  REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT
  EXECUTE FUNCTION count_added_intents();

-- A change of status counts one less in the old status and one more in the new one. Other changes add no row.
CREATE OR REPLACE FUNCTION public.count_moved_intents()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO "intent_counts" ("appId", "status", "platform", "isArchived", "total")
  SELECT "appId", "status", "platform", "isArchived", sum(change) FROM (
    SELECT "appId", "status", "platform", "archivedAt" IS NOT NULL AS "isArchived", 1 AS change FROM added
    UNION ALL SELECT "appId", "status", "platform", "archivedAt" IS NOT NULL, -1 FROM removed) AS changes
  GROUP BY 1, 2, 3, 4 HAVING sum(change) <> 0;
  PERFORM "fold_by_chance"();
  RETURN NULL;
END $function$;
CREATE TRIGGER intents_moved AFTER UPDATE ON intents
  REFERENCING OLD TABLE AS removed NEW TABLE AS added
  FOR EACH STATEMENT
  EXECUTE FUNCTION count_moved_intents();

-- Deleted intents count as negative totals.
CREATE OR REPLACE FUNCTION public.count_removed_intents()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
END $function$;
CREATE TRIGGER intents_removed AFTER DELETE ON intents
  REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT
  EXECUTE FUNCTION count_removed_intents();

-- The statement that ends the intent of a purchase request, or changes what it cost, writes what becomes of the request:
-- whoever ends it, nothing is reserved for ever. Not one row of any App's own intents passes the condition.
-- `requestAfterIntent` in packages/domain is the same: `rules-in-sql.test.ts` holds both to one answer.
CREATE OR REPLACE FUNCTION public.follow_request_intent()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  spent BIGINT := CASE WHEN NEW."status" = 'COMPLETED' THEN COALESCE(NEW."amountPaidFen", NEW."totalFen")
    ELSE NULLIF("kept_fen"(NEW), 0) END;
  ended "RequestStatus" := CASE NEW."status" WHEN 'COMPLETED' THEN 'ORDERED' ELSE NEW."status"::text END;
BEGIN
  UPDATE "purchase_requests" AS r SET
    "status" = ended,
    "orderId" = NEW."orderId",
    "spentFen" = spent,
    "endedAt" = COALESCE(r."endedAt", NEW."updatedAt"),
    "updatedAt" = NEW."updatedAt",
    "version" = r."version" + 1
  WHERE r."intentId" = NEW."id" AND r."status" IN ('APPROVED', 'ORDERED', 'FAILED', 'CANCELLED')
    AND (r."status" <> ended OR r."spentFen" IS DISTINCT FROM spent);
  RETURN NULL;
END $function$;
CREATE TRIGGER intents_of_requests AFTER UPDATE OF status, "orderStatus", "amountPaidFen", "refundedFen", "cancellationFeeFen" ON intents
  FOR EACH ROW
  WHEN (new."appId" = 'app_procurement'::text
    AND (new.status = ANY (ARRAY['COMPLETED'::"IntentStatus", 'FAILED'::"IntentStatus", 'CANCELLED'::"IntentStatus"]))
    AND (old.status <> new.status OR old."orderStatus" IS DISTINCT FROM new."orderStatus" OR old."amountPaidFen" IS DISTINCT FROM new."amountPaidFen" OR old."refundedFen" IS DISTINCT FROM new."refundedFen" OR old."cancellationFeeFen" IS DISTINCT FROM new."cancellationFeeFen"))
  EXECUTE FUNCTION follow_request_intent();

-- TRUNCATE runs no trigger for deleted rows.
CREATE OR REPLACE FUNCTION public.forget_intent_counts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  DELETE FROM "intent_counts";
  RETURN NULL;
END $function$;
CREATE TRIGGER intents_truncated AFTER TRUNCATE ON intents
  FOR EACH STATEMENT
  EXECUTE FUNCTION forget_intent_counts();

-- TRUNCATE runs no trigger for deleted rows.
CREATE OR REPLACE FUNCTION public.forget_labels()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  DELETE FROM "intent_labels";
  RETURN NULL;
END $function$;
CREATE TRIGGER intents_labels_forgotten AFTER TRUNCATE ON intents
  FOR EACH STATEMENT
  EXECUTE FUNCTION forget_labels();

-- Whoever writes an intent, its labels are found. A statement of the trigger sees what was committed while the statement on
-- the intent waited for the row, so that of two changes at once none leaves a row behind. It is also right for deletions by
-- a release that knows no labels. It deletes one row at a time, so that no plan reads more than what it deletes.
-- An intent without labels passes none of the conditions.
CREATE OR REPLACE FUNCTION public.index_labels()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
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
END $function$;
CREATE TRIGGER intents_labels_added AFTER INSERT ON intents
  FOR EACH ROW
  WHEN (new.labels IS NOT NULL)
  EXECUTE FUNCTION index_labels();
CREATE TRIGGER intents_labels_changed AFTER UPDATE OF labels ON intents
  FOR EACH ROW
  WHEN (new.labels IS DISTINCT FROM old.labels)
  EXECUTE FUNCTION index_labels();
CREATE TRIGGER intents_labels_removed AFTER DELETE ON intents
  FOR EACH ROW
  WHEN (old.labels IS NOT NULL)
  EXECUTE FUNCTION index_labels();

-- The last guard of the money: no statement ends an intent as FAILED or CANCELLED without a known order while a sent order
-- may still appear ("placingUntil", in code `orderInFlightUntil`). The row stays as it is and the statement changes 0 rows, as if its fence were lost.
CREATE OR REPLACE FUNCTION public.keep_open()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RETURN NULL;
END $function$;
CREATE TRIGGER intents_early_end BEFORE UPDATE OF status ON intents
  FOR EACH ROW
  WHEN ((new.status = ANY (ARRAY['FAILED'::"IntentStatus", 'CANCELLED'::"IntentStatus"]))
    AND (old.status <> ALL (ARRAY['FAILED'::"IntentStatus", 'CANCELLED'::"IntentStatus"]))
    AND new."orderId" IS NULL
    AND new."placingUntil" > service_now())
  EXECUTE FUNCTION keep_open();

-- A create of a release that does not look for its key in the archive writes nothing when the key is there.
CREATE OR REPLACE FUNCTION public.refuse_archived_key()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF EXISTS (SELECT FROM "archived_keys" WHERE "appId" = NEW."appId" AND "idempotencyKey" = NEW."idempotencyKey") THEN
    RETURN NULL;
  END IF;
  RETURN NEW;
END $function$;
CREATE TRIGGER intents_archived_keys BEFORE INSERT ON intents
  FOR EACH ROW
  WHEN (NOT new."checksArchive")
  EXECUTE FUNCTION refuse_archived_key();

-- With the filtered columns, a list in which few rows match is read from the index alone. They change only together with
-- indexed columns, so a purchase writes no more indexes.
CREATE INDEX "intents_appId_createdAt_id_filters_idx" ON intents USING btree ("appId", "createdAt" DESC, id DESC)
  INCLUDE (title, status, platform);

-- For the archive days of an App: intents that have ended, oldest end first. indexed-times.ts must repeat the expression,
-- and archive-by-age.ts the condition.
CREATE INDEX intents_archivable_idx ON intents USING btree ("appId", COALESCE("completedAt", "cancelledAt", "updatedAt"))
  WHERE "archivedAt" IS NULL
    AND (status = ANY (ARRAY['COMPLETED'::"IntentStatus", 'FAILED'::"IntentStatus", 'CANCELLED'::"IntentStatus"]));

-- For the lists of archived intents: the few rows that have not been moved yet.
CREATE INDEX intents_archived_idx ON intents USING btree ("appId", "createdAt" DESC, id DESC)
  WHERE "archivedAt" IS NOT NULL;

-- For the second step of moves, oldest copy first.
CREATE INDEX intents_copied_idx ON intents USING btree ("copiedAt")
  WHERE "copiedAt" IS NOT NULL;

-- For the dispatcher: purchases that are due, without what is due for tracking.
CREATE INDEX intents_open_and_due_idx ON intents USING btree ("dispatchAt")
  WHERE status = ANY (ARRAY['SUBMITTED'::"IntentStatus", 'PROCESSING'::"IntentStatus"]);

-- For lists of orders and for reports, whichever App has bought: newest order first. indexed-times.ts must repeat the
-- expression and the condition.
CREATE INDEX intents_orders_idx ON intents USING btree (COALESCE("orderAcceptedAt", "completedAt", "processingAt", "createdAt") DESC, id DESC)
  WHERE "orderStatus" IS NOT NULL;

-- For redaction: intents that have ended and whose redaction was requested, oldest request first.
CREATE INDEX "intents_redactRequestedAt_idx" ON intents USING btree ("redactRequestedAt")
  WHERE "redactRequestedAt" IS NOT NULL
    AND "redactedAt" IS NULL
    AND "dispatchAt" IS NULL
    AND (status = ANY (ARRAY['COMPLETED'::"IntentStatus", 'FAILED'::"IntentStatus", 'CANCELLED'::"IntentStatus"]));

-- For redaction: intents that have ended, oldest end first. indexed-times.ts must repeat the expression, and
-- redact-intents.ts the condition.
CREATE INDEX intents_redactable_idx ON intents USING btree (COALESCE("completedAt", "cancelledAt", "updatedAt"))
  WHERE "redactedAt" IS NULL
    AND "dispatchAt" IS NULL
    AND (status = ANY (ARRAY['COMPLETED'::"IntentStatus", 'FAILED'::"IntentStatus", 'CANCELLED'::"IntentStatus"]));

-- For the first step of moves: archived rows without a copy, oldest first.
CREATE INDEX intents_uncopied_idx ON intents USING btree ("archivedAt")
  WHERE "archivedAt" IS NOT NULL
    AND "dispatchAt" IS NULL
    AND "copiedAt" IS NULL;

-- Space for new versions of a row on its own page: a write of no indexed column then touches no index.
ALTER TABLE intents SET (fillfactor=70);

-- ===== Table oauth_tokens =====

-- For the sweep that removes salts of successors that are given out no more.
CREATE INDEX oauth_tokens_salted ON oauth_tokens USING btree ("usedAt")
  WHERE salt IS NOT NULL;

-- ===== Table purchase_requests =====

-- A request has an intent from its approval on, which somebody has decided at some time.
ALTER TABLE purchase_requests ADD CONSTRAINT purchase_requests_decided CHECK ((status = ANY (ARRAY['APPROVED'::"RequestStatus", 'ORDERED'::"RequestStatus", 'FAILED'::"RequestStatus", 'CANCELLED'::"RequestStatus"])) = ("intentId" IS NOT NULL)
    AND ("intentId" IS NULL OR "decidedBy" IS NOT NULL
    AND "decidedAt" IS NOT NULL));

-- Nobody decides about a request of their own.
ALTER TABLE purchase_requests ADD CONSTRAINT purchase_requests_not_own CHECK ("decidedBy" <> "requestedBy");

-- Money is spent by what was ordered, and by what a shop keeps of a purchase that came to nothing.
ALTER TABLE purchase_requests ADD CONSTRAINT purchase_requests_spent CHECK (
CASE status
   
  WHEN 'ORDERED'::"RequestStatus" THEN "spentFen" IS NOT NULL
   
  WHEN 'FAILED'::"RequestStatus" THEN "spentFen" IS NULL OR "spentFen" > 0
   
  WHEN 'CANCELLED'::"RequestStatus" THEN "spentFen" IS NULL OR "spentFen" > 0
    ELSE "spentFen" IS NULL
END);

-- Ceilings are sums of totals.
ALTER TABLE purchase_requests ADD CONSTRAINT purchase_requests_total CHECK ("totalFen" = ("priceFen" * quantity));

-- For redaction: requests of people who want theirs redacted, oldest wish first.
CREATE INDEX "purchase_requests_redactRequestedAt_idx" ON purchase_requests USING btree ("redactRequestedAt")
  WHERE "redactedAt" IS NULL
    AND "redactRequestedAt" IS NOT NULL;

-- For redaction: requests that have ended, oldest end first.
CREATE INDEX purchase_requests_redactable_idx ON purchase_requests USING btree ("endedAt")
  WHERE "redactedAt" IS NULL
    AND "endedAt" IS NOT NULL;

-- ===== Table suppliers =====

-- Every transaction that changes a supplier gives their registry a new version, once, at its commit. Processes poll the
-- version to know when the shops that they have in memory are stale.
CREATE OR REPLACE FUNCTION public.note_supplier_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE "supplier_registry" SET "version" = gen_random_uuid(), "changedBy" = pg_current_xact_id()::text
  WHERE "changedBy" IS DISTINCT FROM pg_current_xact_id()::text;
  RETURN NULL;
END $function$;
CREATE CONSTRAINT TRIGGER suppliers_changed AFTER INSERT OR DELETE OR UPDATE ON suppliers DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW
  EXECUTE FUNCTION note_supplier_change();
CREATE TRIGGER suppliers_forgotten AFTER TRUNCATE ON suppliers
  FOR EACH STATEMENT
  EXECUTE FUNCTION note_supplier_change();

-- No shop lies within another one, so that each product has one supplier at most. All keys that begin with a key lie in
-- one range of bytes; chr(127) is after every character of a key. `doShopsOverlap` in packages/domain is the same:
-- `shops-in-sql.test.ts` holds both to one answer.
ALTER TABLE suppliers ADD CONSTRAINT suppliers_shops_apart EXCLUDE USING gist (shop_range("shopKey", "shopKey" || chr(127), '[)'::text) WITH &&);

-- ===== Table unpublished_events =====

-- The table is as long as the last second, and most of its rows are dead: they are removed early.
ALTER TABLE unpublished_events SET (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=5000, autovacuum_vacuum_insert_scale_factor=0, autovacuum_vacuum_insert_threshold=50000, autovacuum_vacuum_cost_delay=0);

-- ===== Table webhook_attempts =====

-- Each attempt is written twice: the second time beside the first.
ALTER TABLE webhook_attempts SET (fillfactor=80);

-- ===== Table webhook_deliveries =====

-- For senders: what is due at one endpoint, new ones first.
CREATE INDEX webhook_deliveries_due_idx ON webhook_deliveries USING btree ("webhookId", rank, "dueAt")
  WHERE "dueAt" IS NOT NULL;

-- For senders: how many requests are under way to one endpoint.
CREATE INDEX webhook_deliveries_sending_idx ON webhook_deliveries USING btree ("webhookId")
  WHERE "isSending";

-- Each delivery is written at least three times.
ALTER TABLE webhook_deliveries SET (fillfactor=80);

-- ===== Table webhook_endpoints =====

-- A disabled endpoint says why.
ALTER TABLE webhook_endpoints ADD CONSTRAINT webhook_endpoints_disabled CHECK (("disabledAt" IS NULL) = ("disabledReason" IS NULL));

-- ===== Table webhook_lanes =====

-- For the sweep of what was open when an endpoint was disabled.
CREATE INDEX "webhook_lanes_endUpTo_idx" ON webhook_lanes USING btree ("endUpTo")
  WHERE "endUpTo" IS NOT NULL;

-- For the look at endpoints that take nothing.
CREATE INDEX "webhook_lanes_failingSince_idx" ON webhook_lanes USING btree ("failingSince")
  WHERE "failingSince" IS NOT NULL;

-- For the sweep of the logs of deleted endpoints.
CREATE INDEX webhook_lanes_gone_idx ON webhook_lanes USING btree ("webhookId")
  WHERE "isGone";

-- For senders: the endpoints that have something due.
CREATE INDEX "webhook_lanes_wakeAt_idx" ON webhook_lanes USING btree ("wakeAt")
  WHERE "wakeAt" IS NOT NULL;

-- Every request writes the lane of its endpoint.
ALTER TABLE webhook_lanes SET (fillfactor=50);

-- ===== Table webhook_replays =====

-- For replays that go on.
CREATE INDEX "webhook_replays_nextAt_idx" ON webhook_replays USING btree ("nextAt")
  WHERE "nextAt" IS NOT NULL;

-- One replay of an endpoint runs at a time.
CREATE UNIQUE INDEX webhook_replays_running ON webhook_replays USING btree ("webhookId")
  WHERE state = 'RUNNING'::text;
