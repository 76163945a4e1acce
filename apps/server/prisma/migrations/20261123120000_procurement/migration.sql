-- The company's own side of buying: whom it buys from, what it has agreed with them, and who asks for what.

CREATE TYPE "SupplierStatus" AS ENUM ('ACTIVE', 'BLOCKED');
CREATE TYPE "ContractStatus" AS ENUM ('DRAFT', 'ACTIVE', 'TERMINATED');
CREATE TYPE "RequestStatus" AS ENUM ('PENDING', 'APPROVED', 'REJECTED', 'WITHDRAWN', 'ORDERED', 'FAILED', 'CANCELLED');

-- All addresses that begin with the same text lie in one range, in the order of bytes.
CREATE TYPE "shop_range" AS RANGE (subtype = text, collation = "C");

CREATE TABLE "suppliers" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "platform" "Platform" NOT NULL,
    "shopUrl" TEXT NOT NULL,
    "shopKey" TEXT NOT NULL,
    "contactName" TEXT,
    "contactPhone" TEXT,
    "status" "SupplierStatus" NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,
    "version" INTEGER NOT NULL,

    CONSTRAINT "suppliers_pkey" PRIMARY KEY ("id"),
    -- Of two shops, none lies within the other, so that each product has one supplier at most. Keys are ASCII.
    CONSTRAINT "suppliers_shops_apart" EXCLUDE USING gist
      ("shop_range"("shopKey", "shopKey" || chr(127), '[)') WITH &&)
);
CREATE UNIQUE INDEX "suppliers_shopKey_key" ON "suppliers"("shopKey");
CREATE INDEX "suppliers_createdAt_id_idx" ON "suppliers"("createdAt" DESC, "id" DESC);

-- One row whose version is another one after every change of a supplier, as that of Apps.
CREATE TABLE "supplier_registry" (
    "id" INTEGER NOT NULL,
    "version" UUID NOT NULL,
    "changedBy" TEXT,

    CONSTRAINT "supplier_registry_pkey" PRIMARY KEY ("id")
);
INSERT INTO "supplier_registry" ("id", "version") VALUES (1, gen_random_uuid());

CREATE FUNCTION "note_supplier_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "supplier_registry" SET "version" = gen_random_uuid(), "changedBy" = pg_current_xact_id()::text
  WHERE "changedBy" IS DISTINCT FROM pg_current_xact_id()::text;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER "suppliers_changed" AFTER INSERT OR UPDATE OR DELETE ON "suppliers"
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "note_supplier_change"();
CREATE TRIGGER "suppliers_forgotten" AFTER TRUNCATE ON "suppliers"
FOR EACH STATEMENT EXECUTE FUNCTION "note_supplier_change"();

CREATE TABLE "contracts" (
    "id" TEXT NOT NULL,
    "supplierId" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "validFrom" DATE NOT NULL,
    "validTo" DATE NOT NULL,
    "status" "ContractStatus" NOT NULL,
    "maxAmountFen" BIGINT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,
    "version" INTEGER NOT NULL,

    CONSTRAINT "contracts_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "contracts_supplierId_fkey" FOREIGN KEY ("supplierId") REFERENCES "suppliers"("id")
      ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "contracts_days_in_order" CHECK ("validFrom" <= "validTo")
);
CREATE INDEX "contracts_supplierId_idx" ON "contracts"("supplierId");
CREATE INDEX "contracts_createdAt_id_idx" ON "contracts"("createdAt" DESC, "id" DESC);

