import type { RowsRequest } from '@procurement-intents/domain';
import type { StoredAuditEvent } from '@procurement-intents/domain/company';
import { column, nullable, TableSql } from '../../postgres/columns.ts';
import type { Database } from '../../postgres/database.ts';
import { type ListedRows, listTable } from '../../postgres/list-table.ts';

const EVENTS = new TableSql({
  id: column<string>('text'),
  createdAt: column<Date>('timestamptz'),
  actorKind: column<StoredAuditEvent['actorKind']>('text'),
  actorId: nullable(column<string>('text')),
  userId: nullable(column<string>('text')),
  ip: nullable(column<string>('text')),
  requestId: nullable(column<string>('text')),
  action: column<string>('text'),
  subjectId: column<string>('text'),
  before: nullable(column<Record<string, unknown>>('jsonb')),
  after: nullable(column<Record<string, unknown>>('jsonb')),
});
export type EventColumn = keyof typeof EVENTS.table;
export type ListAuditEvents = ReturnType<typeof listAuditEvents>;

/** Reads a page of the record of changes. */
export const listAuditEvents =
  (database: Database) =>
  (request: RowsRequest<EventColumn>): Promise<ListedRows<StoredAuditEvent>> =>
    listTable(database, { from: '"audit_events"', columns: EVENTS }, request);
