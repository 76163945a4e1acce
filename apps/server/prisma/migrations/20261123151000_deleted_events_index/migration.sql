-- outside a transaction
-- For the sweep of the timelines of deleted intents.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "intent_events_deleted_idx" ON "intent_events"("at")
WHERE "type" = 'intent.deleted';
