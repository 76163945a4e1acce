import type { ConnectionWatch } from '../postgres/connection-watch.ts';

/** What shows whether a failover or a restore may have set a row back. */
export interface RowHistory {
  /** Time between submission and processing, during which updates and cancellation are free. */
  graceMs: number;
  /** When the database was last restored from a backup: older intents may have been ordered since the backup. */
  recoveredAt: Date | null;
  /** The connections to the database: rows from before their last change may have been set back. */
  connections: Pick<ConnectionWatch, 'sinceChangeMs'>;
}

/** The history in the form that the rules take. */
export const historyOf = ({ graceMs, recoveredAt, connections }: RowHistory) => ({
  graceMs,
  recoveredAt,
  connectedMs: connections.sinceChangeMs(),
});
