import type { Labels } from '@procurement-intents/contract';
import { ApiError } from '@procurement-intents/domain';
import type { IntentRow } from '../intent-rows/intent-row.ts';
import type { IntentsContext } from './intents-context.ts';
import { loadIntent } from './load-intent.ts';

/** Replaces all labels of an intent, in every status. Of two calls at once the later one stands. */
export async function setLabels(
  context: Pick<IntentsContext, 'intents'>,
  { appId, id }: { appId: string; id: string },
  labels: Labels,
): Promise<IntentRow> {
  await loadIntent(context, appId, id);
  const row = await context.intents.setLabels(id, labels);
  if (!row) throw new ApiError('INTENT_NOT_FOUND');
  return row;
}
