-- The statements that write changes of intents, as they are sent, with long lines broken. For reviews; nothing runs this file.
-- `vitest run --project apps/server intent-rows/statements -u` writes it. The fenced writer has a statement for each shape of a
-- change; for callers it answers with all columns instead of the id. Four columns have another name in code: see intent-columns.ts.

-- updateOf: an update
    WITH given AS MATERIALIZED (SELECT * FROM json_to_recordset($1::json) AS w("id" text, "version" int, "attempt" int,
        "at" timestamptz, "status" "IntentStatus", "quantity" int, "totalFen" bigint, "type" text, "from"
        "IntentStatus", "to" "IntentStatus", "detail" text)),
    free AS MATERIALIZED (
      SELECT w.* FROM given AS w JOIN "intents" AS i ON i."id" = w."id" AND i."version" = w."version" AND i."attempt" =
          w."attempt"
      FOR UPDATE OF i SKIP LOCKED),
    changed AS (
      UPDATE "intents" AS i SET "status" = w."status", "quantity" = w."quantity", "totalFen" = w."totalFen", "version"
          = i."version" + 1, "updatedAt" = w."at", "attempt" = (i."attempt" % 32768 + 32768 * floor(random() *
          65535)::int) FROM free AS w WHERE i."id" = w."id" RETURNING i."id", i."appId" AS "ofApp", i."status" AS
          "ofStatus", i."version" AS "ofVersion", w."at", w."type", w."from", w."to", w."detail"),
  events AS (
    INSERT INTO "intent_events" ("intentId", "appId", "status", "version", "at", "type", "from", "to", "detail")
    SELECT "id", "ofApp", "ofStatus", "ofVersion", "at", "type", "from", "to", "detail" FROM changed RETURNING "id",
        "type"),
  unpublished AS (
    INSERT INTO "unpublished_events" SELECT "id" FROM events WHERE "type" NOT IN ('intent.attempt_failed'))
    SELECT m."id", w."id" AS "givenId",
      -- Judged by the snapshot of the statement. A row that a trigger left unchanged was not locked.
      CASE WHEN m."id" IS NULL THEN w."id" NOT IN (SELECT "id" FROM free)
        AND EXISTS (SELECT 1 FROM "intents" AS i WHERE i."id" = w."id" AND i."version" = w."version" AND i."attempt" =
            w."attempt") ELSE false END AS "isHeld"
    FROM given AS w LEFT JOIN changed AS m ON m."id" = w."id";

-- updateOf: an update that no event reports
    WITH given AS MATERIALIZED (SELECT * FROM json_to_recordset($1::json) AS w("id" text, "version" int, "attempt" int,
        "at" timestamptz, "status" "IntentStatus", "quantity" int, "totalFen" bigint, "mustCompareOrder" boolean)),
    free AS MATERIALIZED (
      SELECT w.* FROM given AS w JOIN "intents" AS i ON i."id" = w."id" AND i."version" = w."version" AND i."attempt" =
          w."attempt"
      FOR UPDATE OF i SKIP LOCKED),
    changed AS (
      UPDATE "intents" AS i SET "status" = w."status", "quantity" = w."quantity", "totalFen" = w."totalFen",
          "mustCompareOrder" = w."mustCompareOrder", "version" = i."version" + 1, "updatedAt" = w."at", "attempt" =
          (i."attempt" % 32768 + 32768 * floor(random() * 65535)::int) FROM free AS w WHERE i."id" = w."id" RETURNING
          i."id")
    SELECT m."id", w."id" AS "givenId",
      -- Judged by the snapshot of the statement. A row that a trigger left unchanged was not locked.
      CASE WHEN m."id" IS NULL THEN w."id" NOT IN (SELECT "id" FROM free)
        AND EXISTS (SELECT 1 FROM "intents" AS i WHERE i."id" = w."id" AND i."version" = w."version" AND i."attempt" =
            w."attempt") ELSE false END AS "isHeld"
    FROM given AS w LEFT JOIN changed AS m ON m."id" = w."id";

-- archivingOf: a mark of the archive
    WITH given AS MATERIALIZED (SELECT * FROM json_to_recordset($1::json) AS w("id" text, "version" int, "attempt" int,
        "at" timestamptz, "archivedAt" timestamptz, "type" text, "from" "IntentStatus", "to" "IntentStatus", "detail"
        text)),
    free AS MATERIALIZED (
      SELECT w.* FROM given AS w JOIN "intents" AS i ON i."id" = w."id" AND i."version" = w."version" AND i."attempt" =
          w."attempt"
      FOR UPDATE OF i SKIP LOCKED),
    changed AS (
      UPDATE "intents" AS i SET "archivedAt" = w."archivedAt", "version" = i."version" + 1 FROM free AS w WHERE i."id"
          = w."id" RETURNING i."id", i."appId" AS "ofApp", i."status" AS "ofStatus", i."version" AS "ofVersion",
          w."at", w."type", w."from", w."to", w."detail"),
  events AS (
    INSERT INTO "intent_events" ("intentId", "appId", "status", "version", "at", "type", "from", "to", "detail")
    SELECT "id", "ofApp", "ofStatus", "ofVersion", "at", "type", "from", "to", "detail" FROM changed RETURNING "id",
        "type"),
  unpublished AS (
    INSERT INTO "unpublished_events" SELECT "id" FROM events WHERE "type" NOT IN ('intent.attempt_failed'))
    SELECT m."id", w."id" AS "givenId",
      -- Judged by the snapshot of the statement. A row that a trigger left unchanged was not locked.
      CASE WHEN m."id" IS NULL THEN w."id" NOT IN (SELECT "id" FROM free)
        AND EXISTS (SELECT 1 FROM "intents" AS i WHERE i."id" = w."id" AND i."version" = w."version" AND i."attempt" =
            w."attempt") ELSE false END AS "isHeld"
    FROM given AS w LEFT JOIN changed AS m ON m."id" = w."id";

-- unarchivingOf: its end
    WITH given AS MATERIALIZED (SELECT * FROM json_to_recordset($1::json) AS w("id" text, "version" int, "attempt" int,
        "at" timestamptz, "archivedAt" timestamptz, "unarchivedAt" timestamptz, "type" text, "from" "IntentStatus",
        "to" "IntentStatus", "detail" text)),
    free AS MATERIALIZED (
      SELECT w.* FROM given AS w JOIN "intents" AS i ON i."id" = w."id" AND i."version" = w."version" AND i."attempt" =
          w."attempt"
      FOR UPDATE OF i SKIP LOCKED),
    changed AS (
      UPDATE "intents" AS i SET "archivedAt" = w."archivedAt", "unarchivedAt" = w."unarchivedAt", "version" =
          i."version" + 1 FROM free AS w WHERE i."id" = w."id" RETURNING i."id", i."appId" AS "ofApp", i."status" AS
          "ofStatus", i."version" AS "ofVersion", w."at", w."type", w."from", w."to", w."detail"),
  events AS (
    INSERT INTO "intent_events" ("intentId", "appId", "status", "version", "at", "type", "from", "to", "detail")
    SELECT "id", "ofApp", "ofStatus", "ofVersion", "at", "type", "from", "to", "detail" FROM changed RETURNING "id",
        "type"),
  unpublished AS (
    INSERT INTO "unpublished_events" SELECT "id" FROM events WHERE "type" NOT IN ('intent.attempt_failed'))
    SELECT m."id", w."id" AS "givenId",
      -- Judged by the snapshot of the statement. A row that a trigger left unchanged was not locked.
      CASE WHEN m."id" IS NULL THEN w."id" NOT IN (SELECT "id" FROM free)
        AND EXISTS (SELECT 1 FROM "intents" AS i WHERE i."id" = w."id" AND i."version" = w."version" AND i."attempt" =
            w."attempt") ELSE false END AS "isHeld"
    FROM given AS w LEFT JOIN changed AS m ON m."id" = w."id";

