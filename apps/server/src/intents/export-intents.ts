import type { ExportIntentsInput, Language } from '@procurement-intents/contract';
import { asNdjson, planExport, presentExported, resolveAliases } from '@procurement-intents/domain';
import type { ListCaller, SharingCaller } from '../fair-share/caller-shares.ts';
import type { BegunExport } from '../exports/exports.ts';
import type { IntentsContext } from './intents-context.ts';
import type { ListRow } from './store/list-rows.ts';

/**
 * Begins the export of the App's own intents.
 *
 * @throws ValidationError for conflicting aliases or a reversed range; ApiError as `Exports.begin`.
 */
export async function exportIntents(
  context: Pick<IntentsContext, 'lists' | 'exports' | 'exportTimes' | 'clock'>,
  appId: string,
  input: ExportIntentsInput,
  caller: ListCaller & SharingCaller & { language: Language },
): Promise<BegunExport> {
  const { lists, exports, exportTimes, clock } = context;
  const plan = planExport(resolveAliases(input), clock.now());
  const { language, signal } = caller;
  return exports.begin(appId, {
    ...exportTimes,
    plan,
    read: (page) => lists.readRows({ appId, ...page }, caller),
    format: asNdjson((row: ListRow) => presentExported(row, plan, language)),
    signal,
  });
}
