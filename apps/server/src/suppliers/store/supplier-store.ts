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
import { type CreatedOnce, type CreateKey, createOnce, freeKey } from '../../changes/create-once.ts';
import { type Actor, type Change, changeRecorded } from '../../audit/record-change.ts';
import type { Transaction } from '../../postgres/transaction.ts';
import type { Database } from '../../postgres/database.ts';
import { isExclusionViolation, isUniqueViolation, orUsed } from '../../postgres/database-errors.ts';

export type SupplierStore = ReturnType<typeof createSupplierStore>;

/** Who makes a change, and when. */
interface By {
  actor: Actor;
  at: Date;
}

/** Locks the supplier until the end of the transaction; null when there is none. */
async function lock(transaction: Transaction, id: string): Promise<StoredSupplier | null> {
  await transaction.$queryRaw`SELECT 1 FROM "suppliers" WHERE "id" = ${id} FOR UPDATE`;
  return transaction.supplier.findUnique({ where: { id } });
}

/** The answer of a write, or that the shop overlaps with that of another supplier. */
async function orOverlap<T>(write: Promise<T>): Promise<T | 'overlap'> {
  try {
    return await write;
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
    insert(supplier: StoredSupplier, key: CreateKey | null, actor: Actor): Promise<CreatedOnce | 'overlap'> {
      const { id, createdAt: at } = supplier;
      const change: Change = { action: 'supplier.created', subjectId: id, after: presentSupplier(supplier) };
      return orOverlap(
        createOnce(database, { key, resourceId: id, actor, at, change }, async (transaction) => {
          await transaction.supplier.create({ data: supplier });
        }),
      );
    },

    /**
     * Changes a supplier. `decide` gets the row that nobody else changes meanwhile, and may throw to refuse; null changes
     * nothing. The answer is null when there is no such supplier.
     */
    update(
      id: string,
      { actor, at }: By,
      decide: (supplier: StoredSupplier) => SupplierChanges | null,
    ): Promise<StoredSupplier | 'overlap' | null> {
      return orOverlap(
        changeRecorded(database, { actor, at }, async (transaction) => {
          const before = await lock(transaction, id);
          const changes = before && decide(before);
          if (!before || !changes) return { result: before, change: null };
          const data = { ...changes, updatedAt: at, version: before.version + 1 };
          const after: StoredSupplier = await transaction.supplier.update({ where: { id }, data });
          const shown = { before: presentSupplier(before), after: presentSupplier(after) };
          return { result: after, change: { action: 'supplier.updated', subjectId: id, ...shown } };
        }),
      );
    },

    /** Removes a supplier, unless a contract or a request refers to it; `check` may throw to refuse. */
    remove(
      id: string,
      { actor, at }: By,
      check: (supplier: StoredSupplier) => void,
    ): Promise<'removed' | 'used' | null> {
      return orUsed(
        changeRecorded<'removed' | null>(database, { actor, at }, async (transaction) => {
          const before = await lock(transaction, id);
          if (!before) return { result: null, change: null };
          check(before);
          await transaction.supplier.delete({ where: { id } });
          await freeKey(transaction, id);
          const change: Change = {
            action: 'supplier.deleted',
            subjectId: id,
            before: presentSupplier(before),
          };
          return { result: 'removed', change };
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
      listTable(
        database,
        { from: '"suppliers"', select: SUPPLIERS.read(SUPPLIERS.keys), columns: SUPPLIERS },
        request,
      ),
  };
}
