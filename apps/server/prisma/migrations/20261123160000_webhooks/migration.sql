-- An endpoint that the events of an App are sent to.
CREATE TABLE "webhook_endpoints" (
    "id" TEXT NOT NULL,
    "appId" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "eventTypes" TEXT[],
    "payload" TEXT NOT NULL,
    "signature" TEXT NOT NULL,
    "maxPerSecond" INTEGER NOT NULL,
    "disabledReason" TEXT,
    "disabledAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "webhook_endpoints_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "webhook_endpoints_disabled" CHECK (("disabledAt" IS NULL) = ("disabledReason" IS NULL))
);
CREATE UNIQUE INDEX "webhook_endpoints_appId_url_key" ON "webhook_endpoints"("appId", "url");

-- What requests to an endpoint are signed with, sealed; two while the older one still signs.
CREATE TABLE "webhook_secrets" (
    "id" TEXT NOT NULL,
    "webhookId" TEXT NOT NULL,
    "ciphertext" BYTEA NOT NULL,
    "publicKey" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "expiresAt" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_secrets_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "webhook_secrets_webhookId_idx" ON "webhook_secrets"("webhookId");
ALTER TABLE "webhook_secrets" ADD CONSTRAINT "webhook_secrets_webhookId_fkey"
  FOREIGN KEY ("webhookId") REFERENCES "webhook_endpoints"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What senders know of an endpoint. Apart from it, because every request changes it. It outlives the endpoint until the log
-- of that is swept.
CREATE TABLE "webhook_lanes" (
    "webhookId" TEXT NOT NULL,
    "wakeAt" TIMESTAMPTZ(3),
    "changes" BIGINT NOT NULL DEFAULT 0,
    "nextRequestAt" TIMESTAMPTZ(3),
    "endUpTo" TIMESTAMPTZ(3),
    "failuresInARow" INTEGER NOT NULL DEFAULT 0,
    "failingSince" TIMESTAMPTZ(3),
    "failedDays" INTEGER NOT NULL DEFAULT 0,
    "lastFailedDay" DATE,
    "isFailingTold" BOOLEAN NOT NULL DEFAULT false,
    "testMinute" TIMESTAMPTZ(3),
    "tests" INTEGER NOT NULL DEFAULT 0,
    "isGone" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "webhook_lanes_pkey" PRIMARY KEY ("webhookId")
);
ALTER TABLE "webhook_lanes" SET (fillfactor = 50);
CREATE INDEX "webhook_lanes_wakeAt_idx" ON "webhook_lanes"("wakeAt") WHERE "wakeAt" IS NOT NULL;
CREATE INDEX "webhook_lanes_failingSince_idx" ON "webhook_lanes"("failingSince") WHERE "failingSince" IS NOT NULL;
CREATE INDEX "webhook_lanes_endUpTo_idx" ON "webhook_lanes"("endUpTo") WHERE "endUpTo" IS NOT NULL;
CREATE INDEX "webhook_lanes_gone_idx" ON "webhook_lanes"("webhookId") WHERE "isGone";

-- An event on its way to an endpoint. The row is its own outbox: "dueAt" says when the next attempt is due, or until when
-- the attempt under way is waited for.
CREATE TABLE "webhook_deliveries" (
    "id" UUID NOT NULL,
    "webhookId" TEXT NOT NULL,
    "appId" TEXT NOT NULL,
    "sequence" BIGINT NOT NULL,
    "publishedAt" TIMESTAMPTZ(3) NOT NULL,
    "eventId" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "subjectId" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "trigger" TEXT NOT NULL DEFAULT 'SCHEDULE',
    "rank" SMALLINT NOT NULL DEFAULT 0,
    "dueAt" TIMESTAMPTZ(3),
    "isSending" BOOLEAN NOT NULL DEFAULT false,
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "resumeState" TEXT,
    "resumeAt" TIMESTAMPTZ(3),
    "lastStatus" INTEGER,
    "queuedAt" TIMESTAMPTZ(3) NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "webhook_deliveries_webhookId_sequence_key" ON "webhook_deliveries"("webhookId", "sequence");
CREATE INDEX "webhook_deliveries_due_idx" ON "webhook_deliveries"("webhookId", "rank", "dueAt") WHERE "dueAt" IS NOT NULL;
CREATE INDEX "webhook_deliveries_sending_idx" ON "webhook_deliveries"("webhookId") WHERE "isSending";
ALTER TABLE "webhook_deliveries" SET (fillfactor = 80);

-- The attempts of a delivery, each written before its request goes out.
CREATE TABLE "webhook_attempts" (
    "deliveryId" UUID NOT NULL,
    "attempt" INTEGER NOT NULL,
    "trigger" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "durationMs" INTEGER,
    "status" INTEGER,
    "error" TEXT,
    "response" TEXT,

    CONSTRAINT "webhook_attempts_pkey" PRIMARY KEY ("deliveryId", "attempt")
);
ALTER TABLE "webhook_attempts" SET (fillfactor = 80);

-- Events of a span of time that are sent to an endpoint again.
CREATE TABLE "webhook_replays" (
    "id" TEXT NOT NULL,
    "webhookId" TEXT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,
    "types" TEXT[],
    "scope" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "position" BIGINT NOT NULL,
    "upTo" BIGINT NOT NULL,
    "sent" INTEGER NOT NULL DEFAULT 0,
    "nextAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhook_replays_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "webhook_replays_webhookId_idx" ON "webhook_replays"("webhookId");
CREATE INDEX "webhook_replays_nextAt_idx" ON "webhook_replays"("nextAt") WHERE "nextAt" IS NOT NULL;
-- One replay of an endpoint runs at a time.
CREATE UNIQUE INDEX "webhook_replays_running" ON "webhook_replays"("webhookId") WHERE "state" = 'RUNNING';
ALTER TABLE "webhook_replays" ADD CONSTRAINT "webhook_replays_webhookId_fkey"
  FOREIGN KEY ("webhookId") REFERENCES "webhook_endpoints"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The addresses that Apps have had. Without a secret, so nothing is sent before their owners rotate it and enable them.
INSERT INTO "webhook_endpoints" ("id", "appId", "url", "description", "eventTypes", "payload", "signature", "maxPerSecond",
  "disabledReason", "disabledAt", "createdAt", "updatedAt")
SELECT 'whk_' || lpad(to_hex((extract(epoch FROM now()) * 1000)::bigint), 12, '0') || '7' ||
    substr(replace(gen_random_uuid()::text, '-', ''), 14),
  "id", "webhookUrl", '', '{*}', 'thin', 'v1', 25, 'MOVED', now(), now(), now()
FROM "apps" WHERE "webhookUrl" IS NOT NULL;
INSERT INTO "webhook_lanes" ("webhookId") SELECT "id" FROM "webhook_endpoints";
