import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { ComeBack } from '../adapter.ts';
import { within } from '../within.ts';
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
/** A pool or a session that says nothing for so long counts as lost. */
const SILENCE_MS = 1_000;

/**
 * A lock for any number of processes: an advisory lock of a Postgres session, which ends when its holder dies. It takes a
 * connection for each order that is placed, so give it a pool of its own with `max` of `maxPlacing` or more: queries of the
 * adapter in the same pool would wait for connections that the locks keep. The pool needs a listener of `error`, else a lost
 * connection ends the process. It must lead to Postgres itself or to a pooler that keeps sessions.
 *
 * A database that says nothing for a second is not waited for: the order gets 503.
 *
 * @param name - of the shop; shops with different names do not wait for each other.
 */
export function postgresLock(pool: PostgresPool, name = ''): Lock {
  return {
    isShared: true,
    confirmMs: SILENCE_MS,
    async acquire(key, waitMs) {
      const endsAt = performance.now() + waitMs;
      const client = await connect(pool);
      const hold = new SessionHold(client, digest(`${name} ${key}`));
      try {
        while (!(await hold.take())) {
          const leftMs = endsAt - performance.now();
          if (leftMs <= 0) return hold.leave();
          await delay(Math.min(RETRY_MS, leftMs));
        }
        return hold;
      } catch (error) {
        hold.end(true);
        throw error;
      }
    },
  };
}

async function connect(pool: PostgresPool): Promise<PostgresClient> {
  const connecting = pool.connect();
  try {
    return await answerOf(connecting);
  } catch (error) {
    // One that comes later has nobody to use it.
    connecting.then(
      (late) => late.release(true),
      () => {},
    );
    throw error;
  }
}

/** What the database answers. @throws ComeBack when it says nothing for {@link SILENCE_MS}. */
const answerOf = <T>(answer: Promise<T>): Promise<T> =>
  within(answer, SILENCE_MS, () => new ComeBack(1_000, 'the database of the lock does not answer'));

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
    const asked = this.#client.query('SELECT pg_try_advisory_lock($1::bigint) AS taken', [this.#id]);
    const { rows } = await answerOf(asked);
    return rows[0]?.['taken'] === true;
  }

  // The lock lives as long as its session, so an answer of the session proves it.
  async confirm(): Promise<void> {
    if (this.#lost) throw new Error('the lock is lost', { cause: this.#lost });
    try {
      await answerOf(this.#client.query('SELECT 1'));
    } catch (error) {
      this.#lost = error as Error;
      throw new Error('the lock is lost', { cause: error });
    }
  }

  async release(): Promise<void> {
    let isBroken = this.#lost !== null;
    try {
      if (!isBroken) await answerOf(this.#client.query('SELECT pg_advisory_unlock($1::bigint)', [this.#id]));
    } catch {
      isBroken = true; // With its session, the lock ends too.
    }
    this.end(isBroken);
  }

  /** Gives the connection back without the lock. */
  leave(): null {
    this.end(false);
    return null;
  }

  end(isBroken: boolean): void {
    // A connection that is closed may fail once more, with nobody but this listener to hear it.
    if (!isBroken) this.#client.removeListener('error', this.#lose);
    this.#client.release(isBroken);
  }
}

/** The key of an advisory lock: 64 bits of the digest. */
function digest(text: string): string {
  return createHash('sha256').update(text).digest().readBigInt64BE().toString();
}
