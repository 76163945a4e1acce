import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';

const POLL_MS = 200;

/**
 * Holds a session lock during `work`. Polls for the lock, because a waiting statement would block an index build of the
 * session that has it.
 *
 * @throws Error when another session has it for longer than `waitMs`.
 */
export async function withLock<T>(
  client: Client,
  { id, waitMs }: { id: number; waitMs: number },
  work: () => Promise<T>,
): Promise<T> {
  const until = performance.now() + waitMs;
  while (!(await tryLock(client, id))) {
    if (performance.now() > until)
      throw new Error(`another process has been migrating this database for over ${waitMs / 1000} s`);
    await delay(POLL_MS);
  }
  try {
    return await work();
  } finally {
    // A connection that is lost has lost its locks too; its own error says more.
    await client.query('SELECT pg_advisory_unlock($1)', [id]).catch(() => undefined);
  }
}

async function tryLock(client: Client, id: number): Promise<boolean> {
  const { rows } = await client.query<{ isHeld: boolean }>('SELECT pg_try_advisory_lock($1) AS "isHeld"', [
    id,
  ]);
  return rows[0]?.isHeld === true;
}
