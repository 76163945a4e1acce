import { decideChange } from '@procurement-intents/domain';
import { fenceOf, type IntentRow } from '../intent-rows/intent-row.ts';
import { changeIntent, type Target } from './change-intent.ts';
import type { ChangeContext } from './intents-context.ts';

/** Marks an intent that has ended as archived. A worker moves the row later. */
export function archiveIntent(context: ChangeContext<'update'>, target: Target): Promise<IntentRow> {
  return changeIntent(context, target, async (row) => {
    const now = context.clock.now();
    const change = decideChange('archive', row, target, { now });
    return change === null ? row : context.intents.update(fenceOf(row), change, now);
  });
}

/** Takes an intent out of the archive. */
export function unarchiveIntent(context: ChangeContext<'update'>, target: Target): Promise<IntentRow> {
  return changeIntent(context, target, async (row) => {
    const now = context.clock.now();
    const change = decideChange('unarchive', row, target, { now });
    return change === null ? row : context.intents.update(fenceOf(row), change, now);
  });
}
