-- outside a transaction
-- The list of one user.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "intents_appId_userId_createdAt_id_idx"
ON "intents"("appId", "userId", "createdAt" DESC, "id" DESC);

-- The same order as the index it replaces, so that the release before is served by it too. With what lists are filtered
-- by beside it, a list in which few rows match is found by reading the index alone. These columns change only together
-- with indexed ones, so a purchase writes no index more often than before.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "intents_appId_createdAt_id_filters_idx"
ON "intents"("appId", "createdAt" DESC, "id" DESC) INCLUDE ("title", "status", "platform");

DROP INDEX CONCURRENTLY IF EXISTS "intents_appId_createdAt_id_idx";
