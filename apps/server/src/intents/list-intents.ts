import { createHash } from 'node:crypto';
import type { Language, ListIntentsInput } from '@procurement-intents/contract';
import {
  ApiError,
  DIGEST_CHARS,
  listBinding,
  planPage,
  presentPage,
  resolveAliases,
} from '@procurement-intents/domain';
import { RATE_LIMITED } from '../auth/rate-limit/rate-limiter.ts';
import type { SharingCaller } from '../fair-share/caller-shares.ts';
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
  caller: SharingCaller & { language: Language },
) {
  const query = resolveAliases(input);
  const plan = planPage(appId, query, digestOf(listBinding(appId, query)));
  const page = await context.lists.read(plan.request, caller);
  if (page === null) throw RATE_LIMITED;
  if ('tooCostly' in page) throw new ApiError('LIST_TOO_COSTLY', { cause: page.tooCostly });
  return presentPage(plan, page.rows, { total: page.total, language: caller.language });
}

const digestOf = (binding: string): string =>
  createHash('sha256').update(binding).digest('base64url').slice(0, DIGEST_CHARS);
