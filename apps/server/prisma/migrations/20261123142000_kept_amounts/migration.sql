CREATE FUNCTION "kept_fen"(intent "intents") RETURNS BIGINT LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN intent."status" = 'COMPLETED' THEN 0
    WHEN intent."orderStatus" IN ('PLACED', 'SHIPPED', 'DELIVERED')
      THEN GREATEST(COALESCE(intent."amountPaidFen", 0) - COALESCE(intent."refundedFen", 0), 0)
    WHEN intent."cancellationFeeFen" > 0 THEN intent."cancellationFeeFen"
    WHEN intent."refundedFen" IS NOT NULL THEN GREATEST(COALESCE(intent."amountPaidFen", 0) - intent."refundedFen", 0)
    ELSE 0 END
$$;

CREATE OR REPLACE FUNCTION "follow_request_intent"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
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
END $$;

DROP TRIGGER "intents_of_requests" ON "intents";
CREATE TRIGGER "intents_of_requests" AFTER UPDATE OF "status", "amountPaidFen", "refundedFen", "cancellationFeeFen" ON "intents"
FOR EACH ROW WHEN (NEW."appId" = 'app_procurement' AND NEW."status" IN ('COMPLETED', 'FAILED', 'CANCELLED')
  AND (OLD."status" <> NEW."status" OR OLD."amountPaidFen" IS DISTINCT FROM NEW."amountPaidFen"
    OR OLD."refundedFen" IS DISTINCT FROM NEW."refundedFen"
    OR OLD."cancellationFeeFen" IS DISTINCT FROM NEW."cancellationFeeFen"))
EXECUTE FUNCTION "follow_request_intent"();

ALTER TABLE "purchase_requests" DROP CONSTRAINT "purchase_requests_spent";
ALTER TABLE "purchase_requests" ADD CONSTRAINT "purchase_requests_spent" CHECK (
  CASE "status" WHEN 'ORDERED' THEN "spentFen" IS NOT NULL
    WHEN 'FAILED' THEN "spentFen" IS NULL OR "spentFen" > 0
    WHEN 'CANCELLED' THEN "spentFen" IS NULL OR "spentFen" > 0
    ELSE "spentFen" IS NULL END);
