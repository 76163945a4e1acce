SET LOCAL lock_timeout = '10s';

-- A session of the console gets another cookie from time to time, and the one before counts for a minute.
ALTER TABLE "sessions" ADD COLUMN "renewedAt" TIMESTAMPTZ(3), ADD COLUMN "formerHash" BYTEA;
-- Short lock: people have few sessions, and all of them are short.
CREATE UNIQUE INDEX "sessions_formerHash_key" ON "sessions"("formerHash");
