CREATE TABLE "order_claims" (
    "platform" "Platform" NOT NULL,
    "orderId" TEXT NOT NULL,
    "intentId" TEXT NOT NULL,

    CONSTRAINT "order_claims_pkey" PRIMARY KEY ("platform", "orderId")
);

-- Of orders that two intents have already, the older intent keeps the claim.
INSERT INTO "order_claims" ("platform", "orderId", "intentId")
SELECT DISTINCT ON ("platform", "orderId") "platform", "orderId", "id"
FROM "intents" WHERE "orderId" IS NOT NULL ORDER BY "platform", "orderId", "createdAt", "id";
