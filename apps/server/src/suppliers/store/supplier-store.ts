import type { PlatformId } from '@procurement-intents/contract';
import type { SupplierStatus } from '@procurement-intents/contract/procurement';
import type { RowsRequest } from '@procurement-intents/domain';
import { column, nullable, TableSql } from '../../postgres/columns.ts';
import { type ListedRows, listTable } from '../../postgres/list-table.ts';
import {
  presentSupplier,
  type StoredSupplier,
  type SupplierChanges,
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
import { isExclusionViolation, isUniqueViolation, orUsed } from '../../postgres/database-errors.ts';

export type SupplierStore = ReturnType<typeof createSupplierStore>;

/** Locks the supplier until the end of the transaction; null when there is none. */
async function lock(transaction: Transaction, id: string): Promise<StoredSupplier | null> {
  await transaction.$queryRaw`SELECT 1 FROM "suppliers" WHERE "id" = ${id} FOR UPDATE`;
  return transaction.supplier.findUnique({ where: { id } });
}

/** The answer of a write, or that the shop overlaps with that of another supplier. */
async function orOverlap<T>(work: Promise<T>): Promise<T | 'overlap'> {
  try {
    return await work;
  } catch (error) {
    if (isExclusionViolation(error) || isUniqueViolation(error)) return 'overlap';
    throw error;
  }
}

const SUPPLIERS = new TableSql({
  id: column<string>('text'),
  name: column<string>('text'),
  platform: column<PlatformId>('"Platform"'),
  shopUrl: column<string>('text'),
  shopKey: column<string>('text'),
  contactName: nullable(column<string>('text')),
  contactPhone: nullable(column<string>('text')),
  status: column<SupplierStatus>('"SupplierStatus"'),
  createdAt: column<Date>('timestamptz'),
  updatedAt: column<Date>('timestamptz'),
  version: column<number>('integer'),
});
export type SupplierColumn = keyof typeof SUPPLIERS.table;

/** Adds, changes and removes suppliers. */
function supplierWrites(database: Database) {
  return {
    /** Adds a supplier, once for each key; `overlap` when its shop is taken. */
    insert(supplier: StoredSupplier, by: Omit<Creator, 'at'>): Promise<CreatedOnce | 'overlap'> {
      const { id, createdAt: at } = supplier;
      return orOverlap(
        createOnce(database, { ...by, at }, id, async (transaction) => {
          await transaction.supplier.create({ data: supplier });
          return created({ action: 'supplier.created', subjectId: id, after: presentSupplier(supplier) });
        }),
      );
    },

    /**
     * Changes a supplier. `decide` gets the row that nobody else changes meanwhile, and may throw to refuse; null changes
     * nothing. The answer is null when there is no such supplier.
     */
    update(
      id: string,
      by: By,
      decide: (supplier: StoredSupplier) => SupplierChanges | null,
    ): Promise<StoredSupplier | 'overlap' | null> {
      return orOverlap(
        write(database, by, async (transaction) => {
          const before = await lock(transaction, id);
          const changes = before && decide(before);
          if (!before || !changes) return unchanged(before);
          const data = { ...changes, updatedAt: by.at, version: before.version + 1 };
          const after: StoredSupplier = await transaction.supplier.update({ where: { id }, data });
          const shown = { before: presentSupplier(before), after: presentSupplier(after) };
          return { result: after, change: { action: 'supplier.updated', subjectId: id, ...shown } };
        }),
      );
    },

    /** Removes a supplier, unless a contract or a request refers to it; `check` may throw to refuse. */
    remove(
      id: string,
      by: By,
      check: (supplier: StoredSupplier) => void,
    ): Promise<'removed' | 'used' | null> {
      return orUsed(
        write<'removed' | null>(database, by, async (transaction) => {
          const before = await lock(transaction, id);
          if (!before) return unchanged(null);
          check(before);
          await transaction.supplier.delete({ where: { id } });
          await freeKey(transaction, id);
          const shown = { before: presentSupplier(before) };
          return { result: 'removed', change: { action: 'supplier.deleted', subjectId: id, ...shown } };
        }),
      );
    },
  };
}

export function createSupplierStore(database: Database) {
  return {
    find: (id: string): Promise<StoredSupplier | null> => database.supplier.findUnique({ where: { id } }),

    ...supplierWrites(database),

    /** Reads a page of the suppliers. */
    list: (request: RowsRequest<SupplierColumn>): Promise<ListedRows<StoredSupplier>> =>
      listTable(database, { from: '"suppliers"', columns: SUPPLIERS }, request),
  };
}
