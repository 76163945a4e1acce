import { createHash } from 'node:crypto';
import type { ListIntentsInput } from '@procurement-intents/contract';
import {
  DIGEST_CHARS,
  listBinding,
  planPage,
  presentPage,
  resolveAliases,
} from '@procurement-intents/domain';
import type { IntentsContext } from './intents-context.ts';
import type { ListCaller } from './store/list-shares.ts';

/**
 * One page of the App's own intents, with the exact number of matches; with a cursor, both as of the first page.
 *
 * @throws ValidationError for conflicting aliases, a reversed range, or a cursor of another list; ApiError as
 *   `ListStore.read` does.
 */
export async function listIntents(
  context: Pick<IntentsContext, 'lists'>,
  appId: string,
  input: ListIntentsInput,
  caller: ListCaller,
) {
  const query = resolveAliases(input);
  const plan = planPage(appId, query, digestOf(listBinding(appId, query)));
  const { rows, total } = await context.lists.read(plan.request, caller);
  return presentPage(plan, rows, total);
}

const digestOf = (binding: string): string =>
  createHash('sha256').update(binding).digest('base64url').slice(0, DIGEST_CHARS);
