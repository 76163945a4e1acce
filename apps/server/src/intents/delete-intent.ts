import { checkAllowed } from '@procurement-intents/domain';
import { changeIntent, type Target } from './change-intent.ts';
import type { IntentsContext } from './intents-context.ts';

/** Permanently deletes the intent with its timeline; a platform order stays unchanged. */
export async function deleteIntent(context: IntentsContext, target: Target): Promise<void> {
  await changeIntent(context, target, async (row) => {
    checkAllowed('delete', row.status);
    return (await context.intents.delete({ id: row.id, version: row.version })) || null;
  });
}
