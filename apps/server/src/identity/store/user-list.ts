import type { Scope } from '@procurement-intents/contract/bearer';
import type { Locale } from '@procurement-intents/contract/company';
import type { RowsRequest } from '@procurement-intents/domain';
import { column, nullable, TableSql } from '../../postgres/columns.ts';
import type { Database } from '../../postgres/database.ts';
import { type ListedRows, listTable } from '../../postgres/list-table.ts';
import type { UserRow } from './user-row.ts';

/** What lists read of a user: no hash. */
const USERS = new TableSql({
  id: column<string>('text'),
  username: column<string>('text'),
  displayName: column<string>('text'),
  locale: column<Locale>('text'),
  scopes: column<Scope[]>('text[]'),
  approvalLimitFen: nullable(column<bigint>('bigint')),
  disabledAt: nullable(column<Date>('timestamptz')),
  createdAt: column<Date>('timestamptz'),
  updatedAt: column<Date>('timestamptz'),
  version: column<number>('integer'),
});
export type UserColumn = keyof typeof USERS.table;
export type ListedUser = Pick<UserRow, UserColumn>;

/** Reads a page of the users. */
export const listUsers =
  (database: Database) =>
  (request: RowsRequest<UserColumn>): Promise<ListedRows<ListedUser>> =>
    listTable(database, { from: '"users"', columns: USERS }, request);
