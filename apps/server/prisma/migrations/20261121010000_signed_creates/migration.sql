-- CreateTable
CREATE TABLE "signed_creates" (
    "appId" TEXT NOT NULL,
    "signature" TEXT NOT NULL,
    "idempotencyKey" TEXT NOT NULL,
    "intentId" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "signed_creates_pkey" PRIMARY KEY ("appId","signature")
);

-- CreateIndex
CREATE INDEX "signed_creates_createdAt_idx" ON "signed_creates"("createdAt");
