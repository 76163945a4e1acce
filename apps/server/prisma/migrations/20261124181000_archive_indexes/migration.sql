-- outside a transaction
-- For the lists of archived intents: the few rows that have not been moved yet.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "intents_archived_idx" ON "intents"("appId", "createdAt" DESC, "id" DESC)
WHERE "archivedAt" IS NOT NULL;
-- For the copies of archived rows, oldest first.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "intents_uncopied_idx" ON "intents"("archivedAt")
WHERE "archivedAt" IS NOT NULL AND "dispatchAt" IS NULL AND "copiedAt" IS NULL;
-- For the removal of rows that were copied, oldest first.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "intents_copied_idx" ON "intents"("copiedAt") WHERE "copiedAt" IS NOT NULL;
-- For the archive days of an App: intents that have ended, oldest end first.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "intents_archivable_idx" ON "intents"
("appId", (COALESCE("completedAt", "cancelledAt", "updatedAt")))
WHERE "archivedAt" IS NULL AND "status" IN ('COMPLETED', 'FAILED', 'CANCELLED');
