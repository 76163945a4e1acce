import { checkAllowed, mayHaveBeenOrdered } from '@procurement-intents/domain';
import { historyOf } from '../intent-rows/row-history.ts';
import { changeIntent, type Target } from './change-intent.ts';
import type { ChangeContext } from './intents-context.ts';

/** Permanently deletes the intent; a platform order stays unchanged. */
export async function deleteIntent(context: ChangeContext<'delete'>, target: Target): Promise<void> {
  await changeIntent(context, target, async (row) => {
    checkAllowed('delete', row.status);
    // A draft that a failover or a restore has set back may have been ordered; an ended intent is looked after already.
    const now = context.clock.now();
    const needsLookup = row.status === 'DRAFT' && mayHaveBeenOrdered(row, now, historyOf(context));
    return (await context.intents.delete({ id: row.id, version: row.version }, now, needsLookup)) || null;
  });
}
