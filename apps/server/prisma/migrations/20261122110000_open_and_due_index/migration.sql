-- outside a transaction
-- Purchases that are due, without what is due for tracking: after an outage that may be a hundred times as much.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "intents_open_and_due_idx"
ON "intents"("dispatchAt") WHERE "status" IN ('SUBMITTED', 'PROCESSING');
