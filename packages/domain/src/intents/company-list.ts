import { INTENT_LIST, type Language } from '@procurement-intents/contract';
import type { CompanyIntentItemView, CompanyIntentView } from '@procurement-intents/contract/company';
import { type ListPlan, type PageSummary, presentList } from '../lists/plan-list.ts';
import type { ListedIntent, StoredIntent } from './intent-fields.ts';
import { INTENT_ROWS } from './list-filter.ts';
import { type ListDetail, type ListRequest, planIntents, presentRead } from './list-page.ts';
import { presentChoice } from './present-intent.ts';

/** The intents of several Apps that a host reads for one page. */
export interface CompanyListRequest extends Omit<ListRequest, 'appId'> {
  /** The Apps, each once; null: all. */
  appIds: readonly string[] | null;
}

/** A validated query of the company's list or export of intents, without aliases. */
export type CompanyListQuery = Readonly<Record<string, string | undefined>>;

// The Apps that a query names are no condition on the rows of one: see `appsOf`.
const ROWS = {
  ...INTENT_ROWS,
  definition: { ...INTENT_LIST, itemFields: ['appId', ...INTENT_LIST.itemFields] },
};

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
): ListPlan<CompanyListRequest> {
  const plan = planIntents(query, digest, ROWS);
  const { conditions } = plan.request;
  const covered = { column: 'totalFen', ranges: [{ to: limitFen ?? 0n }] } as const;
  return {
    ...plan,
    request: {
      ...plan.request,
      appIds: appsOf(query),
      conditions: limitFen === null ? conditions : [...conditions, covered],
    },
  };
}

/** The Apps that a query names; null: all. */
export function appsOf(query: CompanyListQuery): string[] | null {
  const { 'filter[appId]': one, 'filter[appId][in]': some } = query;
  const named = [...(one === undefined ? [] : [[one]]), ...(some === undefined ? [] : [some.split(',')])];
  const sets = named.map((ids) => new Set(ids.map((id) => id.trim())));
  const [first] = sets;
  return first ? [...first].filter((id) => sets.every((ids) => ids.has(id))) : null;
}

/** The page as the company sees it. */
export function presentCompanyPage(
  plan: ListPlan<CompanyListRequest>,
  intents: readonly (ListedIntent & { appId: string })[],
  { total, language }: { total: number; language: Language },
): PageSummary & { items: CompanyIntentItemView[] } {
  const { detail } = plan.request;
  return presentList(plan, intents, {
    total,
    present: (intent) => presentCompanyRead(intent, detail, language),
  });
}

/** `presentRead` for the company. */
export const presentCompanyRead = (
  intent: ListedIntent & { appId: string },
  detail: ListDetail,
  language: Language,
): CompanyIntentItemView => ({ appId: intent.appId, ...presentRead(intent, detail, language) });

/** The whole intent as the company sees it. */
export const presentCompanyIntent = (
  intent: StoredIntent & { appId: string },
  language: Language,
): CompanyIntentView => ({
  appId: intent.appId,
  ...(presentChoice(intent, language) as Omit<CompanyIntentView, 'appId'>),
});
