-- The rows that were folded before are found by their key, one key after the other. Joined with all changes, 2,000 Apps
-- took 4 s, and the create that folded by chance failed. Statistics of a table that changes so fast are old, so the plan
-- must not depend on them.
CREATE OR REPLACE FUNCTION "fold_intent_counts"("atMost" int) RETURNS bigint LANGUAGE sql
SET enable_seqscan = off AS $$
  WITH changes AS MATERIALIZED (
    SELECT "appId", "id", "status", "platform" FROM "intent_counts" WHERE NOT "isFolded"
    ORDER BY "id" LIMIT "atMost" FOR UPDATE SKIP LOCKED),
  keys AS MATERIALIZED (SELECT DISTINCT "appId", "status", "platform" FROM changes),
  folded AS MATERIALIZED (
    SELECT same."appId", same."id" FROM keys CROSS JOIN LATERAL (
      SELECT "appId", "id" FROM "intent_counts" AS c
      WHERE c."isFolded" AND c."appId" = keys."appId" AND c."status" = keys."status" AND c."platform" = keys."platform"
      FOR UPDATE SKIP LOCKED) AS same),
  gone AS (
    DELETE FROM "intent_counts" AS c
    USING (SELECT "appId", "id" FROM changes UNION ALL SELECT "appId", "id" FROM folded) AS old
    WHERE c."appId" = old."appId" AND c."id" = old."id" RETURNING c."appId", c."status", c."platform", c."total"),
  summed AS (
    INSERT INTO "intent_counts" ("appId", "status", "platform", "total", "isFolded")
    SELECT "appId", "status", "platform", sum("total"), true FROM gone GROUP BY 1, 2, 3 HAVING sum("total") <> 0)
  SELECT count(*) FROM changes
$$;
