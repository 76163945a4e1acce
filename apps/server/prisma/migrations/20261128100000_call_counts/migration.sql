-- How often Apps have called and how they were refused, and how platforms have answered, by minute.
CREATE TABLE "call_counts" (
  "kind" TEXT NOT NULL,
  "subject" TEXT NOT NULL,
  "minute" TIMESTAMPTZ(3) NOT NULL,
  "outcome" TEXT NOT NULL,
  "count" INTEGER NOT NULL,
  CONSTRAINT "call_counts_pkey" PRIMARY KEY ("kind", "subject", "minute", "outcome")
);

-- Which calls to platforms the breakers of each process stop.
CREATE TABLE "breaker_states" (
  "processId" TEXT NOT NULL,
  "platform" TEXT NOT NULL,
  "call" TEXT NOT NULL,
  "state" TEXT NOT NULL,
  "seenAt" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "breaker_states_pkey" PRIMARY KEY ("processId", "platform", "call")
);
