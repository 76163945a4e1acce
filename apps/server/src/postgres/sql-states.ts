/**
 * What an error of Postgres says of the statement: `outage`: nothing could be done for anybody now; `transient`: another
 * transaction came between, and the same statement may go well at once; `defect`: it will fail again.
 */
export type StateKind = 'outage' | 'transient' | 'defect';

/** Kinds of whole classes, the first two characters of a SQLSTATE. A class that is not here tells of a defect. */
const CLASSES: Readonly<Record<string, StateKind>> = {
  // Connection exception; PgBouncer gives it for all that it refuses.
  '08': 'outage',
  // Invalid authorization: a password that is being changed.
  '28': 'outage',
  // No such database: one that is being restored.
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
  // Configuration file error: the server cannot start anew.
  F0: 'outage',
};

/** Codes that differ from their class. */
const CODES: Readonly<Record<string, StateKind>> = {
  // A standby, a server that was made read-only because its disk is full.
  '25006': 'outage',
  // A session or transaction of ours that stood still and was ended for it.
  '25P03': 'outage',
  '25P04': 'outage',
  // The transaction itself is against a constraint.
  '40002': 'defect',
  '55P02': 'defect',
  // Somebody holds the lock.
  '55P03': 'transient',
  '55P04': 'defect',
};

/** The kind of a SQLSTATE, such as `23505`. */
export function kindOfState(sqlState: string): StateKind {
  return CODES[sqlState] ?? CLASSES[sqlState.slice(0, 2)] ?? 'defect';
}
