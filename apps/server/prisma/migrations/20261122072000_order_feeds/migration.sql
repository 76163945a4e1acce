-- CreateTable
CREATE TABLE "order_feeds" (
    "platform" "Platform" NOT NULL,
    "changedSince" TIMESTAMPTZ(3) NOT NULL,
    "changedUpTo" TIMESTAMPTZ(3),
    "cursor" TEXT,
    "pages" INTEGER NOT NULL DEFAULT 0,
    "nextPollAt" TIMESTAMPTZ(3) NOT NULL,
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "lastFailure" TEXT,
    "caughtUpAt" TIMESTAMPTZ(3),
    "provenAt" TIMESTAMPTZ(3),

    CONSTRAINT "order_feeds_pkey" PRIMARY KEY ("platform")
);
