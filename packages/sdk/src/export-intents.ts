import { ConnectionError } from './errors.ts';
import type { FieldList, ListedIntent } from './intent-list.ts';
import type { ExportIntentsQuery, Intent } from './generated/types.ts';
import { Deadline } from './http/deadline.ts';
import type { CallOptions } from './http/call-options.ts';
import { Intents } from './intents.ts';
import type { FetchResponse } from './runtime-types.ts';

/** Filters and fields of an export; `after` where an earlier one was left. */
export type ExportQuery<Fields extends FieldList | undefined = FieldList | undefined> = Omit<
  ExportIntentsQuery,
  'fields'
> & { fields?: Fields };

/** An intent of an export that was called with `Fields`; `createdAt` always comes. */
export type ExportedIntent<Fields extends FieldList | undefined = undefined> = Fields extends undefined
  ? Intent
  : ListedIntent<Fields> & { createdAt: string };

type Line = { end?: object; id: string; createdAt: string };

const PAUSE_MS = 1_000;
const MAX_CUTS = 5;

/**
 * All intents of the calling App, oldest first, whole unless `fields` names less, and however many there are: one call that
 * is read while it arrives. Each that existed when it began comes once. A cut is repaired: the export goes on behind the last
 * line. To go on in another process, keep `createdAt` and `id` of the last intent, joined by a comma, for `after`.
 *
 * @example for await (const { id, status } of exportIntents(client, { fields: ['status'] })) await store(id, status);
 * @throws ApiError `VALIDATION_FAILED` (40001), `RATE_LIMITED` (42901) while two others of the App run; ConnectionError after
 *   five cuts without an intent in between.
 */
export async function* exportIntents<const Fields extends FieldList | undefined = undefined>(
  client: { intents: Intents },
  { after, ...query }: ExportQuery<Fields> = {},
  options: CallOptions = {},
): AsyncGenerator<ExportedIntent<Fields>, void> {
  const read = () =>
    Intents.send(
      client,
      { operation: 'exportIntents', query: { ...query, after }, isStreamed: true },
      options,
    );
  const { signal } = options;
  const deadline = new Deadline(Infinity, signal);
  try {
    // Cuts without a line in between.
    for (let cuts = 0; ; cuts += 1) {
      const reader = readLines((await read()) as unknown as FetchResponse);
      try {
        for (;;) {
          const line = await deadline.await(reader.next()).catch((error: unknown) => {
            if (deadline.signal.aborted || cuts >= MAX_CUTS) throw error;
            return null;
          });
          if (!line || line.done) break;
          const item = JSON.parse(line.value) as Line;
          if (item.end) return;
          yield item as unknown as ExportedIntent<Fields>;
          after = `${item.createdAt},${item.id}`;
          cuts = 0;
        }
      } finally {
        // A break of the loop lets go of the connection, as the end of the export does.
        void reader.return().catch(() => {});
      }
      if (cuts >= MAX_CUTS)
        throw new ConnectionError('exportIntents: cut', { operation: 'exportIntents', attempts: cuts });
      await deadline.await(undefined, PAUSE_MS * Math.random());
    }
  } finally {
    deadline.close();
  }
}

/** The whole lines of a body; what follows the last line break was cut. */
async function* readLines(answer: FetchResponse): AsyncGenerator<string, void> {
  const reader = answer.body?.getReader();
  const decoder = new TextDecoder();
  let text = reader ? '' : await answer.text();
  try {
    for (;;) {
      const lines = text.split('\n');
      text = lines.pop() ?? '';
      yield* lines;
      const chunk = await reader?.read();
      if (!chunk || chunk.done) return;
      text += decoder.decode(chunk.value, { stream: true });
    }
  } finally {
    void reader?.cancel().catch(() => {});
  }
}
