import type { Language, ListIntentsInput } from '@procurement-intents/contract';
import { listDigest, planPage, presentPage, resolveAliases } from '@procurement-intents/domain';
import type { ListCaller } from '../fair-share/caller-shares.ts';
import { hashText } from '../hash-text.ts';
import type { IntentsContext } from './intents-context.ts';

/**
 * One page of the App's own intents, with the exact number of matches; with a cursor, both as of the first page.
 *
 * @throws ValidationError for conflicting aliases, a reversed range, or a cursor of another list; ApiError `RATE_LIMITED`
 *   when too many lists of the App wait, `LIST_TOO_COSTLY` when a statement takes too long.
 */
export async function listIntents(
  context: Pick<IntentsContext, 'lists'>,
  appId: string,
  input: ListIntentsInput,
  caller: ListCaller & { language: Language },
) {
  const query = resolveAliases(input);
  const plan = planPage(appId, query, await listDigest(appId, query, hashText));
  const page = await context.lists.read(plan.request, caller);
  return presentPage(plan, page.rows, { total: page.total, language: caller.language });
}
