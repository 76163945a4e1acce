import type { RowsRequest } from '@procurement-intents/domain';
import type { StoredSession } from '@procurement-intents/domain/company';
import { Prisma } from '#prisma';
import { column, nullable, TableSql } from '../../postgres/columns.ts';
import type { Database } from '../../postgres/database.ts';
import { type ListedRows, listTable } from '../../postgres/list-table.ts';

const SESSIONS = new TableSql({
  id: column<string>('text'),
  kind: column<string>('text'),
  userId: column<string>('text'),
  ip: column<string>('text'),
  lastUsedAt: nullable(column<Date>('timestamptz')),
  createdAt: column<Date>('timestamptz'),
  expiresAt: column<Date>('timestamptz'),
});
export type SessionColumn = keyof typeof SESSIONS.table;

const FROM = '"sessions" LEFT JOIN "credential_uses" ON "credentialId" = "id"';

/** Reads a page of the sessions that have not ended. */
export const listSessions =
  (database: Database) =>
  (request: RowsRequest<SessionColumn>, now: Date): Promise<ListedRows<StoredSession>> =>
    listTable(database, { from: FROM, columns: SESSIONS, where: Prisma.sql`"expiresAt" > ${now}` }, request);
