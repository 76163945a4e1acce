-- outside a transaction
-- For lists of orders and for reports, whichever App has bought. A purchase adds one entry, when its order is known.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "intents_orders_idx"
ON "intents"((COALESCE("orderAcceptedAt", "completedAt", "processingAt", "createdAt")) DESC, "id" DESC) WHERE "orderStatus" IS NOT NULL;