-- submissionOf: a submission
    WITH given AS MATERIALIZED (SELECT * FROM json_to_recordset($1::json) AS w("id" text, "version" int, "attempt" int,
        "at" timestamptz, "status" "IntentStatus", "submittedAt" timestamptz, "nextAttemptAt" timestamptz, "type" text,
        "from" "IntentStatus", "to" "IntentStatus", "detail" text)),
    free AS MATERIALIZED (
      SELECT w.* FROM given AS w JOIN "intents" AS i ON i."id" = w."id" AND i."version" = w."version" AND i."attempt" =
          w."attempt"
      FOR UPDATE OF i SKIP LOCKED),
    changed AS (
      UPDATE "intents" AS i SET "status" = w."status", "submittedAt" = w."submittedAt", "dispatchAt" = CASE
    WHEN i."cancelRequestedAt" > w."at" - interval '20000 milliseconds'
    THEN LEAST(w."nextAttemptAt", w."at" + interval '1000 milliseconds')
    ELSE w."nextAttemptAt" END, "version" = i."version" + 1, "updatedAt" = w."at" FROM free AS w WHERE i."id" = w."id"
        RETURNING i."id", i."appId" AS "ofApp", i."status" AS "ofStatus", i."version" AS "ofVersion", w."at", w."type",
        w."from", w."to", w."detail"),
  events AS (
    INSERT INTO "intent_events" ("intentId", "appId", "status", "version", "at", "type", "from", "to", "detail")
    SELECT "id", "ofApp", "ofStatus", "ofVersion", "at", "type", "from", "to", "detail" FROM changed RETURNING "id",
        "type"),
  unpublished AS (
    INSERT INTO "unpublished_events" SELECT "id" FROM events WHERE "type" NOT IN ('intent.attempt_failed'))
    SELECT m."id", w."id" AS "givenId",
      -- Judged by the snapshot of the statement. A row that a trigger left unchanged was not locked.
      CASE WHEN m."id" IS NULL THEN w."id" NOT IN (SELECT "id" FROM free)
        AND EXISTS (SELECT 1 FROM "intents" AS i WHERE i."id" = w."id" AND i."version" = w."version" AND i."attempt" =
            w."attempt") ELSE false END AS "isHeld"
    FROM given AS w LEFT JOIN changed AS m ON m."id" = w."id";

-- startOf: the start of a purchase
    WITH given AS MATERIALIZED (SELECT * FROM unnest($1::text[]) AS one("id"), (SELECT $2::timestamptz AS "at",
        $3::"IntentStatus" AS "status", $4::timestamptz AS "processingAt", $5::text AS "type", $6::"IntentStatus" AS
        "from", $7::"IntentStatus" AS "to", $8::text AS "detail") AS start),
    free AS MATERIALIZED (
      SELECT w.*, i."status" = w."from" AS "isNew" FROM given AS w JOIN "intents" AS i ON i."id" = w."id" AND
          i."status" IN ('SUBMITTED', 'PROCESSING')
      FOR UPDATE OF i SKIP LOCKED),
    changed AS (
      UPDATE "intents" AS i SET "attempt" = ((i."attempt" + 1) % 32768 + 32768 * floor(random() * 65535)::int),
    "placementToken" = COALESCE(i."placementToken", substr(i."id", 5)), "status" = CASE WHEN w."isNew" THEN w."status"
        ELSE i."status" END, "processingAt" = CASE WHEN w."isNew" THEN w."processingAt" ELSE i."processingAt" END,
        "version" = CASE WHEN w."isNew" THEN i."version" + 1 ELSE i."version" END, "updatedAt" = CASE WHEN w."isNew"
        THEN w."at" ELSE i."updatedAt" END FROM free AS w WHERE i."id" = w."id" RETURNING i."id", i."appId",
        i."platform", i."productUrl", i."priceFen", i."quantity", i."totalFen", i."recipientName", i."address",
        i."phone", i."remarks", i."status", i."version", i."createdAt", i."submittedAt", i."completedAt", i."orderId",
        i."amountPaidFen", i."orderAcceptedAt", i."orderStatus", i."parcels", i."refundedFen", i."pageGoneAt",
        i."mustCompareOrder", i."attempt", i."processingAt", i."placementToken" AS "merchantOrderNo", i."placingUntil"
        AS "orderInFlightUntil", i."resendAt" AS "retryOrderAfter", i."cancelRequestedAt", i."cancelRefusal",
        i."cancelSentOrderId", i."isSentCancelRefused", i."foundOrderId", w."isNew", i."appId" AS "ofApp", i."status"
        AS "ofStatus", i."version" AS "ofVersion", w."at", w."type", w."from", w."to", w."detail"),
  events AS (
    INSERT INTO "intent_events" ("intentId", "appId", "status", "version", "at", "type", "from", "to", "detail")
    SELECT "id", "ofApp", "ofStatus", "ofVersion", "at", "type", "from", "to", "detail" FROM (SELECT * FROM changed
        WHERE "isNew") AS changed RETURNING "id", "type"),
  unpublished AS (
    INSERT INTO "unpublished_events" SELECT "id" FROM events WHERE "type" NOT IN ('intent.attempt_failed'))
    SELECT m."id", m."appId", m."platform", m."productUrl", m."priceFen", m."quantity", m."totalFen",
        m."recipientName", m."address", m."phone", m."remarks", m."status", m."version", m."createdAt",
        m."submittedAt", m."completedAt", m."orderId", m."amountPaidFen", m."orderAcceptedAt", m."orderStatus",
        m."parcels", m."refundedFen", m."pageGoneAt", m."mustCompareOrder", m."attempt", m."processingAt",
        m."merchantOrderNo", m."orderInFlightUntil", m."retryOrderAfter", m."cancelRequestedAt", m."cancelRefusal",
        m."cancelSentOrderId", m."isSentCancelRefused", m."foundOrderId", m."isNew", w."id" AS "givenId",
      -- Judged by the snapshot of the statement. A row that a trigger left unchanged was not locked.
      CASE WHEN m."id" IS NULL THEN w."id" NOT IN (SELECT "id" FROM free)
        AND EXISTS (SELECT 1 FROM "intents" AS i WHERE i."id" = w."id" AND i."status" IN ('SUBMITTED', 'PROCESSING'))
            ELSE false END AS "isHeld"
    FROM given AS w LEFT JOIN changed AS m ON m."id" = w."id";

-- acceptedOf: a new order
    WITH given AS MATERIALIZED (SELECT * FROM json_to_recordset($1::json) AS w("id" text, "version" int, "attempt" int,
        "at" timestamptz, "orderId" text, "orderStatus" text, "orderAcceptedAt" timestamptz, "orderCheckedAt"
        timestamptz, "nextAttemptAt" timestamptz, "type" text, "from" "IntentStatus", "to" "IntentStatus", "detail"
        text)),
    free AS MATERIALIZED (
      SELECT w.* FROM given AS w JOIN "intents" AS i ON i."id" = w."id" AND i."version" = w."version" AND i."attempt" =
          w."attempt"
      FOR UPDATE OF i SKIP LOCKED),
    changed AS (
      UPDATE "intents" AS i SET "orderId" = w."orderId", "orderStatus" = w."orderStatus", "orderAcceptedAt" =
          w."orderAcceptedAt", "orderCheckedAt" = w."orderCheckedAt", "dispatchAt" = CASE
    WHEN i."cancelRequestedAt" > w."at" - interval '20000 milliseconds'
    THEN LEAST(w."nextAttemptAt", w."at" + interval '1000 milliseconds')
    ELSE w."nextAttemptAt" END, "version" = i."version" + 1, "updatedAt" = w."at" FROM free AS w WHERE i."id" = w."id"
        RETURNING i."id", i."appId" AS "ofApp", i."status" AS "ofStatus", i."version" AS "ofVersion", w."at", w."type",
        w."from", w."to", w."detail"),
  events AS (
    INSERT INTO "intent_events" ("intentId", "appId", "status", "version", "at", "type", "from", "to", "detail")
    SELECT "id", "ofApp", "ofStatus", "ofVersion", "at", "type", "from", "to", "detail" FROM changed RETURNING "id",
        "type"),
  unpublished AS (
    INSERT INTO "unpublished_events" SELECT "id" FROM events WHERE "type" NOT IN ('intent.attempt_failed'))
    SELECT m."id", w."id" AS "givenId",
      -- Judged by the snapshot of the statement. A row that a trigger left unchanged was not locked.
      CASE WHEN m."id" IS NULL THEN w."id" NOT IN (SELECT "id" FROM free)
        AND EXISTS (SELECT 1 FROM "intents" AS i WHERE i."id" = w."id" AND i."version" = w."version" AND i."attempt" =
            w."attempt") ELSE false END AS "isHeld"
    FROM given AS w LEFT JOIN changed AS m ON m."id" = w."id";

