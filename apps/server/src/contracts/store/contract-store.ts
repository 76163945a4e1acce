import type { AuditActionOn } from '@procurement-intents/contract/company';
import type { RowsRequest } from '@procurement-intents/domain';
import {
  type ContractChanges,
  presentContract,
  type StoredContract,
} from '@procurement-intents/domain/procurement';
import {
  type By,
  created,
  type CreatedOnce,
  createOnce,
  type Creator,
  freeKey,
  unchanged,
  write,
} from '../../changes/unit-of-work.ts';
import type { Transaction } from '../../postgres/transaction.ts';
import type { Database } from '../../postgres/database.ts';
import { isForeignKeyViolation, orUsed } from '../../postgres/database-errors.ts';
import { type ListedRows, listTable } from '../../postgres/list-table.ts';
import { CONTRACT_LIST_FROM, type ContractColumn, LISTED_CONTRACTS } from './contract-source.ts';
import { lockContract, readContracts } from './read-contracts.ts';

export type ContractStore = ReturnType<typeof createContractStore>;

const dateOf = (day: string): Date => new Date(`${day}T00:00:00.000Z`);

/** The columns of the contract's own row. */
function columnsOf({ title, validFrom, validTo, status, maxAmountFen }: ContractChanges) {
  return {
    ...(title !== undefined && { title }),
    ...(validFrom !== undefined && { validFrom: dateOf(validFrom) }),
    ...(validTo !== undefined && { validTo: dateOf(validTo) }),
    ...(status !== undefined && { status }),
    ...(maxAmountFen !== undefined && { maxAmountFen }),
  };
}

const writeLines = (transaction: Transaction, contractId: string, lines: StoredContract['lines']) =>
  transaction.contractLine.createMany({
    data: lines.map((line, position) => ({ ...line, contractId, position })),
  });

/** Adds contracts. */
function contractInserts(database: Database) {
  return {
    /** Adds a contract, once for each key; `unknown` when there is no such supplier. */
    async insert(contract: StoredContract, by: Omit<Creator, 'at'>): Promise<CreatedOnce | 'unknown'> {
      const { id, supplierId, lines, createdAt, updatedAt, version } = contract;
      const { title, status, maxAmountFen } = contract;
      const [validFrom, validTo] = [dateOf(contract.validFrom), dateOf(contract.validTo)];
      const own = { id, supplierId, title, status, maxAmountFen, validFrom, validTo };
      const after = presentContract(contract, createdAt);
      try {
        return await createOnce(database, { ...by, at: createdAt }, id, async (transaction) => {
          await transaction.contract.create({ data: { ...own, createdAt, updatedAt, version } });
          await writeLines(transaction, id, lines);
          return created({ action: 'contract.created', subjectId: id, after });
        });
      } catch (error) {
        if (isForeignKeyViolation(error)) return 'unknown';
        throw error;
      }
    },
  };
}

/** Changes and removes contracts. */
function contractChanges(database: Database) {
  return {
    /**
     * Changes a contract. `decide` gets the row that nobody else changes meanwhile, and may throw to refuse; null changes
     * nothing. The answer is null when there is no such contract.
     */
    update(
      id: string,
      { actor, at, action }: By & { action: AuditActionOn<'contract'> },
      decide: (contract: StoredContract) => ContractChanges | null,
    ): Promise<StoredContract | null> {
      return write(database, { actor, at }, async (transaction) => {
        const before = await lockContract(transaction, id);
        const changes = before && decide(before);
        if (!before || !changes) return unchanged(before);
        const data = { ...columnsOf(changes), updatedAt: at, version: before.version + 1 };
        await transaction.contract.update({ where: { id }, data });
        if (changes.lines) {
          await transaction.contractLine.deleteMany({ where: { contractId: id } });
          await writeLines(transaction, id, changes.lines);
        }
        const after = { ...before, ...changes, updatedAt: at, version: before.version + 1 };
        const shown = { before: presentContract(before, at), after: presentContract(after, at) };
        return { result: after, change: { action, subjectId: id, ...shown } };
      });
    },

    /** Removes a contract, unless a request names it; `check` may throw to refuse. */
    remove(
      id: string,
      by: By,
      check: (contract: StoredContract) => void,
    ): Promise<'removed' | 'used' | null> {
      return orUsed(
        write<'removed' | null>(database, by, async (transaction) => {
          const before = await lockContract(transaction, id);
          if (!before) return unchanged(null);
          check(before);
          await transaction.contract.delete({ where: { id } });
          await freeKey(transaction, id);
          const shown = { before: presentContract(before, by.at) };
          return { result: 'removed', change: { action: 'contract.deleted', subjectId: id, ...shown } };
        }),
      );
    },
  };
}

export function createContractStore(database: Database) {
  return {
    async find(id: string): Promise<StoredContract | null> {
      const [contract] = await readContracts(database, [id]);
      return contract ?? null;
    },

    ...contractInserts(database),
    ...contractChanges(database),

    /** Reads a contract in another room's transaction, until whose end nobody removes it. */
    async hold(transaction: Transaction, id: string): Promise<StoredContract | null> {
      await transaction.$queryRaw`SELECT 1 FROM "contracts" WHERE "id" = ${id} FOR KEY SHARE`;
      const [contract] = await readContracts(transaction, [id]);
      return contract ?? null;
    },

    /** The same, and until then nobody else changes it or approves under it. */
    lock: lockContract,

    /** Reads a page of the contracts. */
    list: async (request: RowsRequest<ContractColumn>): Promise<ListedRows<StoredContract>> => {
      const source = { from: CONTRACT_LIST_FROM, columns: LISTED_CONTRACTS, keys: ['id'] as const };
      const { rows, total } = await listTable(database, source, request);
      const ids = rows.map(({ id }) => id);
      const byId = new Map((await readContracts(database, ids)).map((one) => [one.id, one]));
      return { rows: ids.flatMap((id) => byId.get(id) ?? []), total };
    },
  };
}
