-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateEnum
CREATE TYPE "IntentStatus" AS ENUM ('DRAFT', 'SUBMITTED', 'PROCESSING', 'COMPLETED', 'FAILED', 'CANCELLED');

-- CreateEnum
CREATE TYPE "Platform" AS ENUM ('PLATFORM_A', 'PLATFORM_B', 'PLATFORM_C');

-- CreateTable
CREATE TABLE "apps" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "permissions" TEXT[],
    "ipAllowList" TEXT[],
    "webhookUrl" TEXT,
    "disabledAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "apps_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "app_secrets" (
    "id" TEXT NOT NULL,
    "appId" TEXT NOT NULL,
    "ciphertext" BYTEA NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "expiresAt" TIMESTAMPTZ(3),

    CONSTRAINT "app_secrets_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "intents" (
    "id" TEXT NOT NULL,
    "appId" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "platform" "Platform" NOT NULL,
    "productUrl" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "priceFen" BIGINT NOT NULL,
    "quantity" INTEGER NOT NULL,
    "totalFen" BIGINT NOT NULL,
    "recipientName" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "phone" TEXT NOT NULL,
    "remarks" TEXT,
    "status" "IntentStatus" NOT NULL,
    "version" INTEGER NOT NULL,
    "idempotencyKey" TEXT NOT NULL,
    "requestHash" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,
    "submittedAt" TIMESTAMPTZ(3),
    "completedAt" TIMESTAMPTZ(3),
    "cancelledAt" TIMESTAMPTZ(3),
    "failureCode" TEXT,
    "orderId" TEXT,
    "amountPaidFen" BIGINT,
    "trackingNumber" TEXT,
    "trackingCompany" TEXT,
    "cancellationFeeFen" BIGINT,
    "dispatchAt" TIMESTAMPTZ(3),
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "processingAt" TIMESTAMPTZ(3),
    "placementToken" TEXT,
    "placingUntil" TIMESTAMPTZ(3),
    "cancelRequestedAt" TIMESTAMPTZ(3),
    "cancelRefusal" TEXT,

    CONSTRAINT "intents_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "intent_events" (
    "id" BIGSERIAL NOT NULL,
    "intentId" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "from" "IntentStatus",
    "to" "IntentStatus",
    "detail" TEXT,

    CONSTRAINT "intent_events_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "apps_name_key" ON "apps"("name");

-- CreateIndex
CREATE INDEX "app_secrets_appId_idx" ON "app_secrets"("appId");

-- CreateIndex
CREATE UNIQUE INDEX "intents_placementToken_key" ON "intents"("placementToken");

-- CreateIndex
CREATE INDEX "intents_appId_createdAt_id_idx" ON "intents"("appId", "createdAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "intents_appId_updatedAt_id_idx" ON "intents"("appId", "updatedAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "intents_appId_priceFen_id_idx" ON "intents"("appId", "priceFen", "id");

-- CreateIndex
CREATE INDEX "intents_dispatchAt_idx" ON "intents"("dispatchAt");

-- CreateIndex
CREATE UNIQUE INDEX "intents_appId_idempotencyKey_key" ON "intents"("appId", "idempotencyKey");

-- CreateIndex
CREATE INDEX "intent_events_intentId_id_idx" ON "intent_events"("intentId", "id");

-- AddForeignKey
ALTER TABLE "app_secrets" ADD CONSTRAINT "app_secrets_appId_fkey" FOREIGN KEY ("appId") REFERENCES "apps"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "intent_events" ADD CONSTRAINT "intent_events_intentId_fkey" FOREIGN KEY ("intentId") REFERENCES "intents"("id") ON DELETE CASCADE ON UPDATE CASCADE;


