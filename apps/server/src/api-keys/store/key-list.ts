import type { Scope } from '@procurement-intents/contract/bearer';
import type { RowsRequest } from '@procurement-intents/domain';
import type { StoredKey } from '@procurement-intents/domain/company';
import { column, nullable, TableSql } from '../../postgres/columns.ts';
import type { Database } from '../../postgres/database.ts';
import { type ListedRows, listTable } from '../../postgres/list-table.ts';

/** What lists read of a key: no hash. */
export const KEYS = new TableSql({
  id: column<string>('text'),
  name: column<string>('text'),
  hint: column<string>('text'),
  scopes: column<Scope[]>('text[]'),
  ipAllowList: column<string[]>('text[]'),
  userId: column<string>('text'),
  lastUsedAt: nullable(column<Date>('timestamptz')),
  revokedAt: nullable(column<Date>('timestamptz')),
  createdAt: column<Date>('timestamptz'),
});
export type KeyColumn = keyof typeof KEYS.table;

const FROM = '"api_keys" LEFT JOIN "credential_uses" ON "credentialId" = "id"';

/** Reads a page of the keys. */
export const listKeys =
  (database: Database) =>
  (request: RowsRequest<KeyColumn>): Promise<ListedRows<StoredKey>> =>
    listTable(database, { from: FROM, columns: KEYS }, request);
