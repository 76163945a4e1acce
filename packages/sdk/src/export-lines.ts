import { ConnectionError, type AnyOperationId } from './errors.ts';
import { Deadline } from './http/deadline.ts';
import type { FetchResponse, Signal } from './runtime-types.ts';

type Line = { end?: object; id: string; createdAt: string };

/** One export, and how it goes on. */
interface LineSource {
  operation: AnyOperationId;
  /** Calls for the lines behind a line, or for all. */
  read: (after: string | undefined) => Promise<unknown>;
  after: string | undefined;
  signal: Signal | undefined;
}

const PAUSE_MS = 1_000;
const MAX_CUTS = 5;

/**
 * The lines of an export. A cut is repaired: the export goes on behind the last line.
 *
 * @throws ConnectionError after five cuts without a line in between; what `read` throws.
 */
export async function* exportLines<Item>({
  operation,
  read,
  after,
  signal,
}: LineSource): AsyncGenerator<Item, void> {
  const deadline = new Deadline(Infinity, signal);
  try {
    // Cuts without a line in between.
    for (let cuts = 0; ; cuts += 1) {
      const reader = readLines((await read(after)) as FetchResponse);
      try {
        for (;;) {
          const line = await deadline.await(reader.next()).catch((error: unknown) => {
            if (deadline.signal.aborted || cuts >= MAX_CUTS) throw error;
            return null;
          });
          if (!line || line.done) break;
          const item = JSON.parse(line.value) as Line;
          if (item.end) return;
          yield item as Item;
          after = `${item.createdAt},${item.id}`;
          cuts = 0;
        }
      } finally {
        // A break of the loop lets go of the connection, as the end of the export does.
        void reader.return().catch(() => {});
      }
      if (cuts >= MAX_CUTS) throw new ConnectionError(`${operation}: cut`, { operation, attempts: cuts });
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
