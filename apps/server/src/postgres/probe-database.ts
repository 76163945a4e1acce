import type { Database } from './database.ts';

// The health operation has no rate limit, so calls within a second share one probe.
const CACHE_MS = 1000;
// About as long as a query may wait for a connection, so that a busy database does not count as down.
const PROBE_TIMEOUT_MS = 3000;

/** Checks whether the database answers. */
export function createDatabaseProbe(database: Database): () => Promise<boolean> {
  let last: { at: number; isUp: Promise<boolean> } | undefined;
  return () => {
    const now = performance.now();
    if (!last || now - last.at > CACHE_MS) last = { at: now, isUp: probe(database) };
    return last.isUp;
  };
}

async function probe(database: Database): Promise<boolean> {
  const timeout = new Promise<boolean>((resolve) => setTimeout(resolve, PROBE_TIMEOUT_MS, false).unref());
  const answer = database.$queryRaw`SELECT 1`.then(
    () => true,
    () => false,
  );
  return Promise.race([answer, timeout]);
}
