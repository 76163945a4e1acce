import type { Language } from '@procurement-intents/contract';
import { COMPANY_INTENT_LIST } from '@procurement-intents/contract/company';
import {
  asCsv,
  asNdjson,
  type CompanyListQuery,
  exportColumns,
  type ListedIntent,
  planCompanyExport,
  presentCompanyExported,
  resolveAliases,
} from '@procurement-intents/domain';
import type { ListCaller, SharingCaller } from '../fair-share/caller-shares.ts';
import type { BegunExport } from '../exports/exports.ts';
import type { CompanyIntentsContext } from './company-intents.ts';

/** Who exports. */
interface ExportCaller extends ListCaller, SharingCaller {
  /** The person, or the program without one: who has a number of exports at once. */
  callerId: string;
  language: Language;
}

/**
 * Begins the export of the intents of all Apps.
 *
 * @throws ValidationError for conflicting aliases or a reversed range; ApiError as `Exports.begin`.
 */
export async function exportCompanyIntents(
  { intents: { exports, exportTimes, clock }, lists }: CompanyIntentsContext,
  input: CompanyListQuery,
  caller: ExportCaller,
  isCsv: boolean,
): Promise<BegunExport> {
  const query = resolveAliases(input);
  const plan = planCompanyExport(query, clock.now());
  const { callerId, language, signal } = caller;
  const present = (row: ListedIntent & { appId: string }) => presentCompanyExported(row, plan, language);
  return exports.begin(callerId, {
    ...exportTimes,
    plan,
    read: (page) => lists.readRows({ ...page, appIds: plan.appIds }, caller),
    format: isCsv
      ? asCsv(exportColumns(query['fields'], COMPANY_INTENT_LIST.fields), present)
      : asNdjson(present),
    signal,
  });
}
