-- What an ended purchase has kept depends on the state of its order, too.
DROP TRIGGER "intents_of_requests" ON "intents";
CREATE TRIGGER "intents_of_requests"
AFTER UPDATE OF "status", "orderStatus", "amountPaidFen", "refundedFen", "cancellationFeeFen" ON "intents"
FOR EACH ROW WHEN (NEW."appId" = 'app_procurement' AND NEW."status" IN ('COMPLETED', 'FAILED', 'CANCELLED')
  AND (OLD."status" <> NEW."status" OR OLD."orderStatus" IS DISTINCT FROM NEW."orderStatus"
    OR OLD."amountPaidFen" IS DISTINCT FROM NEW."amountPaidFen"
    OR OLD."refundedFen" IS DISTINCT FROM NEW."refundedFen"
    OR OLD."cancellationFeeFen" IS DISTINCT FROM NEW."cancellationFeeFen"))
EXECUTE FUNCTION "follow_request_intent"();
