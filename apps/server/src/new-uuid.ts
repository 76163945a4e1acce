import { randomFillSync } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';

// One call for the random bytes of 256 ids costs as much as a call for those of two.
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

const bytes = Buffer.alloc(BYTES);

/** A version 7 UUID as 32 hexadecimal digits. UUIDs sort by creation time and cannot be guessed. */
export function newUuid(): string {
  uuidv7({ rng }, bytes);
  return bytes.toString('hex');
}
