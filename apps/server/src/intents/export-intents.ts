import type { ExportIntentsInput, Language } from '@procurement-intents/contract';
import { planExport, resolveAliases } from '@procurement-intents/domain';
import type { ListCaller, SharingCaller } from '../fair-share/caller-shares.ts';
import type { BegunExport, ReadRows } from './exports.ts';
import type { IntentsContext } from './intents-context.ts';

/**
 * Begins the export of the App's own intents.
 *
 * @throws ValidationError for conflicting aliases or a reversed range; ApiError as `Exports.begin`.
 */
export async function exportIntents(
  { lists, exports, clock }: Pick<IntentsContext, 'lists' | 'exports' | 'clock'>,
  appId: string,
  input: ExportIntentsInput,
  caller: ListCaller & SharingCaller & { language: Language },
): Promise<BegunExport> {
  const plan = planExport(resolveAliases(input), clock.now());
  const { language, signal } = caller;
  const read: ReadRows = (page) => lists.readRows({ appId, ...page }, caller);
  return exports.begin(appId, read, { plan, language, signal });
}