-- acceptedOf: an order that is known
-- decideTracking: an order that is as it was
-- decideTracking: a cancelled order whose fee stays unknown
    WITH given AS MATERIALIZED (SELECT * FROM json_to_recordset($1::json) AS w("id" text, "version" int, "attempt" int,
        "at" timestamptz, "orderCheckedAt" timestamptz, "nextAttemptAt" timestamptz)),
    free AS MATERIALIZED (
      SELECT w.* FROM given AS w JOIN "intents" AS i ON i."id" = w."id" AND i."version" = w."version" AND i."attempt" =
          w."attempt"
      FOR UPDATE OF i SKIP LOCKED),
    changed AS (
      UPDATE "intents" AS i SET "orderCheckedAt" = w."orderCheckedAt", "dispatchAt" = CASE
    WHEN i."cancelRequestedAt" > w."at" - interval '20000 milliseconds'
    THEN LEAST(w."nextAttemptAt", w."at" + interval '1000 milliseconds')
    ELSE w."nextAttemptAt" END FROM free AS w WHERE i."id" = w."id" RETURNING i."id")
    SELECT m."id", w."id" AS "givenId",
      -- Judged by the snapshot of the statement. A row that a trigger left unchanged was not locked.
      CASE WHEN m."id" IS NULL THEN w."id" NOT IN (SELECT "id" FROM free)
        AND EXISTS (SELECT 1 FROM "intents" AS i WHERE i."id" = w."id" AND i."version" = w."version" AND i."attempt" =
            w."attempt") ELSE false END AS "isHeld"
    FROM given AS w LEFT JOIN changed AS m ON m."id" = w."id";

-- acceptedOf: a known order that costs too much
    WITH given AS MATERIALIZED (SELECT * FROM json_to_recordset($1::json) AS w("id" text, "version" int, "attempt" int,
        "at" timestamptz, "orderId" text, "orderStatus" text, "amountPaidFen" bigint, "orderAcceptedAt" timestamptz,
        "orderCheckedAt" timestamptz, "nextAttemptAt" timestamptz, "type" text, "from" "IntentStatus", "to"
        "IntentStatus", "detail" text)),
    free AS MATERIALIZED (
      SELECT w.* FROM given AS w JOIN "intents" AS i ON i."id" = w."id" AND i."version" = w."version" AND i."attempt" =
          w."attempt"
      FOR UPDATE OF i SKIP LOCKED),
    changed AS (
      UPDATE "intents" AS i SET "orderId" = w."orderId", "orderStatus" = w."orderStatus", "amountPaidFen" =
          w."amountPaidFen", "orderAcceptedAt" = w."orderAcceptedAt", "orderCheckedAt" = w."orderCheckedAt",
          "dispatchAt" = CASE
    WHEN i."cancelRequestedAt" > w."at" - interval '20000 milliseconds'
    THEN LEAST(w."nextAttemptAt", w."at" + interval '1000 milliseconds')
    ELSE w."nextAttemptAt" END, "version" = i."version" + 1, "updatedAt" = w."at" FROM free AS w WHERE i."id" = w."id"
        RETURNING i."id", i."appId" AS "ofApp", i."status" AS "ofStatus", i."version" AS "ofVersion", w."at", w."type",
        w."from", w."to", w."detail"),
  events AS (
    INSERT INTO "intent_events" ("intentId", "appId", "status", "version", "at", "type", "from", "to", "detail")
    SELECT "id", "ofApp", "ofStatus", "ofVersion", "at", "type", "from", "to", "detail" FROM changed RETURNING "id",
        "type"),
  unpublished AS (
    INSERT INTO "unpublished_events" SELECT "id" FROM events WHERE "type" NOT IN ('intent.attempt_failed'))
    SELECT m."id", w."id" AS "givenId",
      -- Judged by the snapshot of the statement. A row that a trigger left unchanged was not locked.
      CASE WHEN m."id" IS NULL THEN w."id" NOT IN (SELECT "id" FROM free)
        AND EXISTS (SELECT 1 FROM "intents" AS i WHERE i."id" = w."id" AND i."version" = w."version" AND i."attempt" =
            w."attempt") ELSE false END AS "isHeld"
    FROM given AS w LEFT JOIN changed AS m ON m."id" = w."id";

-- preparationOf: an order that is about to be sent
    WITH given AS MATERIALIZED (SELECT * FROM json_to_recordset($1::json) AS w("id" text, "version" int, "attempt" int,
        "at" timestamptz, "mustCompareOrder" boolean)),
    free AS MATERIALIZED (
      SELECT w.* FROM given AS w JOIN "intents" AS i ON i."id" = w."id" AND i."version" = w."version" AND i."attempt" =
          w."attempt"
      FOR UPDATE OF i SKIP LOCKED),
    changed AS (
      UPDATE "intents" AS i SET "mustCompareOrder" = w."mustCompareOrder" FROM free AS w WHERE i."id" = w."id"
          RETURNING i."id")
    SELECT m."id", w."id" AS "givenId",
      -- Judged by the snapshot of the statement. A row that a trigger left unchanged was not locked.
      CASE WHEN m."id" IS NULL THEN w."id" NOT IN (SELECT "id" FROM free)
        AND EXISTS (SELECT 1 FROM "intents" AS i WHERE i."id" = w."id" AND i."version" = w."version" AND i."attempt" =
            w."attempt") ELSE false END AS "isHeld"
    FROM given AS w LEFT JOIN changed AS m ON m."id" = w."id";

-- orderNumberOf: the number of an order
    WITH given AS MATERIALIZED (SELECT * FROM json_to_recordset($1::json) AS w("id" text, "version" int, "attempt" int,
        "at" timestamptz, "merchantOrderNo" text)),
    free AS MATERIALIZED (
      SELECT w.* FROM given AS w JOIN "intents" AS i ON i."id" = w."id" AND i."version" = w."version" AND i."attempt" =
          w."attempt"
      FOR UPDATE OF i SKIP LOCKED),
    changed AS (
      UPDATE "intents" AS i SET "placementToken" = w."merchantOrderNo" FROM free AS w WHERE i."id" = w."id" RETURNING
          i."id")
    SELECT m."id", w."id" AS "givenId",
      -- Judged by the snapshot of the statement. A row that a trigger left unchanged was not locked.
      CASE WHEN m."id" IS NULL THEN w."id" NOT IN (SELECT "id" FROM free)
        AND EXISTS (SELECT 1 FROM "intents" AS i WHERE i."id" = w."id" AND i."version" = w."version" AND i."attempt" =
            w."attempt") ELSE false END AS "isHeld"
    FROM given AS w LEFT JOIN changed AS m ON m."id" = w."id";

-- cancelSentOf: a cancellation that is about to be sent
    WITH given AS MATERIALIZED (SELECT * FROM json_to_recordset($1::json) AS w("id" text, "version" int, "attempt" int,
        "at" timestamptz, "cancelSentOrderId" text, "isSentCancelRefused" boolean)),
    free AS MATERIALIZED (
      SELECT w.* FROM given AS w JOIN "intents" AS i ON i."id" = w."id" AND i."version" = w."version" AND i."attempt" =
          w."attempt"
      FOR UPDATE OF i SKIP LOCKED),
    changed AS (
      UPDATE "intents" AS i SET "cancelSentOrderId" = w."cancelSentOrderId", "isSentCancelRefused" =
          w."isSentCancelRefused" FROM free AS w WHERE i."id" = w."id" RETURNING i."id")
    SELECT m."id", w."id" AS "givenId",
      -- Judged by the snapshot of the statement. A row that a trigger left unchanged was not locked.
      CASE WHEN m."id" IS NULL THEN w."id" NOT IN (SELECT "id" FROM free)
        AND EXISTS (SELECT 1 FROM "intents" AS i WHERE i."id" = w."id" AND i."version" = w."version" AND i."attempt" =
            w."attempt") ELSE false END AS "isHeld"
    FROM given AS w LEFT JOIN changed AS m ON m."id" = w."id";

