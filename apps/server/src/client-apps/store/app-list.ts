import type { RowsRequest } from '@procurement-intents/domain';
import type { StoredApp } from '@procurement-intents/domain/company';
import { column, nullable, TableSql } from '../../postgres/columns.ts';
import type { Database } from '../../postgres/database.ts';
import { type ListedRows, listTable } from '../../postgres/list-table.ts';

export const APPS = new TableSql({
  id: column<string>('text'),
  name: column<string>('text'),
  permissions: column<string[]>('text[]'),
  ipAllowList: column<string[]>('text[]'),
  archiveAfterDays: nullable(column<number>('integer')),
  disabledAt: nullable(column<Date>('timestamptz')),
  createdAt: column<Date>('timestamptz'),
  updatedAt: nullable(column<Date>('timestamptz')),
  version: column<number>('integer'),
});
export type AppColumn = keyof typeof APPS.table;

/** Reads a page of the Apps. */
export const listApps =
  (database: Database) =>
  (request: RowsRequest<AppColumn>): Promise<ListedRows<StoredApp>> =>
    listTable(database, { from: '"apps"', columns: APPS }, request);
