import { v7 as uuidv7 } from 'uuid';
import { createRandomSource } from './random-bytes.ts';

const BYTES = 16;
const rng = createRandomSource(BYTES);
const bytes = Buffer.alloc(BYTES);

/** A version 7 UUID as 32 hexadecimal digits. UUIDs sort by creation time and cannot be guessed. */
export function newUuid(): string {
  uuidv7({ rng }, bytes);
  return bytes.toString('hex');
}