-- shownOrderOf: an order that the platform shows
    WITH given AS MATERIALIZED (SELECT * FROM json_to_recordset($1::json) AS w("id" text, "version" int, "attempt" int,
        "at" timestamptz, "orderId" text, "orderStatus" text, "orderAcceptedAt" timestamptz, "orderCheckedAt"
        timestamptz, "type" text, "from" "IntentStatus", "to" "IntentStatus", "detail" text)),
    free AS MATERIALIZED (
      SELECT w.* FROM given AS w JOIN "intents" AS i ON i."id" = w."id" AND i."version" = w."version" AND i."attempt" =
          w."attempt"
      FOR UPDATE OF i SKIP LOCKED),
    changed AS (
      UPDATE "intents" AS i SET "orderId" = w."orderId", "orderStatus" = w."orderStatus", "orderAcceptedAt" =
          w."orderAcceptedAt", "orderCheckedAt" = w."orderCheckedAt", "version" = i."version" + 1, "updatedAt" = w."at"
          FROM free AS w WHERE i."id" = w."id" RETURNING i."id", i."appId" AS "ofApp", i."status" AS "ofStatus",
          i."version" AS "ofVersion", w."at", w."type", w."from", w."to", w."detail"),
  events AS (
    INSERT INTO "intent_events" ("intentId", "appId", "status", "version", "at", "type", "from", "to", "detail")
    SELECT "id", "ofApp", "ofStatus", "ofVersion", "at", "type", "from", "to", "detail" FROM changed RETURNING "id",
        "type"),
  unpublished AS (
    INSERT INTO "unpublished_events" SELECT "id" FROM events WHERE "type" NOT IN ('intent.attempt_failed'))
    SELECT m."id", w."id" AS "givenId",
      -- Judged by the snapshot of the statement. A row that a trigger left unchanged was not locked.
      CASE WHEN m."id" IS NULL THEN w."id" NOT IN (SELECT "id" FROM free)
        AND EXISTS (SELECT 1 FROM "intents" AS i WHERE i."id" = w."id" AND i."version" = w."version" AND i."attempt" =
            w."attempt") ELSE false END AS "isHeld"
    FROM given AS w LEFT JOIN changed AS m ON m."id" = w."id";

-- shownOrderOf: an order whose content is in doubt
    WITH given AS MATERIALIZED (SELECT * FROM json_to_recordset($1::json) AS w("id" text, "version" int, "attempt" int,
        "at" timestamptz, "foundOrderId" text, "orderAcceptedAt" timestamptz)),
    free AS MATERIALIZED (
      SELECT w.* FROM given AS w JOIN "intents" AS i ON i."id" = w."id" AND i."version" = w."version" AND i."attempt" =
          w."attempt"
      FOR UPDATE OF i SKIP LOCKED),
    changed AS (
      UPDATE "intents" AS i SET "foundOrderId" = w."foundOrderId", "orderAcceptedAt" = w."orderAcceptedAt" FROM free AS
          w WHERE i."id" = w."id" RETURNING i."id")
    SELECT m."id", w."id" AS "givenId",
      -- Judged by the snapshot of the statement. A row that a trigger left unchanged was not locked.
      CASE WHEN m."id" IS NULL THEN w."id" NOT IN (SELECT "id" FROM free)
        AND EXISTS (SELECT 1 FROM "intents" AS i WHERE i."id" = w."id" AND i."version" = w."version" AND i."attempt" =
            w."attempt") ELSE false END AS "isHeld"
    FROM given AS w LEFT JOIN changed AS m ON m."id" = w."id";

-- cancelRequestOf: a request to cancel
  WITH changed AS (
    UPDATE "intents" AS i SET "cancelRequestedAt" = w."cancelRequestedAt", "cancelRefusal" = w."cancelRefusal",
        "dispatchAt" = CASE
    WHEN i."cancelRequestedAt" > w."at" - interval '20000 milliseconds'
    THEN LEAST(w."nextAttemptAt", w."at" + interval '1000 milliseconds')
    ELSE w."nextAttemptAt" END
    FROM (SELECT $3::timestamptz AS "at", $4::timestamptz AS "cancelRequestedAt", $5::text AS "cancelRefusal",
        $6::timestamptz AS "nextAttemptAt", $7::text AS "type", $8::"IntentStatus" AS "from", $9::"IntentStatus" AS
        "to", $10::text AS "detail") AS w
    WHERE i."id" = $1 AND i."version" = $2 AND i."status" = 'PROCESSING' AND i."cancelRequestedAt" IS NULL
    RETURNING i."id", i."appId", i."userId", i."platform", i."productUrl", i."title", i."priceFen", i."quantity",
        i."totalFen", i."recipientName", i."address", i."phone", i."remarks", i."labels", i."status", i."version",
        i."idempotencyKey", i."requestHash", i."createdAt", i."updatedAt", i."submittedAt", i."completedAt",
        i."cancelledAt", i."failureCode", i."orderId", i."amountPaidFen", i."trackingNumber", i."trackingCompany",
        i."cancellationFeeFen", i."dispatchAt" AS "nextAttemptAt", i."attempt", i."processingAt", i."placementToken" AS
        "merchantOrderNo", i."placingUntil" AS "orderInFlightUntil", i."resendAt" AS "retryOrderAfter",
        i."cancelRequestedAt", i."cancelRefusal", i."cancelSentOrderId", i."isSentCancelRefused", i."foundOrderId",
        i."orderAcceptedAt", i."orderStatus", i."parcels", i."refundedFen", i."pageGoneAt", i."mustCompareOrder",
        i."orderMissingAt", i."missingReportedAt", i."redactRequestedAt", i."redactedAt", i."orderCheckedAt",
        i."archivedAt", i."unarchivedAt", i."checksArchive", i."appId" AS "ofApp", i."status" AS "ofStatus",
        i."version" AS "ofVersion", w."at", w."type", w."from", w."to", w."detail"),
  events AS (
    INSERT INTO "intent_events" ("intentId", "appId", "status", "version", "at", "type", "from", "to", "detail")
    SELECT "id", "ofApp", "ofStatus", "ofVersion", "at", "type", "from", "to", "detail" FROM changed RETURNING "id",
        "type"),
  unpublished AS (
    INSERT INTO "unpublished_events" SELECT "id" FROM events WHERE "type" NOT IN ('intent.attempt_failed'))
  SELECT "id", "appId", "userId", "platform", "productUrl", "title", "priceFen", "quantity", "totalFen",
      "recipientName", "address", "phone", "remarks", "labels", "status", "version", "idempotencyKey", "requestHash",
      "createdAt", "updatedAt", "submittedAt", "completedAt", "cancelledAt", "failureCode", "orderId", "amountPaidFen",
      "trackingNumber", "trackingCompany", "cancellationFeeFen", "nextAttemptAt", "attempt", "processingAt",
      "merchantOrderNo", "orderInFlightUntil", "retryOrderAfter", "cancelRequestedAt", "cancelRefusal",
      "cancelSentOrderId", "isSentCancelRefused", "foundOrderId", "orderAcceptedAt", "orderStatus", "parcels",
      "refundedFen", "pageGoneAt", "mustCompareOrder", "orderMissingAt", "missingReportedAt", "redactRequestedAt",
      "redactedAt", "orderCheckedAt", "archivedAt", "unarchivedAt", "checksArchive" FROM changed;

-- cancelRefusalOf: a refused cancellation
    WITH given AS MATERIALIZED (SELECT * FROM json_to_recordset($1::json) AS w("id" text, "version" int, "attempt" int,
        "at" timestamptz, "cancelRequestedAt" timestamptz, "cancelRefusal" text, "nextAttemptAt" timestamptz, "type"
        text, "from" "IntentStatus", "to" "IntentStatus", "detail" text)),
    free AS MATERIALIZED (
      SELECT w.* FROM given AS w JOIN "intents" AS i ON i."id" = w."id" AND i."version" = w."version" AND i."attempt" =
          w."attempt"
      FOR UPDATE OF i SKIP LOCKED),
    changed AS (
      UPDATE "intents" AS i SET "cancelRequestedAt" = w."cancelRequestedAt", "cancelRefusal" = w."cancelRefusal",
          "dispatchAt" = w."nextAttemptAt" FROM free AS w WHERE i."id" = w."id" RETURNING i."id", i."appId" AS "ofApp",
          i."status" AS "ofStatus", i."version" AS "ofVersion", w."at", w."type", w."from", w."to", w."detail"),
  events AS (
    INSERT INTO "intent_events" ("intentId", "appId", "status", "version", "at", "type", "from", "to", "detail")
    SELECT "id", "ofApp", "ofStatus", "ofVersion", "at", "type", "from", "to", "detail" FROM changed RETURNING "id",
        "type"),
  unpublished AS (
    INSERT INTO "unpublished_events" SELECT "id" FROM events WHERE "type" NOT IN ('intent.attempt_failed'))
    SELECT m."id", w."id" AS "givenId",
      -- Judged by the snapshot of the statement. A row that a trigger left unchanged was not locked.
      CASE WHEN m."id" IS NULL THEN w."id" NOT IN (SELECT "id" FROM free)
        AND EXISTS (SELECT 1 FROM "intents" AS i WHERE i."id" = w."id" AND i."version" = w."version" AND i."attempt" =
            w."attempt") ELSE false END AS "isHeld"
    FROM given AS w LEFT JOIN changed AS m ON m."id" = w."id";

