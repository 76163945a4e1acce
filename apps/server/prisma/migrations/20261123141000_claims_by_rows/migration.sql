CREATE FUNCTION "claim_order"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "order_claims" ("platform", "orderId", "intentId") VALUES (NEW."platform", NEW."orderId", NEW."id")
  ON CONFLICT ("platform", "orderId") DO NOTHING;
  RETURN NULL;
END $$;

CREATE TRIGGER "intents_order_claimed" AFTER UPDATE OF "orderId" ON "intents"
FOR EACH ROW WHEN (NEW."orderId" IS NOT NULL AND OLD."orderId" IS DISTINCT FROM NEW."orderId")
EXECUTE FUNCTION "claim_order"();

-- What processes of the release before wrote since the table was filled.
INSERT INTO "order_claims" ("platform", "orderId", "intentId")
SELECT DISTINCT ON ("platform", "orderId") "platform", "orderId", "id"
FROM "intents" WHERE "orderId" IS NOT NULL ORDER BY "platform", "orderId", "createdAt", "id"
ON CONFLICT ("platform", "orderId") DO NOTHING;
