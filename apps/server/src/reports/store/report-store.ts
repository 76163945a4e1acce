import { PROCUREMENT_LIMITS, type SpendGroup } from '@procurement-intents/contract/procurement';
import { ApiError } from '@procurement-intents/domain';
import {
  bySupplierSteps,
  type OutcomeCount,
  type Period,
  type SpendOfGroup,
} from '@procurement-intents/domain/procurement';
import { ALL_INTENTS } from '../../intent-rows/all-intents.ts';
import { inTurns } from '../../fair-share/in-turns.ts';
import { PLACED_AT } from '../../intent-rows/indexed-times.ts';
import type { Database } from '../../postgres/database.ts';
import { orTooCostly } from '../../postgres/or-too-costly.ts';

export type ReportStore = ReturnType<typeof createReportStore>;

const KEPT_FEN = `"kept_fen"("status", "orderStatus", "amountPaidFen", "refundedFen", "cancellationFeeFen")`;
const dayAs = (form: string): string => `to_char(${PLACED_AT} AT TIME ZONE 'UTC', '${form}')`;
/** The columns that a row stands for. Products are summed up to suppliers by the rule that all others go by. */
const GROUPS: Record<SpendGroup, string> = {
  platform: `"platform"::text AS "group"`,
  supplier: `"productUrl" AS "group"`,
  user: `"userId" AS "group", "appId"`,
  app: `"appId" AS "group"`,
  day: `${dayAs('YYYY-MM-DD')} AS "group"`,
  month: `${dayAs('YYYY-MM')} AS "group"`,
};

/**
 * What bought intents have cost, and what the others have cost all the same. Orders that may still fail cost nothing.
 * `sumSpend` of the domain is the same: `rules-in-sql.test.ts` holds both to one answer.
 */
const spendStatement = (groupBy: SpendGroup): string => `
  SELECT "group"${groupBy === 'user' ? ', "appId"' : ''}, count(*) FILTER (WHERE "isBought") AS "orders",
    COALESCE(sum("quantity") FILTER (WHERE "isBought"), 0)::bigint AS "quantity",
    COALESCE(sum("paidFen") FILTER (WHERE "isBought"), 0)::bigint AS "paidFen",
    COALESCE(sum("refundedFen") FILTER (WHERE "isBought"), 0)::bigint AS "refundedFen",
    COALESCE(sum("keptFen"), 0)::bigint AS "feesFen"
  FROM (SELECT ${GROUPS[groupBy]}, "status" = 'COMPLETED' AS "isBought", "quantity", "refundedFen",
      ${KEPT_FEN} AS "keptFen", COALESCE("amountPaidFen", "totalFen") AS "paidFen"
    FROM ${ALL_INTENTS} AS intents WHERE "isIntent" AND "orderStatus" IS NOT NULL
      AND ("status" IN ('COMPLETED', 'CANCELLED') OR ("status" = 'FAILED' AND ${KEPT_FEN} > 0))
      AND ${PLACED_AT} BETWEEN $1::timestamptz AND $2::timestamptz) AS placed
  GROUP BY "group"${groupBy === 'user' ? ', "appId"' : ''} LIMIT ${PROCUREMENT_LIMITS.reportGroups + 1}`;

/**
 * One range of the index for each App: no index has the times of all Apps, which each create would have to pay for.
 * `countOutcomes` of the domain is the same: `rules-in-sql.test.ts` holds both to one answer.
 */
const OUTCOMES = `
  SELECT i."status"::text, i."failureCode", count(*) AS "count",
    percentile_disc(ARRAY[0.5, 0.95, 0.99]) WITHIN GROUP (ORDER BY i."took")
      FILTER (WHERE i."status" = 'COMPLETED' AND i."took" IS NOT NULL) AS "percentiles"
  FROM (SELECT DISTINCT "appId" FROM "intent_counts") AS known CROSS JOIN LATERAL (
    SELECT "status", CASE WHEN "status" = 'FAILED' THEN "failureCode" END AS "failureCode",
      round(extract(epoch FROM "completedAt" - COALESCE("submittedAt", "createdAt")) * 1000)::float8 AS "took"
    FROM ${ALL_INTENTS} AS intents WHERE "isIntent" AND "appId" = known."appId" AND "status" <> 'DRAFT'
      AND "createdAt" BETWEEN $1::timestamptz AND $2::timestamptz) AS i
  GROUP BY i."status", i."failureCode" ORDER BY i."status", 3 DESC, 2`;

/** Reads reports. The database ends statements that take too long. */
export function createReportStore(database: Database) {
  return {
    /** @throws ApiError `LIST_TOO_COSTLY`, also when there are too many groups. */
    async spend(groupBy: SpendGroup, { from, to }: Period): Promise<SpendOfGroup[]> {
      const read = database.$queryRawUnsafe<SpendOfGroup[]>(spendStatement(groupBy), from, to);
      const groups = await orTooCostly(read);
      if (groups.length > PROCUREMENT_LIMITS.reportGroups) throw new ApiError('LIST_TOO_COSTLY');
      if (groupBy !== 'supplier') return groups;
      const shops = await database.supplier.findMany({ select: { id: true, name: true, shopKey: true } });
      return inTurns(bySupplierSteps(groups, shops));
    },

    /** @throws ApiError `LIST_TOO_COSTLY`. */
    outcomes: ({ from, to }: Period): Promise<OutcomeCount[]> =>
      orTooCostly(database.$queryRawUnsafe<OutcomeCount[]>(OUTCOMES, from, to)),
  };
}