-- waitOf: an attempt that waits
    WITH given AS MATERIALIZED (SELECT * FROM json_to_recordset($1::json) AS w("id" text, "version" int, "attempt" int,
        "at" timestamptz, "nextAttemptAt" timestamptz)),
    free AS MATERIALIZED (
      SELECT w.* FROM given AS w JOIN "intents" AS i ON i."id" = w."id" AND i."version" = w."version" AND i."attempt" =
          w."attempt"
      FOR UPDATE OF i SKIP LOCKED),
    changed AS (
      UPDATE "intents" AS i SET "dispatchAt" = CASE
    WHEN i."cancelRequestedAt" > w."at" - interval '20000 milliseconds'
    THEN LEAST(w."nextAttemptAt", w."at" + interval '1000 milliseconds')
    ELSE w."nextAttemptAt" END FROM free AS w WHERE i."id" = w."id" RETURNING i."id")
    SELECT m."id", w."id" AS "givenId",
      -- Judged by the snapshot of the statement. A row that a trigger left unchanged was not locked.
      CASE WHEN m."id" IS NULL THEN w."id" NOT IN (SELECT "id" FROM free)
        AND EXISTS (SELECT 1 FROM "intents" AS i WHERE i."id" = w."id" AND i."version" = w."version" AND i."attempt" =
            w."attempt") ELSE false END AS "isHeld"
    FROM given AS w LEFT JOIN changed AS m ON m."id" = w."id";

-- retryOf: a failed attempt
    WITH given AS MATERIALIZED (SELECT * FROM json_to_recordset($1::json) AS w("id" text, "version" int, "attempt" int,
        "at" timestamptz, "nextAttemptAt" timestamptz, "type" text, "from" "IntentStatus", "to" "IntentStatus",
        "detail" text)),
    free AS MATERIALIZED (
      SELECT w.* FROM given AS w JOIN "intents" AS i ON i."id" = w."id" AND i."version" = w."version" AND i."attempt" =
          w."attempt"
      FOR UPDATE OF i SKIP LOCKED),
    changed AS (
      UPDATE "intents" AS i SET "dispatchAt" = CASE
    WHEN i."cancelRequestedAt" > w."at" - interval '20000 milliseconds'
    THEN LEAST(w."nextAttemptAt", w."at" + interval '1000 milliseconds')
    ELSE w."nextAttemptAt" END FROM free AS w WHERE i."id" = w."id" RETURNING i."id", i."appId" AS "ofApp", i."status"
        AS "ofStatus", i."version" AS "ofVersion", w."at", w."type", w."from", w."to", w."detail"),
  events AS (
    INSERT INTO "intent_events" ("intentId", "appId", "status", "version", "at", "type", "from", "to", "detail")
    SELECT "id", "ofApp", "ofStatus", "ofVersion", "at", "type", "from", "to", "detail" FROM changed RETURNING "id",
        "type"),
  unpublished AS (
    INSERT INTO "unpublished_events" SELECT "id" FROM events WHERE "type" NOT IN ('intent.attempt_failed'))
    SELECT m."id", w."id" AS "givenId",
      -- Judged by the snapshot of the statement. A row that a trigger left unchanged was not locked.
      CASE WHEN m."id" IS NULL THEN w."id" NOT IN (SELECT "id" FROM free)
        AND EXISTS (SELECT 1 FROM "intents" AS i WHERE i."id" = w."id" AND i."version" = w."version" AND i."attempt" =
            w."attempt") ELSE false END AS "isHeld"
    FROM given AS w LEFT JOIN changed AS m ON m."id" = w."id";

-- adoptionOf: an adopted order
    WITH target AS (SELECT …),
    w AS (SELECT * FROM target, json_to_record(?::json) AS given("merchantOrderNo" text, "foundOrderId" text,
        "mustCompareOrder" boolean, "orderInFlightUntil" timestamptz, "submittedAt" timestamptz, "status"
        "IntentStatus", "nextAttemptAt" timestamptz, "type" text, "from" "IntentStatus", "to" "IntentStatus", "detail"
        text)),
    changed AS (
      UPDATE "intents" AS i SET "placementToken" = w."merchantOrderNo", "foundOrderId" = w."foundOrderId",
          "mustCompareOrder" = w."mustCompareOrder", "placingUntil" = w."orderInFlightUntil", "submittedAt" =
          w."submittedAt", "status" = w."status", "dispatchAt" = CASE
    WHEN i."cancelRequestedAt" > w."at" - interval '20000 milliseconds'
    THEN LEAST(w."nextAttemptAt", w."at" + interval '1000 milliseconds')
    ELSE w."nextAttemptAt" END, "version" = i."version" + 1, "updatedAt" = w."at" FROM w WHERE i."id" = w."id"
      RETURNING i."id", i."appId" AS "ofApp", i."status" AS "ofStatus", i."version" AS "ofVersion", w."at", w."type",
          w."from", w."to", w."detail"),
  events AS (
    INSERT INTO "intent_events" ("intentId", "appId", "status", "version", "at", "type", "from", "to", "detail")
    SELECT "id", "ofApp", "ofStatus", "ofVersion", "at", "type", "from", "to", "detail" FROM changed RETURNING "id",
        "type"),
  unpublished AS (
    INSERT INTO "unpublished_events" SELECT "id" FROM events WHERE "type" NOT IN ('intent.attempt_failed'))
    SELECT "id" FROM changed;

-- endingOf: an end without an order
-- attemptEndingOf: the end by an attempt
    WITH given AS MATERIALIZED (SELECT * FROM json_to_recordset($1::json) AS w("id" text, "version" int, "attempt" int,
        "at" timestamptz, "status" "IntentStatus", "cancelledAt" timestamptz, "cancellationFeeFen" bigint,
        "cancelRequestedAt" timestamptz, "nextAttemptAt" timestamptz, "type" text, "from" "IntentStatus", "to"
        "IntentStatus", "detail" text)),
    free AS MATERIALIZED (
      SELECT w.* FROM given AS w JOIN "intents" AS i ON i."id" = w."id" AND i."version" = w."version" AND i."attempt" =
          w."attempt"
      FOR UPDATE OF i SKIP LOCKED),
    changed AS (
      UPDATE "intents" AS i SET "status" = w."status", "cancelledAt" = w."cancelledAt", "cancellationFeeFen" =
          w."cancellationFeeFen", "cancelRequestedAt" = w."cancelRequestedAt", "dispatchAt" = w."nextAttemptAt",
          "version" = i."version" + 1, "updatedAt" = w."at" FROM free AS w WHERE i."id" = w."id" RETURNING i."id",
          i."appId" AS "ofApp", i."status" AS "ofStatus", i."version" AS "ofVersion", w."at", w."type", w."from",
          w."to", w."detail"),
  events AS (
    INSERT INTO "intent_events" ("intentId", "appId", "status", "version", "at", "type", "from", "to", "detail")
    SELECT "id", "ofApp", "ofStatus", "ofVersion", "at", "type", "from", "to", "detail" FROM changed RETURNING "id",
        "type"),
  unpublished AS (
    INSERT INTO "unpublished_events" SELECT "id" FROM events WHERE "type" NOT IN ('intent.attempt_failed'))
    SELECT m."id", w."id" AS "givenId",
      -- Judged by the snapshot of the statement. A row that a trigger left unchanged was not locked.
      CASE WHEN m."id" IS NULL THEN w."id" NOT IN (SELECT "id" FROM free)
        AND EXISTS (SELECT 1 FROM "intents" AS i WHERE i."id" = w."id" AND i."version" = w."version" AND i."attempt" =
            w."attempt") ELSE false END AS "isHeld"
    FROM given AS w LEFT JOIN changed AS m ON m."id" = w."id";

