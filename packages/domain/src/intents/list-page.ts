import {
  type ArchivedChoice,
  type IntentListItemView,
  type IntentPageView,
  type Language,
  LIST_ITEM_FIELDS,
  type ListIntentsInput,
} from '@procurement-intents/contract';
import { RECIPIENT_FIELDS } from '../personal-data.ts';
import type { IntentDetails, ListedIntent } from './intent-fields.ts';
import {
  chooseFields,
  type RowOrder,
  type ListStart,
  placeOf,
  sortValueIn,
  summarize,
} from '../lists/plan-list.ts';
import { type ListCondition, conditionsOf } from './list-filter.ts';
import { presentChoice, presentListItem } from './present-intent.ts';

/** The sort of a list; ties are ordered by id. */
export type ListOrder = RowOrder<'createdAt' | 'updatedAt' | 'priceFen'>;

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

/** A requested page: what a host reads for it, and how it is shown. */
export interface PagePlan<Request = ListRequest> {
  request: Request;
  page: number;
  pageSize: number;
  /** The fields that the items shall have, as the caller wrote them. Default: those of a list item. */
  fields: string | undefined;
  digest: string;
}

const SORT_FIELDS = { createdAt: 'createdAt', updatedAt: 'updatedAt', price: 'priceFen' } as const;

/**
 * Plans the page of the App's intents that a query asks for.
 *
 * @param query - without aliases: see `resolveAliases`.
 * @param digest - its `listDigest`.
 * @throws ValidationError for a range whose start is after its end, a cursor of another list, or a page number that
 *   differs from the cursor's.
 */
export function planPage(appId: string, query: ListIntentsInput, digest: string): PagePlan {
  const plan = planIntents(query, digest);
  return { ...plan, request: { appId, ...plan.request } };
}

/** Plans a page of intents, whosever they are. */
export function planIntents(query: ListIntentsInput, digest: string): PagePlan<Omit<ListRequest, 'appId'>> {
  const { page, pageSize, start } = placeOf(query, digest);
  const order: ListOrder = {
    by: SORT_FIELDS[query.sortBy ?? 'createdAt'],
    direction: query.order ?? 'desc',
  };
  const conditions = conditionsOf(query);
  return {
    request: {
      conditions,
      order,
      start,
      detail: detailOf(query.fields),
      archived: query.archived ?? 'false',
      take: pageSize + 1,
    },
    page,
    pageSize,
    fields: query.fields,
    digest,
  };
}

const ITEM_FIELDS: ReadonlySet<string> = new Set(LIST_ITEM_FIELDS);
const OF_RECIPIENT: ReadonlySet<string> = new Set(RECIPIENT_FIELDS);

/** As little as the fields need. */
function detailOf(fields: string | undefined): ListDetail {
  const names = fields?.split(',') ?? [];
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
  plan: PagePlan,
  intents: readonly ListedIntent[],
  { total, language }: { total: number; language: Language },
): IntentPageView {
  const items = presentItems(plan, intents.slice(0, plan.pageSize), language);
  const sortValue = (intent: ListedIntent): bigint => sortValueOf(intent, plan.request.order);
  return { items, ...summarize(plan, intents, { total, sortValueOf: sortValue }) };
}

function presentItems(
  { request, fields }: PagePlan,
  intents: readonly ListedIntent[],
  language: Language,
): IntentListItemView[] {
  if (fields === undefined) return intents.map(presentListItem);
  const wanted = new Set(fields.split(','));
  const present = (intent: ListedIntent) =>
    request.detail === 'item' ? presentListItem(intent) : presentChoice(intent as IntentDetails, language);
  return intents.map((intent) => chooseFields(present(intent), wanted) as IntentListItemView);
}

/** The sort value of an intent: milliseconds or fen. */
export const sortValueOf = (intent: ListedIntent, { by }: ListOrder): bigint => sortValueIn(intent[by]);