CREATE TABLE "contract_lines" (
    "contractId" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "productUrl" TEXT NOT NULL,
    "maxUnitPriceFen" BIGINT NOT NULL,
    "maxQuantity" INTEGER,

    CONSTRAINT "contract_lines_pkey" PRIMARY KEY ("contractId", "position"),
    CONSTRAINT "contract_lines_contractId_fkey" FOREIGN KEY ("contractId") REFERENCES "contracts"("id")
      ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "purchase_requests" (
    "id" TEXT NOT NULL,
    "requestedBy" TEXT NOT NULL,
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
    "justification" TEXT NOT NULL,
    "supplierId" TEXT,
    "contractId" TEXT,
    "contractLine" TEXT,
    "status" "RequestStatus" NOT NULL,
    "decidedBy" TEXT,
    "decidedAt" TIMESTAMPTZ(3),
    "decisionNote" TEXT,
    "intentId" TEXT,
    "orderId" TEXT,
    "spentFen" BIGINT,
    "endedAt" TIMESTAMPTZ(3),
    "redactRequestedAt" TIMESTAMPTZ(3),
    "redactedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,
    "version" INTEGER NOT NULL,

    CONSTRAINT "purchase_requests_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "purchase_requests_supplierId_fkey" FOREIGN KEY ("supplierId") REFERENCES "suppliers"("id")
      ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "purchase_requests_contractId_fkey" FOREIGN KEY ("contractId") REFERENCES "contracts"("id")
      ON DELETE RESTRICT ON UPDATE CASCADE,
    -- Whatever has an intent was decided by somebody else than who asked for it.
    CONSTRAINT "purchase_requests_decided" CHECK (
      ("status" IN ('APPROVED', 'ORDERED', 'FAILED', 'CANCELLED')) = ("intentId" IS NOT NULL)
      AND ("intentId" IS NULL OR ("decidedBy" IS NOT NULL AND "decidedAt" IS NOT NULL))),
    CONSTRAINT "purchase_requests_not_own" CHECK ("decidedBy" <> "requestedBy"),
    CONSTRAINT "purchase_requests_total" CHECK ("totalFen" = "priceFen" * "quantity"),
    CONSTRAINT "purchase_requests_spent" CHECK (("status" = 'ORDERED') = ("spentFen" IS NOT NULL))
);
CREATE UNIQUE INDEX "purchase_requests_intentId_key" ON "purchase_requests"("intentId");
CREATE INDEX "purchase_requests_supplierId_idx" ON "purchase_requests"("supplierId");
CREATE INDEX "purchase_requests_contractId_status_idx" ON "purchase_requests"("contractId", "status");
CREATE INDEX "purchase_requests_createdAt_id_idx" ON "purchase_requests"("createdAt" DESC, "id" DESC);
CREATE INDEX "purchase_requests_status_createdAt_id_idx"
ON "purchase_requests"("status", "createdAt" DESC, "id" DESC);
CREATE INDEX "purchase_requests_requestedBy_createdAt_id_idx"
ON "purchase_requests"("requestedBy", "createdAt" DESC, "id" DESC);
CREATE INDEX "purchase_requests_redactable_idx" ON "purchase_requests"("endedAt")
WHERE "redactedAt" IS NULL AND "endedAt" IS NOT NULL;
CREATE INDEX "purchase_requests_redactRequestedAt_idx" ON "purchase_requests"("redactRequestedAt")
WHERE "redactedAt" IS NULL AND "redactRequestedAt" IS NOT NULL;

-- The name belongs to approved requests: nobody may sign for it.
ALTER TABLE "apps" ADD CONSTRAINT "apps_id_reserved" CHECK ("id" <> 'app_procurement');

-- What becomes of an approved request is written by the statement that ends its intent, whoever ends it.
CREATE FUNCTION "follow_request_intent"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "purchase_requests" AS r SET
    "status" = (CASE NEW."status" WHEN 'COMPLETED' THEN 'ORDERED' ELSE NEW."status"::text END)::"RequestStatus",
    "orderId" = NEW."orderId",
    "spentFen" = CASE WHEN NEW."status" = 'COMPLETED' THEN COALESCE(NEW."amountPaidFen", NEW."totalFen") END,
    "endedAt" = COALESCE(r."endedAt", NEW."updatedAt"),
    "updatedAt" = NEW."updatedAt",
    "version" = r."version" + 1
  WHERE r."intentId" = NEW."id" AND r."status" IN ('APPROVED', 'ORDERED');
  RETURN NULL;
END $$;
CREATE TRIGGER "intents_of_requests" AFTER UPDATE OF "status", "amountPaidFen" ON "intents" FOR EACH ROW
WHEN (NEW."appId" = 'app_procurement' AND NEW."status" IN ('COMPLETED', 'FAILED', 'CANCELLED')
  AND (OLD."status" <> NEW."status" OR OLD."amountPaidFen" IS DISTINCT FROM NEW."amountPaidFen"))
EXECUTE FUNCTION "follow_request_intent"();

-- When the platform was last asked about the order.
ALTER TABLE "intents" ADD COLUMN "orderCheckedAt" TIMESTAMPTZ(3);