-- endingOf: the end of a failure
    WITH given AS MATERIALIZED (SELECT * FROM json_to_recordset($1::json) AS w("id" text, "version" int, "attempt" int,
        "at" timestamptz, "status" "IntentStatus", "failureCode" text, "cancelRequestedAt" timestamptz, "nextAttemptAt"
        timestamptz, "type" text, "from" "IntentStatus", "to" "IntentStatus", "detail" text)),
    free AS MATERIALIZED (
      SELECT w.* FROM given AS w JOIN "intents" AS i ON i."id" = w."id" AND i."version" = w."version" AND i."attempt" =
          w."attempt"
      FOR UPDATE OF i SKIP LOCKED),
    changed AS (
      UPDATE "intents" AS i SET "status" = w."status", "failureCode" = w."failureCode", "cancelRequestedAt" =
          w."cancelRequestedAt", "dispatchAt" = w."nextAttemptAt", "version" = i."version" + 1, "updatedAt" = w."at"
          FROM free AS w WHERE i."id" = w."id" RETURNING i."id", i."appId" AS "ofApp", i."status" AS "ofStatus",
          i."version" AS "ofVersion", w."at", w."type", w."from", w."to", w."detail", i."appId" AS "owedBy",
          i."platform" AS "owedTo", COALESCE(i."placementToken", substr(i."id", 5)) AS "owedNo",
  i."cancelSentOrderId" AS "owedCancel"),
  events AS (
    INSERT INTO "intent_events" ("intentId", "appId", "status", "version", "at", "type", "from", "to", "detail")
    SELECT "id", "ofApp", "ofStatus", "ofVersion", "at", "type", "from", "to", "detail" FROM changed RETURNING "id",
        "type"),
  unpublished AS (
    INSERT INTO "unpublished_events" SELECT "id" FROM events WHERE "type" NOT IN ('intent.attempt_failed')),
    scheduled AS (INSERT INTO "order_lookups" ("intentId", "appId", "platform", "merchantOrderNo",
        "cancelRequestedOrderId",
      "step", "dueAt", "createdAt")
    SELECT scheduled.*, 0, "service_now"() + interval '60000 ms', "service_now"() FROM (SELECT "id", "owedBy",
        "owedTo", "owedNo", "owedCancel" FROM changed) AS scheduled ON CONFLICT ("intentId") DO UPDATE SET "dueAt" =
        LEAST("order_lookups"."dueAt", EXCLUDED."dueAt"),
      "cancelRequestedOrderId" = COALESCE(EXCLUDED."cancelRequestedOrderId", "order_lookups"."cancelRequestedOrderId"),
      "attempt" = (("order_lookups"."attempt" + 1) % 32768 + 32768 * floor(random() * 65535)::int))
    SELECT m."id", w."id" AS "givenId",
      -- Judged by the snapshot of the statement. A row that a trigger left unchanged was not locked.
      CASE WHEN m."id" IS NULL THEN w."id" NOT IN (SELECT "id" FROM free)
        AND EXISTS (SELECT 1 FROM "intents" AS i WHERE i."id" = w."id" AND i."version" = w."version" AND i."attempt" =
            w."attempt") ELSE false END AS "isHeld"
    FROM given AS w LEFT JOIN changed AS m ON m."id" = w."id";

-- endingOf: an end with an order
-- endingOf: an end with an order that is delivered
    WITH given AS MATERIALIZED (SELECT * FROM json_to_recordset($1::json) AS w("id" text, "version" int, "attempt" int,
        "at" timestamptz, "status" "IntentStatus", "completedAt" timestamptz, "orderId" text, "orderStatus" text,
        "amountPaidFen" bigint, "cancelRequestedAt" timestamptz, "nextAttemptAt" timestamptz, "type" text, "from"
        "IntentStatus", "to" "IntentStatus", "detail" text)),
    free AS MATERIALIZED (
      SELECT w.* FROM given AS w JOIN "intents" AS i ON i."id" = w."id" AND i."version" = w."version" AND i."attempt" =
          w."attempt"
      FOR UPDATE OF i SKIP LOCKED),
    changed AS (
      UPDATE "intents" AS i SET "status" = w."status", "completedAt" = w."completedAt", "orderId" = w."orderId",
          "orderStatus" = w."orderStatus", "amountPaidFen" = w."amountPaidFen", "cancelRequestedAt" =
          w."cancelRequestedAt", "dispatchAt" = w."nextAttemptAt", "version" = i."version" + 1, "updatedAt" = w."at"
          FROM free AS w WHERE i."id" = w."id" RETURNING i."id", i."appId" AS "ofApp", i."status" AS "ofStatus",
          i."version" AS "ofVersion", w."at", w."type", w."from", w."to", w."detail"),
  events AS (
    INSERT INTO "intent_events" ("intentId", "appId", "status", "version", "at", "type", "from", "to", "detail")
    SELECT "id", "ofApp", "ofStatus", "ofVersion", "at", "type", "from", "to", "detail" FROM changed RETURNING "id",
        "type"),
  unpublished AS (
    INSERT INTO "unpublished_events" SELECT "id" FROM events WHERE "type" NOT IN ('intent.attempt_failed'))
    SELECT m."id", w."id" AS "givenId",
      -- Judged by the snapshot of the statement. A row that a trigger left unchanged was not locked.
      CASE WHEN m."id" IS NULL THEN w."id" NOT IN (SELECT "id" FROM free)
        AND EXISTS (SELECT 1 FROM "intents" AS i WHERE i."id" = w."id" AND i."version" = w."version" AND i."attempt" =
            w."attempt") ELSE false END AS "isHeld"
    FROM given AS w LEFT JOIN changed AS m ON m."id" = w."id";

-- orderChangeOf: a change of the order
    WITH given AS MATERIALIZED (SELECT * FROM json_to_recordset($1::json) AS w("id" text, "version" int, "attempt" int,
        "at" timestamptz, "orderId" text, "orderStatus" text, "amountPaidFen" bigint, "type" text, "from"
        "IntentStatus", "to" "IntentStatus", "detail" text)),
    free AS MATERIALIZED (
      SELECT w.* FROM given AS w JOIN "intents" AS i ON i."id" = w."id" AND i."version" = w."version" AND i."attempt" =
          w."attempt"
      FOR UPDATE OF i SKIP LOCKED),
    changed AS (
      UPDATE "intents" AS i SET "orderId" = w."orderId", "orderStatus" = w."orderStatus", "amountPaidFen" =
          w."amountPaidFen", "version" = i."version" + 1, "updatedAt" = w."at" FROM free AS w WHERE i."id" = w."id"
          RETURNING i."id", i."appId" AS "ofApp", i."status" AS "ofStatus", i."version" AS "ofVersion", w."at",
          w."type", w."from", w."to", w."detail"),
  events AS (
    INSERT INTO "intent_events" ("intentId", "appId", "status", "version", "at", "type", "from", "to", "detail")
    SELECT "id", "ofApp", "ofStatus", "ofVersion", "at", "type", "from", "to", "detail" FROM changed RETURNING "id",
        "type"),
  unpublished AS (
    INSERT INTO "unpublished_events" SELECT "id" FROM events WHERE "type" NOT IN ('intent.attempt_failed'))
    SELECT m."id", w."id" AS "givenId",
      -- Judged by the snapshot of the statement. A row that a trigger left unchanged was not locked.
      CASE WHEN m."id" IS NULL THEN w."id" NOT IN (SELECT "id" FROM free)
        AND EXISTS (SELECT 1 FROM "intents" AS i WHERE i."id" = w."id" AND i."version" = w."version" AND i."attempt" =
            w."attempt") ELSE false END AS "isHeld"
    FROM given AS w LEFT JOIN changed AS m ON m."id" = w."id";

