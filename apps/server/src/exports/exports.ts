import { DEFENCES, LIMITS } from '@procurement-intents/contract';
import { ApiError, type ExportFormat, type ExportPlan } from '@procurement-intents/domain';
import { setTimeout as delay } from 'node:timers/promises';
import type { CallCounter } from '../fair-share/call-counter.ts';
import { CallsAtOnce } from '../fair-share/calls-at-once.ts';
import { SpareTime } from '../fair-share/spare-time.ts';
import { type ExportedRow, ExportReader, isRefusal, type ReadRows } from './export-reader.ts';

/** What is exported, and how. */
export interface ExportOptions<Row> {
  plan: ExportPlan;
  /** Reads rows when the caller has its turn. @throws ApiError `RATE_LIMITED` when too many of its lists wait. */
  read: ReadRows<Row>;
  format: ExportFormat<Row>;
  /** Fires when nobody takes the lines any more. */
  signal: AbortSignal;
  /** How long the receiver may take nothing. Default `LIMITS.exportIdleMs`. */
  idleMs?: number | undefined;
  /** How long the whole may last. Default `LIMITS.exportMs`. */
  wholeMs?: number | undefined;
}

/** An export that has begun. */
export interface BegunExport {
  /** The media type. */
  type: string;
  /** Its text, some lines at a time. Ends before its end by throwing. */
  pieces: AsyncGenerator<string, void>;
  /** Gives its place back. */
  onEnd: () => void;
  /** How long the receiver may take nothing. */
  idleMs: number;
}

/** The exports of a process. */
export class Exports {
  readonly #atOnce = new CallsAtOnce(DEFENCES.exports);
  readonly #isDraining: () => boolean;
  readonly #count: CallCounter;

  /**
   * @param isDraining - while it is true, every export ends at its page.
   * @param count - of all calls; exports make room for others.
   */
  constructor(isDraining: () => boolean, count: CallCounter) {
    this.#isDraining = isDraining;
    this.#count = count;
  }

  /**
   * Begins an export with its first page, so that what is refused is refused before the answer begins.
   *
   * @throws ApiError `RATE_LIMITED` when the caller has two already; what its first page is refused by.
   */
  async begin<Row extends ExportedRow>(callerId: string, options: ExportOptions<Row>): Promise<BegunExport> {
    const onEnd = this.#atOnce.begin(callerId);
    if (onEnd === null) throw new ApiError('RATE_LIMITED', { headers: { 'Retry-After': '5' } });
    const { plan, read, format, idleMs = LIMITS.exportIdleMs } = options;
    try {
      const reader = new ExportReader(plan, read);
      const first = await reader.next();
      return { type: format.type, pieces: this.#pieces(reader, first, options), onEnd, idleMs };
    } catch (error) {
      onEnd();
      throw error;
    }
  }

  async *#pieces<Row extends ExportedRow>(
    reader: ExportReader<Row>,
    first: Row[],
    { format, signal, wholeMs = LIMITS.exportMs }: ExportOptions<Row>,
  ): AsyncGenerator<string, void> {
    const endMs = performance.now() + wholeMs;
    const time = new SpareTime(this.#count, { cost: WHOLE_COST });
    let rows = first;
    let count = 0;
    if (format.head !== '') yield format.head;
    for (;;) {
      count += rows.length;
      if (rows.length > 0) yield* linesOf(rows, { format, signal, time });
      else if (!reader.isOver) yield format.sign;
      if (reader.isOver) break;
      if (this.#isDraining() || performance.now() > endMs) throw new ExportCut();
      rows = await readAgain(reader, signal);
    }
    yield format.end(count);
  }
}

/** The export ends before its end: its time is over, or the process stops. */
export class ExportCut extends Error {
  override name = 'ExportCut';
}

// A line costs 28 us of the process and Postgres, who read, pack and send it; the 6 us of its text alone are measured.
const WHOLE_COST = 4.5;
// To show so many takes a millisecond or two.
const ROWS_AT_ONCE = 50;

/** Takes the rows out, so that nobody holds what is written, however slow the receiver is. */
async function* linesOf<Row>(
  rows: Row[],
  { format, signal, time }: Pick<ExportOptions<Row>, 'format' | 'signal'> & { time: SpareTime },
): AsyncGenerator<string, void> {
  while (rows.length > 0) {
    const some = rows.splice(0, ROWS_AT_ONCE);
    yield time.spend(() => some.map(format.line).join(''));
    await time.rest(signal);
  }
}

const BUSY_PAUSE_MS = 500;

/** An export that has begun waits for its turn as long as it takes. */
async function readAgain<Row extends ExportedRow>(reader: ExportReader<Row>, signal: AbortSignal) {
  for (;;) {
    try {
      return await reader.next();
    } catch (error) {
      if (!isRefusal(error, 'RATE_LIMITED')) throw error;
    }
    await delay(BUSY_PAUSE_MS, undefined, { signal });
  }
}
