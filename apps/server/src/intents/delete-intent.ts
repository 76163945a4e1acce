import { checkAllowed } from '@procurement-intents/domain';
import { changeIntent, type Target } from './change-intent.ts';
import type { IntentsContext } from './intents-context.ts';

/** Removes the record with its timeline for good; a platform order stays as it is. */
export async function deleteIntent(context: IntentsContext, target: Target): Promise<void> {
  await changeIntent(context, target, async (row) => {
    checkAllowed('delete', row.status);
    return (await context.intents.delete({ id: row.id, version: row.version })) || null;
  });
}
