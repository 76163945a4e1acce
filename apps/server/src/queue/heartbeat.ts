/** A job without a heartbeat for this long counts as lost and is given to another worker. */
export const HEARTBEAT_SECONDS = 10;
/** The pause between two heartbeats. For as long after a check, no other worker can have been given the job. */
export const HEARTBEAT_PAUSE_MS = (HEARTBEAT_SECONDS * 1000) / 2;
