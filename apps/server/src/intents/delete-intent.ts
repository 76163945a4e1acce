import { decideChange, mayHaveBeenOrdered } from '@procurement-intents/domain';
import { fenceOf } from '../intent-rows/intent-row.ts';
import { historyOf } from '../intent-rows/row-history.ts';
import { changeIntent, type Target } from './change-intent.ts';
import type { ChangeContext } from './intents-context.ts';

/** Permanently deletes the intent; a platform order stays unchanged. */
export async function deleteIntent(context: ChangeContext<'delete'>, target: Target): Promise<void> {
  await changeIntent(context, target, async (row) => {
    const now = context.clock.now();
    const mayAppear = mayHaveBeenOrdered(row, now, historyOf(context));
    const { needsLookup } = decideChange('delete', row, target, { mayAppear });
    return (await context.intents.delete(fenceOf(row), now, needsLookup)) || null;
  });
}
