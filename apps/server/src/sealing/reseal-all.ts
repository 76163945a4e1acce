import type { SecretBox } from './secret-box.ts';

/** How the rows of a table are sealed. */
interface Sealed<Row> {
  /** To whom the sealed value belongs: it opens under this id alone. */
  ownerOf: (row: Row) => string;
  /** @throws Error when no key at hand opens it. */
  open: (row: Row) => string;
  /** Writes it, sealed anew, if the row is still as it was read. */
  reseal: (row: Row, sealed: ReturnType<SecretBox['seal']>) => Promise<boolean>;
}

/** Seals the rows that are under an earlier key with the current one, and returns how many. */
export async function resealAll<Row extends { ciphertext: Parameters<SecretBox['isCurrent']>[0] }>(
  box: SecretBox,
  rows: readonly Row[],
  { ownerOf, open, reseal }: Sealed<Row>,
): Promise<number> {
  let count = 0;
  for (const row of rows) {
    const owner = ownerOf(row);
    if (box.isCurrent(row.ciphertext, owner)) continue;
    if (await reseal(row, box.seal(open(row), owner))) count += 1;
  }
  return count;
}
