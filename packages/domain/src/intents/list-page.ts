import {
  type ArchivedChoice,
  type IntentListItemView,
  type IntentPageView,
  type Language,
  LIST_ITEM_FIELDS,
  type ListIntentsInput,
} from '@procurement-intents/contract';
import { type RowOrder, type ListPlan, type ListStart, planPlace, presentList } from '../lists/plan-list.ts';
import { RECIPIENT_FIELDS } from '../personal-data.ts';
import type { IntentDetails, ListedIntent } from './intent-fields.ts';
import { type ListCondition, conditionsOf, INTENT_ROWS, type SortColumn } from './list-filter.ts';
import { presentChoice, presentListItem } from './present-intent.ts';

/** The sort of a list; ties are ordered by id. */
export type ListOrder = RowOrder<SortColumn>;

/** What a host reads of each intent: `ListedIntent`, `IntentDetails`, or with the recipient `StoredIntent`. */
export type ListDetail = 'item' | 'details' | 'recipient';

/** The intents of an App that a host reads for one page. */
export interface ListRequest {
  appId: string;
  conditions: readonly ListCondition[];
  order: ListOrder;
  start: ListStart;
  detail: ListDetail;
  archived: ArchivedChoice;
  /** Maximum number of intents: one more than the page shows, which tells whether another page follows. */
  take: number;
}

/**
 * Plans the page of the App's intents that a query asks for.
 *
 * @param query - without aliases: see `resolveAliases`.
 * @param digest - its `listDigest`.
 * @throws ValidationError for a range whose start is after its end, a cursor of another list, or a page number that
 *   differs from the cursor's.
 */
export function planPage(appId: string, query: ListIntentsInput, digest: string): ListPlan<ListRequest> {
  const plan = planIntents(query, digest);
  return { ...plan, request: { appId, ...plan.request } };
}

/**
 * Plans a page of intents, whosever they are.
 *
 * @param rules - `INTENT_ROWS`, or the same with other fields of items.
 */
export function planIntents(
  query: ListIntentsInput,
  digest: string,
  rules = INTENT_ROWS,
): ListPlan<Omit<ListRequest, 'appId'>> {
  // Not `planList`: labels are conditions on no column, and of two problems a list of intents names the cursor, not the range.
  const { request, ...plan } = planPlace(rules, query, digest);
  return {
    ...plan,
    request: {
      ...request,
      conditions: conditionsOf(query),
      order: request.order as ListOrder,
      detail: detailOf(plan.fields),
      archived: query.archived ?? 'false',
    },
  };
}

// The App of a row is read where several are listed.
const ITEM_FIELDS: ReadonlySet<string> = new Set(['appId', ...LIST_ITEM_FIELDS]);
const OF_RECIPIENT: ReadonlySet<string> = new Set(RECIPIENT_FIELDS);

/** As little as the fields need. */
function detailOf(fields: ReadonlySet<string>): ListDetail {
  const names = [...fields];
  if (names.some((name) => OF_RECIPIENT.has(name))) return 'recipient';
  return names.every((name) => ITEM_FIELDS.has(name)) ? 'item' : 'details';
}

/**
 * The page as a caller sees it.
 *
 * @param intents - the intents that were read for the plan, with the detail that it asks for.
 * @param total - number of all that match.
 */
export function presentPage(
  plan: ListPlan<Pick<ListRequest, 'order' | 'detail'>>,
  intents: readonly ListedIntent[],
  { total, language }: { total: number; language: Language },
): IntentPageView {
  const { detail } = plan.request;
  return presentList(plan, intents, { total, present: (intent) => presentRead(intent, detail, language) });
}

/** An intent with all fields that a caller can choose of what was read. @param detail - what was read. */
export const presentRead = (
  intent: ListedIntent,
  detail: ListDetail,
  language: Language,
): IntentListItemView =>
  detail === 'item' ? presentListItem(intent) : presentChoice(intent as IntentDetails, language);
