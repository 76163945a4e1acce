-- outside a transaction
-- What may be overwritten, by the time of its end, and what a person asked for. Every column here changes only with one
-- that other indexes hold already, so that writes which touch no index still touch none.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "intents_redactable_idx"
ON "intents" ((COALESCE("completedAt", "cancelledAt", "updatedAt")))
WHERE "redactedAt" IS NULL AND "dispatchAt" IS NULL AND "status" IN ('COMPLETED', 'FAILED', 'CANCELLED');

CREATE INDEX CONCURRENTLY IF NOT EXISTS "intents_redactRequestedAt_idx" ON "intents" ("redactRequestedAt")
WHERE "redactRequestedAt" IS NOT NULL
  AND "redactedAt" IS NULL AND "dispatchAt" IS NULL AND "status" IN ('COMPLETED', 'FAILED', 'CANCELLED');
