import type { Language } from '@procurement-intents/contract';
import type { CompanyIntentItemView } from '@procurement-intents/contract/company';
import { chooseFields } from '../lists/plan-list.ts';
import { appsOf, type CompanyListQuery, presentCompanyIntent, presentCompanyRead } from './company-list.ts';
import { type ExportPlan, planExport } from './export.ts';
import type { ListedIntent, StoredIntent } from './intent-fields.ts';

/** An export of the intents of several Apps. */
interface CompanyExportPlan extends ExportPlan {
  /** The Apps, each once; null: all. */
  appIds: readonly string[] | null;
}

// Short enough that few rows of many Apps lie in it; where none do, the next parts are longer and longer.
const SPAN_OF_SEVERAL_MS = 60_000;

/**
 * Plans an export of the intents of all Apps, or of those that the query names, as `planExport` does.
 *
 * @throws ValidationError for a range whose start is after its end.
 */
export function planCompanyExport(query: CompanyListQuery, now: Date): CompanyExportPlan {
  const { fields } = query;
  const appIds = appsOf(query);
  const plan = planExport(query, now);
  return {
    ...plan,
    appIds,
    spanMs: appIds?.length === 1 ? plan.spanMs : SPAN_OF_SEVERAL_MS,
    fields: fields === undefined ? null : new Set(fieldsOf(fields)),
  };
}

const fieldsOf = (chosen: string): string[] => [...new Set(['id', ...chosen.split(','), 'createdAt'])];

/** The columns of a table of what is exported. @param all - the fields of an export that chooses none. */
export const exportColumns = (fields: string | undefined, all: readonly string[]): readonly string[] =>
  fields === undefined ? all : fieldsOf(fields);

/** The intent of a line as the company sees it. @param intent - read with the detail of the plan. */
export const presentCompanyExported = (
  intent: ListedIntent & { appId: string },
  { detail, fields }: Pick<ExportPlan, 'detail' | 'fields'>,
  language: Language,
): CompanyIntentItemView =>
  fields === null
    ? presentCompanyIntent(intent as ListedIntent as StoredIntent & { appId: string }, language)
    : chooseFields(presentCompanyRead(intent, detail, language), fields);
