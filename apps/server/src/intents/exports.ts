import { DEFENCES, type Language, LIMITS } from '@procurement-intents/contract';
import {
  ApiError,
  behind,
  exportEnd,
  exportLine,
  exportPage,
  type ExportPlan,
  type Position,
} from '@procurement-intents/domain';
import { setTimeout as delay } from 'node:timers/promises';
import { RATE_LIMITED } from '../fair-share/rate-limited.ts';
import { CallsAtOnce } from '../fair-share/calls-at-once.ts';
import { SpareTime } from '../fair-share/spare-time.ts';
import type { ListRow } from './store/list-rows.ts';

/** An export that has begun. */
export interface BegunExport {
  /** Its lines, a page at a time. Ends without the last line by throwing. */
  pages: AsyncGenerator<string, void>;
  /** Gives its place back. */
  onEnd: () => void;
}

/** Reads a page of rows. @throws `RATE_LIMITED` when too many lists of the caller wait. */
export type ReadRows = (page: ReturnType<typeof exportPage>) => Promise<readonly ListRow[]>;

/** The exports of a process. */
export class Exports {
  readonly #atOnce = new CallsAtOnce(DEFENCES.exports);
  readonly #isDraining: () => boolean;

  /** @param isDraining - while it is true, every export ends at its page. */
  constructor(isDraining: () => boolean) {
    this.#isDraining = isDraining;
  }

  /**
   * Begins an export with its first page, so that what is refused is refused before the answer begins.
   *
   * @throws ApiError `RATE_LIMITED` when the App has two already; what its first page is refused by.
   */
  async begin(ownerId: string, read: ReadRows, options: ExportOptions): Promise<BegunExport> {
    const onEnd = this.#atOnce.begin(ownerId);
    if (onEnd === null) throw new ApiError('RATE_LIMITED', { headers: { 'Retry-After': '5' } });
    try {
      const first = await read(exportPage(options.plan, options.plan.after));
      return { pages: this.#pages(read, first, options), onEnd };
    } catch (error) {
      onEnd();
      throw error;
    }
  }

  /** No transaction is open between two pages, and each begins behind the last row of the one before. */
  async *#pages(
    read: ReadRows,
    first: readonly ListRow[],
    { plan, language, signal }: ExportOptions,
  ): AsyncGenerator<string, void> {
    const endMs = performance.now() + LIMITS.exportMs;
    const time = new SpareTime();
    let rows = first;
    let count = 0;
    for (;;) {
      count += rows.length;
      yield await linesOf(rows, { plan, language, signal, time });
      const last = rows.at(-1);
      if (!last || rows.length < LIMITS.exportPage) break;
      if (this.#isDraining() || performance.now() > endMs) throw new ExportCut();
      rows = await readAgain(read, plan, behind(last), signal);
    }
    yield exportEnd(count);
  }
}

/** The export ends before its end: its time is over, or the process stops. */
export class ExportCut extends Error {
  override name = 'ExportCut';
}

interface ExportOptions {
  plan: ExportPlan;
  language: Language;
  signal: AbortSignal;
}

// To show so many takes a millisecond or two.
const ROWS_AT_ONCE = 50;

async function linesOf(
  rows: readonly ListRow[],
  { plan, language, signal, time }: ExportOptions & { time: SpareTime },
): Promise<string> {
  let text = '';
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    const some = rows.slice(at, at + ROWS_AT_ONCE);
    text += time.spend(() => some.map((row) => exportLine(row, plan, language)).join(''));
    await time.rest(signal);
  }
  return text;
}

const BUSY_PAUSE_MS = 500;

/** An export that has begun waits for its turn as long as it takes. */
async function readAgain(read: ReadRows, plan: ExportPlan, after: Position, signal: AbortSignal) {
  for (;;) {
    try {
      return await read(exportPage(plan, after));
    } catch (error) {
      if (error !== RATE_LIMITED) throw error;
    }
    await delay(BUSY_PAUSE_MS, undefined, { signal });
  }
}
