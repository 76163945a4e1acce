-- Whose intent it was, so that looks are handed over fairly also when the intent is gone. The release before notes none.
ALTER TABLE "order_lookups" ADD COLUMN     "appId" TEXT NOT NULL DEFAULT 'nobody';

-- As before, with the App.
CREATE OR REPLACE FUNCTION "keep_order_lookup"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "order_lookups" ("intentId", "appId", "platform", "merchantOrderNo", "step", "dueAt", "createdAt")
  VALUES (OLD."id", OLD."appId", OLD."platform", OLD."placementToken", OLD."reconcileStep",
    COALESCE(OLD."dispatchAt", "service_now"()), "service_now"())
  ON CONFLICT ("intentId") DO NOTHING;
  RETURN OLD;
END $$;
