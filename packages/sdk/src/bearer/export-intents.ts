import { exportLines } from '../export-lines.ts';
import type { BearerResources } from '../generated/bearer-resources.ts';
import type { CompanyIntent, ExportCompanyIntentsQuery } from '../generated/bearer-types.ts';
import type { CallOptions } from './call-options.ts';
import type { FieldsOf, ListedItem, QueryOf } from './resource-list.ts';

/** An intent of an export that was called with `Fields`; `createdAt` always comes. */
export type ExportedIntent<Fields> = Fields extends undefined
  ? CompanyIntent
  : ListedItem<CompanyIntent, Fields> & { createdAt: string };

/**
 * The intents of all Apps, oldest first, whole unless `fields` names less, and however many there are: one call that is read
 * while it arrives. Each that existed when it began comes once. A cut is repaired: the export goes on behind the last line. To
 * go on in another process, keep `createdAt` and `id` of the last intent, joined by a comma, for `after`. For administrators.
 *
 * @example for await (const { id, appId } of exportIntents(client, { 'filter[status]': 'FAILED' })) await store(id, appId);
 * @throws BearerError `validation_failed`, `rate_limited` while two others of the person run; ConnectionError after five cuts
 *   without an intent in between.
 */
export function exportIntents<const Fields extends FieldsOf<CompanyIntent> | undefined = undefined>(
  { intents }: Pick<BearerResources, 'intents'>,
  { after, ...query }: QueryOf<ExportCompanyIntentsQuery, Fields> & { after?: string | undefined } = {},
  options: CallOptions = {},
): AsyncGenerator<ExportedIntent<Fields>, void> {
  const read = (behind: string | undefined) =>
    intents.export({ ...query, after: behind } as ExportCompanyIntentsQuery, options);
  return exportLines({ operation: 'intents.export', read, after, signal: options.signal });
}
