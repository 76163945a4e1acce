import { LIMITS } from '@procurement-intents/contract';
import type { Database } from '../../postgres/database.ts';

// A timestamp may be ahead by the skew and is refused that long after it; as much again for clocks.
const KEPT_MS = 3 * LIMITS.timestampSkewMs;
/** Signatures that one statement forgets at most: some 20 ms of the database. */
export const FORGOTTEN_AT_ONCE = 5000;

// Nobody else wants such rows, and those that another process forgets at this moment are left to it.
const FORGET = `DELETE FROM "signed_creates" WHERE ctid = ANY(ARRAY(
  SELECT ctid FROM "signed_creates" WHERE "createdAt" < (SELECT "service_now"()) - interval '${KEPT_MS} milliseconds'
  ORDER BY "createdAt" LIMIT ${FORGOTTEN_AT_ONCE} FOR UPDATE SKIP LOCKED))`;

/**
 * Forgets, oldest first, up to {@link FORGOTTEN_AT_ONCE} creates whose signatures are refused by now, by the database's own
 * clock; answers how many.
 */
export const forgetSignatures = (database: Database): Promise<number> => database.$executeRawUnsafe(FORGET);
