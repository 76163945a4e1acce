import { LIMITS } from '@procurement-intents/contract';
import type { Database } from '../infra/database.ts';
import type { Logger } from '../infra/logger.ts';
import { Sweeper } from '../infra/sweeper.ts';

// A timestamp may be ahead by the skew and is refused that long after it; as much again for clocks.
const KEPT_MS = 3 * LIMITS.timestampSkewMs;
// Some 20 ms of the database.
const CHUNK = 5000;
const SWEEP_MS = 10_000;

// Nobody else wants such rows, and those that another process forgets at this moment are left to it.
const FORGET = `DELETE FROM "signed_creates" WHERE ctid = ANY(ARRAY(
  SELECT ctid FROM "signed_creates" WHERE "createdAt" < (SELECT "service_now"()) - interval '${KEPT_MS} milliseconds'
  ORDER BY "createdAt" LIMIT ${CHUNK} FOR UPDATE SKIP LOCKED))`;

/**
 * Forgets, oldest first, up to 5,000 creates whose signatures are refused by now, by the database's own clock; answers
 * how many.
 */
export const forgetSignatures = (database: Database): Promise<number> => database.$executeRawUnsafe(FORGET);

/** @param forget - see {@link forgetSignatures}. */
export function createSignatureSweeper(forget: () => Promise<number>, log: Logger): Sweeper {
  const sweep = async (): Promise<boolean> => (await forget()) === CHUNK;
  return new Sweeper({ name: 'old signatures', everyMs: SWEEP_MS, sweep, log });
}
