-- The caller's own texts for an intent.
ALTER TABLE "intents" ADD COLUMN "labels" JSONB;

-- To find intents by a label, in the order of the list.
CREATE TABLE "intent_labels" (
    "appId" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "id" TEXT NOT NULL,

    CONSTRAINT "intent_labels_pkey" PRIMARY KEY ("appId", "key", "value", "createdAt", "id")
);

-- Whoever writes an intent, its labels are found. A statement of the trigger sees what was committed while the statement on
-- the intent waited for the row, so that of two changes at once none leaves a row behind. It is also right for deletions by
-- the release before, which knows no labels. One row at a time, so that no plan ever reads more than the rows it removes.
CREATE FUNCTION "index_labels"() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  gone RECORD;
BEGIN
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
CREATE TRIGGER "intents_labels_added" AFTER INSERT ON "intents" FOR EACH ROW
  WHEN (NEW."labels" IS NOT NULL) EXECUTE FUNCTION "index_labels"();
CREATE TRIGGER "intents_labels_changed" AFTER UPDATE OF "labels" ON "intents" FOR EACH ROW
  WHEN (NEW."labels" IS DISTINCT FROM OLD."labels") EXECUTE FUNCTION "index_labels"();
CREATE TRIGGER "intents_labels_removed" AFTER DELETE ON "intents" FOR EACH ROW
  WHEN (OLD."labels" IS NOT NULL) EXECUTE FUNCTION "index_labels"();
CREATE FUNCTION "forget_labels"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "intent_labels";
  RETURN NULL;
END $$;
CREATE TRIGGER "intents_labels_forgotten" AFTER TRUNCATE ON "intents" FOR EACH STATEMENT
  EXECUTE FUNCTION "forget_labels"();
