-- Writers wait until all of them count in the same way: one that had begun would look for the key that goes away here.
SET LOCAL lock_timeout = '10s';
LOCK TABLE "intents" IN SHARE ROW EXCLUSIVE MODE;

-- A total is the sum of its rows. Every change of `intents` adds rows and changes none, so that no row is everybody's
-- lock; a job folds them into one. The release before sums them in the same way.
ALTER TABLE "intent_counts" DROP CONSTRAINT "intent_counts_pkey";
ALTER TABLE "intent_counts" ADD COLUMN "id" BIGSERIAL NOT NULL,
ADD COLUMN "isFolded" BOOLEAN NOT NULL DEFAULT true;
ALTER TABLE "intent_counts" ALTER COLUMN "isFolded" SET DEFAULT false,
ADD CONSTRAINT "intent_counts_pkey" PRIMARY KEY ("appId", "id");
-- No row is written twice.
ALTER TABLE "intent_counts" RESET (fillfactor);

-- What is to be folded, oldest first.
CREATE INDEX "intent_counts_unfolded_idx" ON "intent_counts" ("id") WHERE NOT "isFolded";

-- Sums the oldest changes with what was folded before, and says how many they were. It takes the rows that nobody else
-- holds: whoever folds waits for nobody, and nobody for him. Whoever reads sees all of it or nothing.
CREATE FUNCTION "fold_intent_counts"("atMost" int) RETURNS bigint LANGUAGE sql AS $$
  WITH changes AS MATERIALIZED (
    SELECT "appId", "id", "status", "platform" FROM "intent_counts" WHERE NOT "isFolded"
    ORDER BY "id" LIMIT "atMost" FOR UPDATE SKIP LOCKED),
  folded AS MATERIALIZED (
    SELECT "appId", "id" FROM "intent_counts"
    WHERE "isFolded" AND ("appId", "status", "platform") IN (SELECT "appId", "status", "platform" FROM changes)
    FOR UPDATE SKIP LOCKED),
  gone AS (
    DELETE FROM "intent_counts" AS c
    USING (SELECT "appId", "id" FROM changes UNION ALL SELECT "appId", "id" FROM folded) AS old
    WHERE c."appId" = old."appId" AND c."id" = old."id" RETURNING c."appId", c."status", c."platform", c."total"),
  summed AS (
    INSERT INTO "intent_counts" ("appId", "status", "platform", "total", "isFolded")
    SELECT "appId", "status", "platform", sum("total"), true FROM gone GROUP BY 1, 2, 3 HAVING sum("total") <> 0)
  SELECT count(*) FROM changes
$$;

-- Every five hundredth change folds too, so that the rows stay few where no job does, as under the release before. Under
-- repeatable read it would fail for what others have folded meanwhile.
CREATE FUNCTION "fold_by_chance"() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF random() < 0.002 AND current_setting('transaction_isolation') = 'read committed' THEN
    PERFORM "fold_intent_counts"(5000);
  END IF;
END $$;

CREATE OR REPLACE FUNCTION "count_added_intents"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "intent_counts" ("appId", "status", "platform", "total")
  SELECT "appId", "status", "platform", count(*) FROM added GROUP BY 1, 2, 3;
  PERFORM "fold_by_chance"();
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION "count_removed_intents"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "intent_counts" ("appId", "status", "platform", "total")
  SELECT "appId", "status", "platform", -count(*) FROM removed GROUP BY 1, 2, 3;
  PERFORM "fold_by_chance"();
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION "count_moved_intents"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "intent_counts" ("appId", "status", "platform", "total")
  SELECT "appId", "status", "platform", sum(change) FROM (
    SELECT "appId", "status", "platform", 1 AS change FROM added
    UNION ALL SELECT "appId", "status", "platform", -1 FROM removed) AS changes
  GROUP BY 1, 2, 3 HAVING sum(change) <> 0;
  PERFORM "fold_by_chance"();
  RETURN NULL;
END $$;
