import type { ListCaller } from '../fair-share/caller-shares.ts';
import type { IntentsContext } from './intents-context.ts';
import type { ListStore } from './store/list-store.ts';
import { loadIntent } from './load-intent.ts';
import type { IntentEventRow } from '../intent-rows/intent-row.ts';

/**
 * The timeline of an intent, oldest event first.
 *
 * @throws ApiError `INTENT_NOT_FOUND`, `NOT_OWNER`; `RATE_LIMITED` when too many lists of the App wait.
 */
export async function listIntentEvents(
  context: Pick<IntentsContext, 'intents'> & { lists: Pick<ListStore, 'readEvents'> },
  appId: string,
  id: string,
  caller: ListCaller,
): Promise<IntentEventRow[]> {
  const intent = await loadIntent(context, appId, id);
  return caller.inTurn(() => context.lists.readEvents(intent.id));
}
