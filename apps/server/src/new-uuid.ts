import { randomFillSync } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';

// Random bytes are dear one id at a time: a call for 256 ids costs as much as a call for two.
const BYTES = 16;
const randomness = Buffer.alloc(256 * BYTES);
let used = randomness.length;

function rng(): Uint8Array {
  if (used === randomness.length) {
    randomFillSync(randomness);
    used = 0;
  }
  used += BYTES;
  return randomness.subarray(used - BYTES, used);
}

/** What ids are made of: a version 7 UUID as 32 hex digits, sorted by time of making, unguessable. */
export const newUuid = (): string => uuidv7({ rng }).replaceAll('-', '');
