import type { ConnectionWatch } from '../postgres/connection-watch.ts';

/** What a failover or a restore may have done to rows. */
export interface RowHistory {
  /** Time between submission and processing, during which updates and cancellation are free. */
  graceMs: number;
  /** When the database was last restored from a backup: older intents may have been ordered since the backup. */
  recoveredAt: Date | null;
  /** The database's connections: what is older than their last change may have been set back. */
  connections: Pick<ConnectionWatch, 'sinceChangeMs'>;
}

/** What shows whether a row may be an older state of itself. */
export const historyOf = ({ graceMs, recoveredAt, connections }: RowHistory) => ({
  graceMs,
  recoveredAt,
  connectedMs: connections.sinceChangeMs(),
});
