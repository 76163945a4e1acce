-- No process writes these states any more. What is left of them is moved once, and what kept them right goes.

-- Look-ups of late orders that are on the rows of their intents.
WITH moved AS (
  UPDATE "intents" SET "dispatchAt" = NULL, "reconcileStep" = NULL
  WHERE "dispatchAt" IS NOT NULL AND "status" IN ('FAILED', 'CANCELLED')
  RETURNING "id", "appId", "platform", "placementToken")
INSERT INTO "order_lookups" ("intentId", "appId", "platform", "merchantOrderNo", "step", "dueAt", "createdAt")
SELECT "id", "appId", "platform", "placementToken", 0, "service_now"(), "service_now"()
FROM moved WHERE "placementToken" IS NOT NULL
ON CONFLICT ("intentId") DO NOTHING;
DROP TRIGGER "intents_removed_with_lookup" ON "intents";
DROP FUNCTION "keep_order_lookup"();
ALTER TABLE "order_lookups" ALTER COLUMN "appId" DROP DEFAULT;

-- Claims of intents that write another number over the one that stands.
DROP TRIGGER "intents_number_stands" ON "intents";
DROP FUNCTION "keep_number"();

-- Events that know no App. Those whose intent was deleted cannot be published.
DROP TRIGGER "intent_events_incomplete" ON "intent_events";
DROP FUNCTION "complete_event"();
DELETE FROM "unpublished_events" AS u USING "intent_events" AS e WHERE e."id" = u."id" AND e."appId" IS NULL;
