-- outside a transaction
-- The looks of one App that are due, and the Apps themselves one after the other.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "order_lookups_platform_appId_dueAt_idx"
ON "order_lookups"("platform", "appId", "dueAt");
