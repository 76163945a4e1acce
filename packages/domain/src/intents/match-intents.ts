import { matchRows } from '../lists/match-rows.ts';
import type { StoredIntent } from './intent-fields.ts';
import type { ListRequest } from './list-page.ts';

/** The intents of a page, from those that a host has in memory, and how many match on all pages. */
export function matchIntents<Intent extends StoredIntent & { appId: string }>(
  all: readonly Intent[],
  { appId, ...request }: ListRequest,
): { intents: Intent[]; total: number } {
  const own = all.filter((intent) => intent.appId === appId);
  const { rows: intents, total } = matchRows(own, request);
  return { intents, total };
}
