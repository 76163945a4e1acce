import { RESERVING_STATUSES } from '@procurement-intents/contract/procurement';
import { column, literals, nullable, TableSql } from '../../postgres/columns.ts';

const day = (name: string): string => `c."${name}"::timestamp AT TIME ZONE 'UTC'`;

/**
 * SQL of what the requests of a contract have taken. As `takenOf` (`contract-usage.ts` of the domain):
 * `request-references.test.ts` holds both to one answer.
 */
export const USAGE = {
  reservedFen: `COALESCE((SELECT sum(r."totalFen") FROM "purchase_requests" AS r
    WHERE r."contractId" = c."id" AND r."status" IN (${literals(RESERVING_STATUSES)})), 0)::bigint`,
  spentFen: `COALESCE((SELECT sum(r."spentFen") FROM "purchase_requests" AS r
    WHERE r."contractId" = c."id"), 0)::bigint`,
};

/** `contractStatusAt` (`contract-status.ts` of the domain): `rules-in-sql.test.ts` holds both to one answer. */
const STATUS = `CASE WHEN c."status" = 'ACTIVE' AND c."validTo" < ("service_now"() AT TIME ZONE 'UTC')::date
  THEN 'EXPIRED' ELSE c."status"::text END`;

/** The contracts of a list, with what follows from their days and requests. */
export const CONTRACT_LIST_FROM = `(SELECT c."id", c."supplierId", c."title", c."maxAmountFen", c."createdAt", c."updatedAt",
    ${day('validFrom')} AS "validFrom", ${day('validTo')} AS "validTo", ${STATUS} AS "status",
    ${USAGE.reservedFen} AS "reservedFen", ${USAGE.spentFen} AS "spentFen"
  FROM "contracts" AS c) AS listed`;

export const LISTED_CONTRACTS = new TableSql({
  id: column<string>('text'),
  supplierId: column<string>('text'),
  title: column<string>('text'),
  validFrom: column<Date>('timestamptz'),
  validTo: column<Date>('timestamptz'),
  status: column<string>('text'),
  maxAmountFen: nullable(column<bigint>('bigint')),
  reservedFen: column<bigint>('bigint'),
  spentFen: column<bigint>('bigint'),
  createdAt: column<Date>('timestamptz'),
  updatedAt: column<Date>('timestamptz'),
});
export type ContractColumn = keyof typeof LISTED_CONTRACTS.table;