-- decideTracking: an order that the platform does not show
    WITH given AS MATERIALIZED (SELECT * FROM json_to_recordset($1::json) AS w("id" text, "version" int, "attempt" int,
        "at" timestamptz, "orderMissingAt" timestamptz, "orderCheckedAt" timestamptz, "nextAttemptAt" timestamptz)),
    free AS MATERIALIZED (
      SELECT w.* FROM given AS w JOIN "intents" AS i ON i."id" = w."id" AND i."version" = w."version" AND i."attempt" =
          w."attempt"
      FOR UPDATE OF i SKIP LOCKED),
    changed AS (
      UPDATE "intents" AS i SET "orderMissingAt" = w."orderMissingAt", "orderCheckedAt" = w."orderCheckedAt",
          "dispatchAt" = CASE
    WHEN i."cancelRequestedAt" > w."at" - interval '20000 milliseconds'
    THEN LEAST(w."nextAttemptAt", w."at" + interval '1000 milliseconds')
    ELSE w."nextAttemptAt" END FROM free AS w WHERE i."id" = w."id" RETURNING i."id")
    SELECT m."id", w."id" AS "givenId",
      -- Judged by the snapshot of the statement. A row that a trigger left unchanged was not locked.
      CASE WHEN m."id" IS NULL THEN w."id" NOT IN (SELECT "id" FROM free)
        AND EXISTS (SELECT 1 FROM "intents" AS i WHERE i."id" = w."id" AND i."version" = w."version" AND i."attempt" =
            w."attempt") ELSE false END AS "isHeld"
    FROM given AS w LEFT JOIN changed AS m ON m."id" = w."id";

-- decideTracking: an order that has shipped
    WITH given AS MATERIALIZED (SELECT * FROM json_to_recordset($1::json) AS w("id" text, "version" int, "attempt" int,
        "at" timestamptz, "orderId" text, "orderStatus" text, "orderCheckedAt" timestamptz, "nextAttemptAt"
        timestamptz, "type" text, "from" "IntentStatus", "to" "IntentStatus", "detail" text)),
    free AS MATERIALIZED (
      SELECT w.* FROM given AS w JOIN "intents" AS i ON i."id" = w."id" AND i."version" = w."version" AND i."attempt" =
          w."attempt"
      FOR UPDATE OF i SKIP LOCKED),
    changed AS (
      UPDATE "intents" AS i SET "orderId" = w."orderId", "orderStatus" = w."orderStatus", "orderCheckedAt" =
          w."orderCheckedAt", "dispatchAt" = CASE
    WHEN i."cancelRequestedAt" > w."at" - interval '20000 milliseconds'
    THEN LEAST(w."nextAttemptAt", w."at" + interval '1000 milliseconds')
    ELSE w."nextAttemptAt" END, "version" = i."version" + 1, "updatedAt" = w."at" FROM free AS w WHERE i."id" = w."id"
        RETURNING i."id", i."appId" AS "ofApp", i."status" AS "ofStatus", i."version" AS "ofVersion", w."at", w."type",
        w."from", w."to", w."detail"),
  events AS (
    INSERT INTO "intent_events" ("intentId", "appId", "status", "version", "at", "type", "from", "to", "detail")
    SELECT "id", "ofApp", "ofStatus", "ofVersion", "at", "type", "from", "to", "detail" FROM changed RETURNING "id",
        "type"),
  unpublished AS (
    INSERT INTO "unpublished_events" SELECT "id" FROM events WHERE "type" NOT IN ('intent.attempt_failed'))
    SELECT m."id", w."id" AS "givenId",
      -- Judged by the snapshot of the statement. A row that a trigger left unchanged was not locked.
      CASE WHEN m."id" IS NULL THEN w."id" NOT IN (SELECT "id" FROM free)
        AND EXISTS (SELECT 1 FROM "intents" AS i WHERE i."id" = w."id" AND i."version" = w."version" AND i."attempt" =
            w."attempt") ELSE false END AS "isHeld"
    FROM given AS w LEFT JOIN changed AS m ON m."id" = w."id";

-- decideTracking: an order that has arrived
    WITH given AS MATERIALIZED (SELECT * FROM json_to_recordset($1::json) AS w("id" text, "version" int, "attempt" int,
        "at" timestamptz, "orderId" text, "orderStatus" text, "orderCheckedAt" timestamptz, "nextAttemptAt"
        timestamptz, "type" text, "from" "IntentStatus", "to" "IntentStatus", "detail" text)),
    free AS MATERIALIZED (
      SELECT w.* FROM given AS w JOIN "intents" AS i ON i."id" = w."id" AND i."version" = w."version" AND i."attempt" =
          w."attempt"
      FOR UPDATE OF i SKIP LOCKED),
    changed AS (
      UPDATE "intents" AS i SET "orderId" = w."orderId", "orderStatus" = w."orderStatus", "orderCheckedAt" =
          w."orderCheckedAt", "dispatchAt" = w."nextAttemptAt", "version" = i."version" + 1, "updatedAt" = w."at" FROM
          free AS w WHERE i."id" = w."id" RETURNING i."id", i."appId" AS "ofApp", i."status" AS "ofStatus", i."version"
          AS "ofVersion", w."at", w."type", w."from", w."to", w."detail"),
  events AS (
    INSERT INTO "intent_events" ("intentId", "appId", "status", "version", "at", "type", "from", "to", "detail")
    SELECT "id", "ofApp", "ofStatus", "ofVersion", "at", "type", "from", "to", "detail" FROM changed RETURNING "id",
        "type"),
  unpublished AS (
    INSERT INTO "unpublished_events" SELECT "id" FROM events WHERE "type" NOT IN ('intent.attempt_failed'))
    SELECT m."id", w."id" AS "givenId",
      -- Judged by the snapshot of the statement. A row that a trigger left unchanged was not locked.
      CASE WHEN m."id" IS NULL THEN w."id" NOT IN (SELECT "id" FROM free)
        AND EXISTS (SELECT 1 FROM "intents" AS i WHERE i."id" = w."id" AND i."version" = w."version" AND i."attempt" =
            w."attempt") ELSE false END AS "isHeld"
    FROM given AS w LEFT JOIN changed AS m ON m."id" = w."id";

-- decideTracking: an order that costs less than before
    WITH given AS MATERIALIZED (SELECT * FROM json_to_recordset($1::json) AS w("id" text, "version" int, "attempt" int,
        "at" timestamptz, "amountPaidFen" bigint, "orderCheckedAt" timestamptz, "nextAttemptAt" timestamptz, "type"
        text, "from" "IntentStatus", "to" "IntentStatus", "detail" text)),
    free AS MATERIALIZED (
      SELECT w.* FROM given AS w JOIN "intents" AS i ON i."id" = w."id" AND i."version" = w."version" AND i."attempt" =
          w."attempt"
      FOR UPDATE OF i SKIP LOCKED),
    changed AS (
      UPDATE "intents" AS i SET "amountPaidFen" = w."amountPaidFen", "orderCheckedAt" = w."orderCheckedAt",
          "dispatchAt" = CASE
    WHEN i."cancelRequestedAt" > w."at" - interval '20000 milliseconds'
    THEN LEAST(w."nextAttemptAt", w."at" + interval '1000 milliseconds')
    ELSE w."nextAttemptAt" END, "version" = i."version" + 1, "updatedAt" = w."at" FROM free AS w WHERE i."id" = w."id"
        RETURNING i."id", i."appId" AS "ofApp", i."status" AS "ofStatus", i."version" AS "ofVersion", w."at", w."type",
        w."from", w."to", w."detail"),
  events AS (
    INSERT INTO "intent_events" ("intentId", "appId", "status", "version", "at", "type", "from", "to", "detail")
    SELECT "id", "ofApp", "ofStatus", "ofVersion", "at", "type", "from", "to", "detail" FROM changed RETURNING "id",
        "type"),
  unpublished AS (
    INSERT INTO "unpublished_events" SELECT "id" FROM events WHERE "type" NOT IN ('intent.attempt_failed'))
    SELECT m."id", w."id" AS "givenId",
      -- Judged by the snapshot of the statement. A row that a trigger left unchanged was not locked.
      CASE WHEN m."id" IS NULL THEN w."id" NOT IN (SELECT "id" FROM free)
        AND EXISTS (SELECT 1 FROM "intents" AS i WHERE i."id" = w."id" AND i."version" = w."version" AND i."attempt" =
            w."attempt") ELSE false END AS "isHeld"
    FROM given AS w LEFT JOIN changed AS m ON m."id" = w."id";

