import type { FieldList, ListedIntent } from './intent-list.ts';
import type { ExportIntentsQuery, Intent } from './generated/types.ts';
import type { CallOptions } from './http/call-options.ts';
import { Intents } from './intents.ts';
import { exportLines } from './export-lines.ts';

/** Filters and fields of an export; `after` where an earlier one was left. */
export type ExportQuery<Fields extends FieldList | undefined = FieldList | undefined> = Omit<
  ExportIntentsQuery,
  'fields'
> & { fields?: Fields };

/** An intent of an export that was called with `Fields`; `createdAt` always comes. */
export type ExportedIntent<Fields extends FieldList | undefined = undefined> = Fields extends undefined
  ? Intent
  : ListedIntent<Fields> & { createdAt: string };

/**
 * All intents of the calling App, oldest first, whole unless `fields` names less, and however many there are: one call that
 * is read while it arrives. Each that existed when it began comes once. A cut is repaired: the export goes on behind the last
 * line. To go on in another process, keep `createdAt` and `id` of the last intent, joined by a comma, for `after`.
 *
 * @example for await (const { id, status } of exportIntents(client, { fields: ['status'] })) await store(id, status);
 * @throws ApiError `VALIDATION_FAILED` (40001), `RATE_LIMITED` (42901) while two others of the App run; ConnectionError after
 *   five cuts without an intent in between.
 */
export function exportIntents<const Fields extends FieldList | undefined = undefined>(
  client: { intents: Intents },
  { after, ...query }: ExportQuery<Fields> = {},
  options: CallOptions = {},
): AsyncGenerator<ExportedIntent<Fields>, void> {
  const operation = 'exportIntents';
  const read = (behind: string | undefined) =>
    Intents.send(client, { operation, query: { ...query, after: behind }, isStreamed: true }, options);
  return exportLines({ operation, read, after, signal: options.signal });
}
