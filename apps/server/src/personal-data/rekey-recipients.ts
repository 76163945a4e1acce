import type { RecipientBox } from './recipient-box.ts';
import { type RecipientRow, type RecipientRows, SEALED_FIELD } from './store/recipient-rows.ts';

export interface Resealed {
  /** Recipients that are sealed under the current key now. */
  resealed: number;
  /** Those that changed during every attempt; another call takes them. */
  left: number;
}

const MAX_ROUNDS = 5;

/**
 * Seals every recipient that is stored in plain text or under an older key with the current key. Walks in the order of
 * ids in small statements. Safe while the service runs, and to repeat after an interruption. Versions do not change.
 *
 * @throws Error when none of the box's keys opens a recipient.
 */
export async function rekeyRecipients(recipients: RecipientRows, box: RecipientBox): Promise<Resealed> {
  const done = { resealed: 0, left: 0 };
  const isStale = (row: RecipientRow): boolean => row.redactedAt === null && !box.isCurrent(row);
  const seal = (row: RecipientRow) => ({ ...row, sealed: box.seal(row.id, box.open(row))[SEALED_FIELD] });
  let page = await recipients.readAfter('');
  for (let last = page.at(-1); last; last = page.at(-1)) {
    let stale = page.filter(isStale);
    for (let round = 0; stale.length > 0 && round < MAX_ROUNDS; round += 1) {
      done.resealed += await recipients.replace(stale.map(seal));
      stale = (await recipients.read(stale.map(({ id }) => id))).filter(isStale);
    }
    done.left += stale.length;
    page = await recipients.readAfter(last.id);
  }
  return done;
}
