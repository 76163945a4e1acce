import { randomFillSync } from 'node:crypto';

// One call for the bytes of 256 draws costs as much as a call for those of two.
const DRAWS_AT_ONCE = 256;

/** Returns a function that draws `length` random bytes. They are read only, and replaced 256 draws later. */
export function createRandomSource(length: number): () => Buffer {
  const drawn = Buffer.alloc(length * DRAWS_AT_ONCE);
  let used = drawn.length;
  return () => {
    if (used === drawn.length) {
      randomFillSync(drawn);
      used = 0;
    }
    used += length;
    return drawn.subarray(used - length, used);
  };
}
