-- One row whose version is another one after every change of an App or its secrets. Processes ask for it once a second
-- instead of reading each App again. Not a number: one that goes back with a restored database could come again.
CREATE TABLE "app_registry" (
    "id" INTEGER NOT NULL,
    "version" UUID NOT NULL,
    "changedBy" TEXT,

    CONSTRAINT "app_registry_pkey" PRIMARY KEY ("id")
);

INSERT INTO "app_registry" ("id", "version") VALUES (1, gen_random_uuid());

-- Once a transaction, however many rows it changes.
CREATE FUNCTION "note_app_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "app_registry" SET "version" = gen_random_uuid(), "changedBy" = pg_current_xact_id()::text
  WHERE "changedBy" IS DISTINCT FROM pg_current_xact_id()::text;
  RETURN NULL;
END $$;

-- At commit: whoever sees the new version sees the change, and of two writers none waits for the other's rows.
CREATE CONSTRAINT TRIGGER "apps_changed" AFTER INSERT OR UPDATE OR DELETE ON "apps"
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "note_app_change"();

CREATE CONSTRAINT TRIGGER "app_secrets_changed" AFTER INSERT OR UPDATE OR DELETE ON "app_secrets"
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "note_app_change"();

CREATE TRIGGER "apps_forgotten" AFTER TRUNCATE ON "apps"
FOR EACH STATEMENT EXECUTE FUNCTION "note_app_change"();

CREATE TRIGGER "app_secrets_forgotten" AFTER TRUNCATE ON "app_secrets"
FOR EACH STATEMENT EXECUTE FUNCTION "note_app_change"();
