-- One row whose version grows with every change of an App or its secrets. Processes ask for it once a second instead of
-- reading each App again.
CREATE TABLE "app_registry" (
    "id" INTEGER NOT NULL,
    "version" BIGINT NOT NULL,

    CONSTRAINT "app_registry_pkey" PRIMARY KEY ("id")
);

INSERT INTO "app_registry" ("id", "version") VALUES (1, 1);

CREATE FUNCTION "count_app_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "app_registry" SET "version" = "version" + 1;
  RETURN NULL;
END $$;

-- At commit: whoever sees the new version sees the change, and of two writers none waits for the other's rows.
CREATE CONSTRAINT TRIGGER "apps_changed" AFTER INSERT OR UPDATE OR DELETE ON "apps"
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "count_app_change"();

CREATE CONSTRAINT TRIGGER "app_secrets_changed" AFTER INSERT OR UPDATE OR DELETE ON "app_secrets"
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "count_app_change"();

CREATE TRIGGER "apps_forgotten" AFTER TRUNCATE ON "apps"
FOR EACH STATEMENT EXECUTE FUNCTION "count_app_change"();

CREATE TRIGGER "app_secrets_forgotten" AFTER TRUNCATE ON "app_secrets"
FOR EACH STATEMENT EXECUTE FUNCTION "count_app_change"();
