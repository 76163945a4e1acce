/**
 * What an error of Postgres means for the statement. `outage`: no statement can succeed now. `transient`: it lost to
 * another transaction and may succeed when it is repeated. `defect`: it will fail again.
 */
export type StateKind = 'outage' | 'transient' | 'defect';

/** The kind by class, the first two characters of a SQLSTATE. A class that is not listed means a defect. */
const CLASSES: Readonly<Record<string, StateKind>> = {
  // Connection exception; PgBouncer returns it for everything that it refuses.
  '08': 'outage',
  // Invalid authorization: a password that is being changed.
  '28': 'outage',
  // No such database, while it is being restored.
  '3D': 'outage',
  // Transaction rollback: serialization, deadlock, completion unknown.
  '40': 'transient',
  // Insufficient resources: disk, memory, connections.
  '53': 'outage',
  // Object not in prerequisite state: recovery, a slot or a relation that is not ready yet.
  '55': 'outage',
  // Operator intervention: shutdown, start, a cancelled or too long statement.
  '57': 'outage',
  // System error: the disk under Postgres.
  '58': 'outage',
  // Snapshot too old.
  '72': 'transient',
  // Configuration file error: the server cannot restart.
  F0: 'outage',
};

/** The kind of codes that differ from their class. */
const CODES: Readonly<Record<string, StateKind>> = {
  // Read-only: a standby, or a server whose disk is full.
  '25006': 'outage',
  // The server ended an idle session or transaction of this service.
  '25P03': 'outage',
  '25P04': 'outage',
  // The transaction violates a constraint.
  '40002': 'defect',
  '55P02': 'defect',
  // Another transaction holds the lock.
  '55P03': 'transient',
  '55P04': 'defect',
};

/** The kind of a SQLSTATE, such as `23505`. */
export function kindOfState(sqlState: string): StateKind {
  return CODES[sqlState] ?? CLASSES[sqlState.slice(0, 2)] ?? 'defect';
}