-- decideTracking: an order that was cancelled late for us
-- decideTracking: the fee of a cancelled order that comes later
    WITH given AS MATERIALIZED (SELECT * FROM json_to_recordset($1::json) AS w("id" text, "version" int, "attempt" int,
        "at" timestamptz, "orderId" text, "orderStatus" text, "cancellationFeeFen" bigint, "cancelSentOrderId" text,
        "isSentCancelRefused" boolean, "orderCheckedAt" timestamptz, "nextAttemptAt" timestamptz, "type" text, "from"
        "IntentStatus", "to" "IntentStatus", "detail" text)),
    free AS MATERIALIZED (
      SELECT w.* FROM given AS w JOIN "intents" AS i ON i."id" = w."id" AND i."version" = w."version" AND i."attempt" =
          w."attempt"
      FOR UPDATE OF i SKIP LOCKED),
    changed AS (
      UPDATE "intents" AS i SET "orderId" = w."orderId", "orderStatus" = w."orderStatus", "cancellationFeeFen" =
          w."cancellationFeeFen", "cancelSentOrderId" = w."cancelSentOrderId", "isSentCancelRefused" =
          w."isSentCancelRefused", "orderCheckedAt" = w."orderCheckedAt", "dispatchAt" = CASE
    WHEN i."cancelRequestedAt" > w."at" - interval '20000 milliseconds'
    THEN LEAST(w."nextAttemptAt", w."at" + interval '1000 milliseconds')
    ELSE w."nextAttemptAt" END, "version" = i."version" + 1, "updatedAt" = w."at" FROM free AS w WHERE i."id" = w."id"
        RETURNING i."id", i."appId" AS "ofApp", i."status" AS "ofStatus", i."version" AS "ofVersion", w."at", w."type",
        w."from", w."to", w."detail"),
  events AS (
    INSERT INTO "intent_events" ("intentId", "appId", "status", "version", "at", "type", "from", "to", "detail")
    SELECT "id", "ofApp", "ofStatus", "ofVersion", "at", "type", "from", "to", "detail" FROM changed RETURNING "id",
        "type"),
  unpublished AS (
    INSERT INTO "unpublished_events" SELECT "id" FROM events WHERE "type" NOT IN ('intent.attempt_failed'))
    SELECT m."id", w."id" AS "givenId",
      -- Judged by the snapshot of the statement. A row that a trigger left unchanged was not locked.
      CASE WHEN m."id" IS NULL THEN w."id" NOT IN (SELECT "id" FROM free)
        AND EXISTS (SELECT 1 FROM "intents" AS i WHERE i."id" = w."id" AND i."version" = w."version" AND i."attempt" =
            w."attempt") ELSE false END AS "isHeld"
    FROM given AS w LEFT JOIN changed AS m ON m."id" = w."id";

-- lateOrderOf: an order that appeared late
    WITH target AS (SELECT …),
    w AS (SELECT * FROM target, json_to_record(?::json) AS given("orderId" text, "orderStatus" text, "type" text,
        "from" "IntentStatus", "to" "IntentStatus", "detail" text)),
    changed AS (
      UPDATE "intents" AS i SET "orderId" = w."orderId", "orderStatus" = w."orderStatus", "version" = i."version" + 1,
          "updatedAt" = w."at" FROM w WHERE i."id" = w."id" AND i."status" IN ('FAILED', 'CANCELLED')
      RETURNING i."id", i."appId" AS "ofApp", i."status" AS "ofStatus", i."version" AS "ofVersion", w."at", w."type",
          w."from", w."to", w."detail"),
  events AS (
    INSERT INTO "intent_events" ("intentId", "appId", "status", "version", "at", "type", "from", "to", "detail")
    SELECT "id", "ofApp", "ofStatus", "ofVersion", "at", "type", "from", "to", "detail" FROM changed RETURNING "id",
        "type"),
  unpublished AS (
    INSERT INTO "unpublished_events" SELECT "id" FROM events WHERE "type" NOT IN ('intent.attempt_failed'))
    SELECT "id" FROM changed;

-- the promise to order
    WITH given AS MATERIALIZED (SELECT * FROM json_to_recordset($1::json) AS w("id" text, "version" int, "attempt" int,
        "ms" int)),
    free AS MATERIALIZED (
      SELECT w.* FROM given AS w JOIN "intents" AS i ON i."id" = w."id" AND i."version" = w."version" AND i."attempt" =
          w."attempt"
    AND i."status" = 'PROCESSING' AND i."cancelRequestedAt" IS NULL
      FOR UPDATE OF i SKIP LOCKED),
    changed AS (
      UPDATE "intents" AS i SET "placingUntil" = GREATEST(i."placingUntil", "service_now"() + w."ms" * interval '1
          millisecond'), "resendAt" = GREATEST(i."placingUntil", "service_now"() + w."ms" * interval '1 millisecond')
          FROM free AS w WHERE i."id" = w."id" RETURNING i."id", i."placingUntil" AS "until")
    SELECT m."id", m."until", w."id" AS "givenId",
      -- Judged by the snapshot of the statement. A row that a trigger left unchanged was not locked.
      CASE WHEN m."id" IS NULL THEN w."id" NOT IN (SELECT "id" FROM free)
        AND EXISTS (SELECT 1 FROM "intents" AS i WHERE i."id" = w."id" AND i."version" = w."version" AND i."attempt" =
            w."attempt"
    AND i."status" = 'PROCESSING' AND i."cancelRequestedAt" IS NULL) ELSE false END AS "isHeld"
    FROM given AS w LEFT JOIN changed AS m ON m."id" = w."id";

-- the beginning of an attempt at tracking
    WITH given AS MATERIALIZED (SELECT * FROM unnest($1::text[]) AS w("id")),
    free AS MATERIALIZED (
      SELECT w.* FROM given AS w JOIN "intents" AS i ON i."id" = w."id"
      FOR UPDATE OF i SKIP LOCKED),
    changed AS (
      UPDATE "intents" AS i SET "attempt" = ((i."attempt" + 1) % 32768 + 32768 * floor(random() * 65535)::int) FROM
          free AS w WHERE i."id" = w."id" RETURNING i."id", i."appId", i."platform", i."productUrl", i."priceFen",
          i."quantity", i."totalFen", i."recipientName", i."address", i."phone", i."remarks", i."status", i."version",
          i."createdAt", i."submittedAt", i."completedAt", i."orderId", i."amountPaidFen", i."orderAcceptedAt",
          i."orderStatus", i."parcels", i."refundedFen", i."pageGoneAt", i."mustCompareOrder", i."attempt",
          i."processingAt", i."placementToken" AS "merchantOrderNo", i."placingUntil" AS "orderInFlightUntil",
          i."resendAt" AS "retryOrderAfter", i."cancelRequestedAt", i."cancelRefusal", i."cancelSentOrderId",
          i."isSentCancelRefused", i."foundOrderId", i."orderMissingAt", i."missingReportedAt")
    SELECT m."id", m."appId", m."platform", m."productUrl", m."priceFen", m."quantity", m."totalFen",
        m."recipientName", m."address", m."phone", m."remarks", m."status", m."version", m."createdAt",
        m."submittedAt", m."completedAt", m."orderId", m."amountPaidFen", m."orderAcceptedAt", m."orderStatus",
        m."parcels", m."refundedFen", m."pageGoneAt", m."mustCompareOrder", m."attempt", m."processingAt",
        m."merchantOrderNo", m."orderInFlightUntil", m."retryOrderAfter", m."cancelRequestedAt", m."cancelRefusal",
        m."cancelSentOrderId", m."isSentCancelRefused", m."foundOrderId", m."orderMissingAt", m."missingReportedAt",
        w."id" AS "givenId",
      -- Judged by the snapshot of the statement. A row that a trigger left unchanged was not locked.
      CASE WHEN m."id" IS NULL THEN w."id" NOT IN (SELECT "id" FROM free)
        AND EXISTS (SELECT 1 FROM "intents" AS i WHERE i."id" = w."id") ELSE false END AS "isHeld"
    FROM given AS w LEFT JOIN changed AS m ON m."id" = w."id";
