import type { ArchivedChoice } from '@procurement-intents/contract';
import { matchRows } from '../lists/match-rows.ts';
import type { StoredIntent } from './intent-fields.ts';
import { hasLabel, isLabelCondition } from './labels.ts';
import { isColumnCondition } from './list-filter.ts';
import type { ListRequest } from './list-page.ts';

/**
 * Whether a list with this choice has the intent. `sql-conditions.ts` of the server has it in SQL: the tests in `sdk-testing`
 * hold both to one answer.
 */
const isListed = ({ archivedAt }: Pick<StoredIntent, 'archivedAt'>, archived: ArchivedChoice): boolean =>
  archived === 'any' || (archived === 'true') === (archivedAt !== null);

/** The intents of a page, from those that a host has in memory, and how many match on all pages. */
export function matchIntents<Intent extends StoredIntent & { appId: string }>(
  all: readonly Intent[],
  { appId, archived, conditions, ...request }: ListRequest,
): { intents: Intent[]; total: number } {
  const labels = conditions.filter(isLabelCondition);
  const columns = conditions.filter(isColumnCondition);
  const own = all.filter(
    (intent) =>
      intent.appId === appId && isListed(intent, archived) && labels.every((each) => hasLabel(intent, each)),
  );
  const { rows: intents, total } = matchRows(own, { ...request, conditions: columns });
  return { intents, total };
}
