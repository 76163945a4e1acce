import { type Language, LIST_ITEM_FIELDS } from '@procurement-intents/contract';
import type { CompanyIntentItemView, CompanyIntentView } from '@procurement-intents/contract/company';
import { chooseFields, type PageSummary, summarize } from '../lists/plan-list.ts';
import type { IntentDetails, ListedIntent, StoredIntent } from './intent-fields.ts';
import { type ListRequest, type PagePlan, planIntents, sortValueOf } from './list-page.ts';
import { presentChoice, presentListItem } from './present-intent.ts';

/** The intents of several Apps that a host reads for one page. */
export interface CompanyListRequest extends Omit<ListRequest, 'appId'> {
  /** The Apps, each once; null: all. */
  appIds: readonly string[] | null;
}

/** A validated query of the company's list or export of intents, without aliases. */
export type CompanyListQuery = Readonly<Record<string, string | undefined>>;

/**
 * Plans a page of the intents of all Apps, or of those that the query names.
 *
 * @param limitFen - the largest total that the caller may see, in fen; null: any.
 * @throws ValidationError as `planPage` does.
 */
export function planCompanyPage(
  query: CompanyListQuery,
  digest: string,
  limitFen: bigint | null,
): PagePlan<CompanyListRequest> {
  const { appIds, others } = splitQuery(query);
  const plan = planIntents(others, digest);
  const { conditions } = plan.request;
  const covered = { column: 'totalFen', ranges: [{ to: limitFen ?? 0n }] } as const;
  return {
    ...plan,
    fields: query['fields'],
    request: {
      ...plan.request,
      appIds,
      conditions: limitFen === null ? conditions : [...conditions, covered],
    },
  };
}

/** The Apps that a query names, and what it asks besides. */
export function splitQuery({ 'filter[appId]': one, 'filter[appId][in]': some, ...query }: CompanyListQuery) {
  const named = [...(one === undefined ? [] : [[one]]), ...(some === undefined ? [] : [some.split(',')])];
  const sets = named.map((ids) => new Set(ids.map((id) => id.trim())));
  const [first] = sets;
  const appIds = first ? [...first].filter((id) => sets.every((ids) => ids.has(id))) : null;
  // The App of a row is always read.
  const fields = query['fields']?.split(',').filter((name) => name !== 'appId');
  return { appIds, others: fields ? { ...query, fields: ['id', ...fields].join(',') } : query };
}

const ITEM_FIELDS: ReadonlySet<string> = new Set(['appId', ...LIST_ITEM_FIELDS]);

/** The page as the company sees it. */
export function presentCompanyPage(
  plan: PagePlan<CompanyListRequest>,
  intents: readonly (ListedIntent & { appId: string })[],
  { total, language }: { total: number; language: Language },
): PageSummary & { items: CompanyIntentItemView[] } {
  const { order, detail } = plan.request;
  const wanted = plan.fields === undefined ? ITEM_FIELDS : new Set(plan.fields.split(','));
  const items = intents
    .slice(0, plan.pageSize)
    .map((intent) => presentCompanyItem(intent, { detail, fields: wanted }, language));
  const sortValue = (intent: ListedIntent): bigint => sortValueOf(intent, order);
  return { items, ...summarize(plan, intents, { total, sortValueOf: sortValue }) };
}

/** An intent with the chosen fields as the company sees it. @param intent - read with the detail that is named. */
export function presentCompanyItem(
  intent: ListedIntent & { appId: string },
  { detail, fields }: { detail: ListRequest['detail']; fields: ReadonlySet<string> },
  language: Language,
): CompanyIntentItemView {
  const { appId } = intent;
  const shown =
    detail === 'item' ? presentListItem(intent) : presentChoice(intent as unknown as IntentDetails, language);
  return chooseFields<CompanyIntentItemView>({ appId, ...shown }, fields);
}

/** The whole intent as the company sees it. */
export const presentCompanyIntent = (
  intent: StoredIntent & { appId: string },
  language: Language,
): CompanyIntentView => ({
  appId: intent.appId,
  ...(presentChoice(intent, language) as Omit<CompanyIntentView, 'appId'>),
});
