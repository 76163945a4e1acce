-- The clock that decides about money, as one function, so that every statement reads the same one.
CREATE FUNCTION "service_now"() RETURNS timestamptz LANGUAGE sql VOLATILE PARALLEL SAFE
AS $$ SELECT clock_timestamp() $$;

-- AlterTable
ALTER TABLE "intents" ADD COLUMN     "orderStatus" TEXT,
ADD COLUMN     "pageGoneAt" TIMESTAMPTZ(3),
ADD COLUMN     "parcels" JSONB,
ADD COLUMN     "refundedFen" BIGINT;

-- CreateTable. No personal data: it outlives the intent.
CREATE TABLE "order_lookups" (
    "intentId" TEXT NOT NULL,
    "platform" "Platform" NOT NULL,
    "merchantOrderNo" TEXT NOT NULL,
    "step" INTEGER NOT NULL,
    "dueAt" TIMESTAMPTZ(3) NOT NULL,
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "order_lookups_pkey" PRIMARY KEY ("intentId")
);

-- CreateIndex
CREATE INDEX "order_lookups_dueAt_idx" ON "order_lookups"("dueAt");

-- An intent does not end without an order while one may still appear, whoever writes it. The row stays as it is, as for
-- any write whose fence does not hold. A writer who knows that its own call made no order takes the promise back in the
-- same write.
CREATE FUNCTION "keep_open"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RETURN NULL;
END $$;

CREATE TRIGGER "intents_early_end" BEFORE UPDATE OF "status" ON "intents" FOR EACH ROW
WHEN (NEW."status" IN ('FAILED', 'CANCELLED') AND OLD."status" NOT IN ('FAILED', 'CANCELLED')
  AND NEW."orderId" IS NULL AND NEW."placingUntil" > "service_now"())
EXECUTE FUNCTION "keep_open"();

-- The release before keeps its looks for a late order on the intent's own row, and removes them with it.
CREATE FUNCTION "keep_order_lookup"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "order_lookups" ("intentId", "platform", "merchantOrderNo", "step", "dueAt", "createdAt")
  VALUES (OLD."id", OLD."platform", OLD."placementToken", OLD."reconcileStep",
    COALESCE(OLD."dispatchAt", "service_now"()), "service_now"())
  ON CONFLICT ("intentId") DO NOTHING;
  RETURN OLD;
END $$;

CREATE TRIGGER "intents_removed_with_lookup" BEFORE DELETE ON "intents" FOR EACH ROW
WHEN (OLD."reconcileStep" IS NOT NULL AND OLD."placementToken" IS NOT NULL)
EXECUTE FUNCTION "keep_order_lookup"();
