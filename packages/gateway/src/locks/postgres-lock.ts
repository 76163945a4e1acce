import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Hold, Lock } from './lock.ts';

/** What the lock needs of a connection; `PoolClient` of `pg` has it. */
export interface PostgresClient {
  query(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
  /** With true, the connection is closed in place of going back to the pool. */
  release(isBroken?: boolean): void;
  on(event: 'error', listener: (error: Error) => void): unknown;
  removeListener(event: 'error', listener: (error: Error) => void): unknown;
}

/** What the lock needs of a pool; `Pool` of `pg` has it. */
export interface PostgresPool {
  connect(): Promise<PostgresClient>;
}

/** Between two tries for a key that somebody else has. */
const RETRY_MS = 50;
/** A session that says nothing for so long counts as lost. */
const CONFIRM_MS = 1_000;

/**
 * A lock for any number of processes: an advisory lock of a Postgres session, which ends when its holder dies. It takes a
 * connection for each order that is placed, so the pool needs as many as `maxPlacing`, and it must lead to Postgres
 * itself or to a pooler that keeps sessions.
 *
 * @param name - of the shop; shops with different names do not wait for each other.
 */
export function postgresLock(pool: PostgresPool, name = ''): Lock {
  return {
    isShared: true,
    async acquire(key, waitMs) {
      const endsAt = performance.now() + waitMs;
      const client = await pool.connect();
      try {
        const hold = new SessionHold(client, digest(`${name} ${key}`));
        while (!(await hold.take())) {
          const leftMs = endsAt - performance.now();
          if (leftMs <= 0) return hold.leave();
          await delay(Math.min(RETRY_MS, leftMs));
        }
        return hold;
      } catch (error) {
        client.release(true);
        throw error;
      }
    },
  };
}

class SessionHold implements Hold {
  readonly #client: PostgresClient;
  readonly #id: string;
  #lost: Error | null = null;
  readonly #lose = (error: Error): void => {
    this.#lost = error;
  };

  constructor(client: PostgresClient, id: string) {
    this.#client = client;
    this.#id = id;
    client.on('error', this.#lose);
  }

  async take(): Promise<boolean> {
    const { rows } = await this.#client.query('SELECT pg_try_advisory_lock($1::bigint) AS taken', [this.#id]);
    return rows[0]?.['taken'] === true;
  }

  // The lock lives as long as its session, so an answer of the session proves it.
  async confirm(): Promise<void> {
    if (this.#lost) throw new Error('the lock is lost', { cause: this.#lost });
    const silence = new AbortController();
    const late = delay(CONFIRM_MS, undefined, { signal: silence.signal }).then(() => {
      throw new Error('the session of the lock does not answer');
    });
    late.catch(() => {});
    try {
      await Promise.race([this.#client.query('SELECT 1'), late]);
    } catch (error) {
      this.#lost = error as Error;
      throw new Error('the lock is lost', { cause: error });
    } finally {
      silence.abort();
    }
  }

  async release(): Promise<void> {
    let isBroken = this.#lost !== null;
    try {
      if (!isBroken) await this.#client.query('SELECT pg_advisory_unlock($1::bigint)', [this.#id]);
    } catch {
      isBroken = true; // With its session, the lock ends too.
    }
    this.#end(isBroken);
  }

  /** Gives the connection back without the lock. */
  leave(): null {
    this.#end(false);
    return null;
  }

  #end(isBroken: boolean): void {
    this.#client.removeListener('error', this.#lose);
    this.#client.release(isBroken);
  }
}

/** The key of an advisory lock: 64 bits of the digest. */
function digest(text: string): string {
  return createHash('sha256').update(text).digest().readBigInt64BE().toString();
}
