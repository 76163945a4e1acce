-- outside a transaction
-- For the sweep of the events of webhook endpoints.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "intent_events_of_webhooks_idx" ON "intent_events"("at")
WHERE "type" IN ('webhook.failing', 'webhook.disabled');
