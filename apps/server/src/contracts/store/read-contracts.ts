import type { StoredContract } from '@procurement-intents/domain/procurement';
import type { Statements, Transaction } from '../../postgres/transaction.ts';
import { USAGE } from './contract-source.ts';

type Row = Omit<StoredContract, 'lines'>;

const CONTRACTS = `SELECT c."id", c."supplierId", c."title", c."validFrom"::text, c."validTo"::text, c."status"::text,
    c."maxAmountFen", c."createdAt", c."updatedAt", c."version",
    ${USAGE.reservedFen} AS "reservedFen", ${USAGE.spentFen} AS "spentFen"
  FROM "contracts" AS c WHERE c."id" = ANY($1)`;

/** The contracts of these ids, with their lines and with what their requests have taken. */
export async function readContracts(
  database: Pick<Statements, '$queryRawUnsafe' | 'contractLine'>,
  ids: readonly string[],
): Promise<StoredContract[]> {
  if (ids.length === 0) return [];
  const rows = await database.$queryRawUnsafe<Row[]>(CONTRACTS, ids);
  const lines = await database.contractLine.findMany({
    where: { contractId: { in: [...ids] } },
    orderBy: [{ contractId: 'asc' }, { position: 'asc' }],
  });
  const byContract = Map.groupBy(lines, ({ contractId }) => contractId);
  return rows.map((row) => ({
    ...row,
    lines: (byContract.get(row.id) ?? []).map(({ productUrl, maxUnitPriceFen, maxQuantity }) => ({
      productUrl,
      maxUnitPriceFen,
      maxQuantity,
    })),
  }));
}

/**
 * Locks the contract until the end of the transaction, and reads it. Approvals under a contract come one after the other,
 * so that each one sees what all before it have reserved.
 */
export async function lockContract(transaction: Transaction, id: string): Promise<StoredContract | null> {
  await transaction.$queryRaw`SELECT 1 FROM "contracts" WHERE "id" = ${id} FOR NO KEY UPDATE`;
  // Another statement than the one that has waited: it sees what was committed meanwhile.
  const [contract] = await readContracts(transaction, [id]);
  return contract ?? null;
}
