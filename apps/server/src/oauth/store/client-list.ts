import type { Scope } from '@procurement-intents/contract/bearer';
import type { GrantType } from '@procurement-intents/contract/oauth';
import type { RowsRequest } from '@procurement-intents/domain';
import type { StoredClient } from '@procurement-intents/domain/oauth';
import { column, nullable, TableSql } from '../../postgres/columns.ts';
import type { Database } from '../../postgres/database.ts';
import { type ListedRows, listTable } from '../../postgres/list-table.ts';

/** What lists read of a client: no hash. */
const CLIENTS = new TableSql({
  id: column<string>('text'),
  name: column<string>('text'),
  previousSecretUntil: nullable(column<Date>('timestamptz')),
  redirectUris: column<string[]>('text[]'),
  scopes: column<Scope[]>('text[]'),
  grantTypes: column<GrantType[]>('text[]'),
  isPublic: column<boolean>('boolean'),
  makerId: nullable(column<string>('text')),
  disabledAt: nullable(column<Date>('timestamptz')),
  createdAt: column<Date>('timestamptz'),
  updatedAt: column<Date>('timestamptz'),
  version: column<number>('integer'),
});
export type ClientColumn = keyof typeof CLIENTS.table;

/** Reads a page of the clients. */
export const listClients =
  (database: Database) =>
  (request: RowsRequest<ClientColumn>): Promise<ListedRows<StoredClient>> =>
    listTable(database, { from: '"oauth_clients"', columns: CLIENTS }, request);
