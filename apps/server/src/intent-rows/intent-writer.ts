import type { Database } from '../postgres/database.ts';
import { sealChanges } from '../personal-data/recipient-box.ts';
import { INTENTS } from './intent-columns.ts';
import type { Ending, Fence, IntentRow, StoreOptions, Update } from './intent-row.ts';
import { batchWrites } from './write-intents.ts';

/**
 * Writes changes of intents: each with its events in one statement, or not at all when the fence is lost. Recipients are
 * sealed, and each change of status is reported.
 */
export interface IntentWriter<Answer> {
  update: (fence: Fence, change: Update, at: Date) => Promise<Answer>;
  /** The only writer of ends. Also writes nothing when a trigger refuses the end because an order may still appear. */
  end: (fence: Fence, ending: Ending, at: Date) => Promise<Answer>;
}

/** The writer for callers, who are answered with the changed row; null: nothing was written. */
export const createIntentWriter = (
  database: Pick<Database, 'rows'>,
  options: StoreOptions,
): IntentWriter<IntentRow | null> =>
  openWriter(database, options, INTENTS.keys, (row) => row && options.recipients.open(row));

/** The writer for attempts, which need no row: it answers whether the change was written. */
export const createAttemptWriter = (database: Database, options: StoreOptions): IntentWriter<boolean> =>
  openWriter(database, options, ['id'], (row) => row !== null);

function openWriter<Key extends keyof IntentRow, Answer>(
  database: Pick<Database, 'rows'>,
  { recipients, onStatusChange }: StoreOptions,
  keys: readonly Key[],
  answer: (row: Pick<IntentRow, Key | 'id'> | null) => Answer,
): IntentWriter<Answer> {
  const write = batchWrites(database, keys);
  async function update(fence: Fence, change: Update | Ending, at: Date): Promise<Answer> {
    const fields = sealChanges(recipients, fence.id, change.fields);
    const row = await write({ ...change, fields, fence, at });
    if (row && change.event?.to) onStatusChange(change.event.to, fields.failureCode ?? null);
    return answer(row);
  }
  return { update, end: update };
}
