-- outside a transaction
-- The events whose text a redaction overwrites, found without reading the others of an intent, of which a caller can make
-- millions.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "intent_events_cancel_refused_idx" ON "intent_events"("intentId")
WHERE "type" = 'intent.cancel_refused';
