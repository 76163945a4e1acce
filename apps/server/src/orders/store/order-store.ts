import { ID_PREFIXES, type IntentStatus, type PlatformId } from '@procurement-intents/contract';
import type { RowsRequest } from '@procurement-intents/domain';
import { intentIdOfOrder, type StoredOrder } from '@procurement-intents/domain/procurement';
import { ALL_INTENTS } from '../../intent-rows/all-intents.ts';
import { column, nullable, TableSql } from '../../postgres/columns.ts';
import { PLACED_AT } from '../../intent-rows/indexed-times.ts';
import type { Database } from '../../postgres/database.ts';
import { type ListedRows, listTable } from '../../postgres/list-table.ts';

export type OrderStore = ReturnType<typeof createOrderStore>;

/** An order, and when its platform last told of it. */
export interface OrderRow extends StoredOrder {
  checkedAt: Date | null;
}

const time = column<Date>('timestamptz');
const text = column<string>('text');

const ORDERS = new TableSql({
  id: text,
  orderId: text,
  intentId: text,
  appId: text,
  platform: column<PlatformId>('"Platform"'),
  title: text,
  quantity: column<number>('integer'),
  amountPaidFen: nullable(column<bigint>('bigint')),
  status: column<StoredOrder['status']>('text'),
  trackingNumber: nullable(text),
  trackingCompany: nullable(text),
  placedAt: time,
  // What `startDate` and `endDate` bound.
  createdAt: time,
  updatedAt: time,
  intentStatus: column<IntentStatus>('text'),
  checkedAt: nullable(time),
});
export type OrderColumn = keyof typeof ORDERS.table;

const FROM = `(SELECT '${ID_PREFIXES.order}' || substr("id", ${ID_PREFIXES.intent.length + 1}) AS "id", "orderId", "id" AS "intentId", "appId", "platform", "title", "quantity",
    "amountPaidFen", "orderStatus" AS "status", "trackingNumber", "trackingCompany", ${PLACED_AT} AS "placedAt",
    ${PLACED_AT} AS "createdAt", "updatedAt", "status"::text AS "intentStatus", "orderCheckedAt" AS "checkedAt"
  FROM ${ALL_INTENTS} AS intents WHERE "isIntent" AND "orderStatus" IS NOT NULL) AS orders`;
const SELECT = ORDERS.read(ORDERS.keys);

/** Orders are a view of the intents that have one, archived or not. */
export function createOrderStore(database: Database) {
  return {
    async find(id: string): Promise<OrderRow | null> {
      const [row] = await database.$queryRawUnsafe<OrderRow[]>(
        `SELECT ${SELECT} FROM ${FROM} WHERE "intentId" = $1`,
        intentIdOfOrder(id),
      );
      return row ?? null;
    },
    list: (request: RowsRequest<OrderColumn>): Promise<ListedRows<OrderRow>> =>
      listTable(database, { from: FROM, columns: ORDERS }, request),
  };
}
