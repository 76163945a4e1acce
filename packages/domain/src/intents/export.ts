import {
  type ExportIntentsInput,
  type IntentListItemView,
  type Language,
  Intent,
  LIMITS,
} from '@procurement-intents/contract';
import type { Position } from '../lists/list-cursor.ts';
import { chooseFields } from '../lists/plan-list.ts';
import type { ListedIntent, StoredIntent } from './intent-fields.ts';
import { type ListRequest, planIntents, presentRead } from './list-page.ts';
import { presentIntent } from './present-intent.ts';

/** An export: what a host reads for it, and how it is shown. */
export interface ExportPlan {
  conditions: ListRequest['conditions'];
  order: ListRequest['order'];
  detail: ListRequest['detail'];
  archived: ListRequest['archived'];
  /** The row behind which it begins. */
  after: Position | null;
  /** What is created later is not in it. */
  end: Date;
  /** How much time is read at once, at first. Milliseconds; `Infinity`: all of it. */
  spanMs: number;
  /** The fields of the lines; null: all. */
  fields: ReadonlySet<string> | null;
}

/** What a host reads at once. */
export type ExportPage = Omit<ListRequest, 'appId'>;

const ALL_FIELDS = Object.keys(Intent.shape).join(',');

/**
 * Plans an export. Its end is fixed: what is created after `now` is not in it.
 *
 * @param query - without aliases: see `resolveAliases`.
 * @throws ValidationError for a range whose start is after its end.
 */
export function planExport({ after, fields, ...filters }: ExportIntentsInput, now: Date): ExportPlan {
  const chosen = fields === undefined ? ALL_FIELDS : `${fields},createdAt`;
  const query = { ...filters, sortBy: 'createdAt', order: 'asc', fields: chosen } as const;
  const { conditions, order, detail, archived } = planIntents(query, '').request;
  return {
    conditions,
    order,
    detail,
    archived,
    after: after === undefined ? null : positionOf(after),
    end: now,
    spanMs: Infinity,
    fields: fields === undefined ? null : new Set(chosen.split(',')),
  };
}

function positionOf(after: string): Position {
  const [time = '', id = ''] = after.split(',');
  return placeAt(Date.parse(time), id);
}

/** The place behind the row of this id, or without one that before all rows of this time. */
const placeAt = (ms: number, id = ''): Position => ({ value: BigInt(ms), id, page: 1, total: 0 });

// A part that took too long is cut into so many; one that was read in a moment and had few rows may have twice as much time.
const NARROWER = 8;
const WIDER = 2;

/**
 * The course of an export: parts of its time, oldest first, in each as many rows as a page has. Usually the first part is all of
 * the time, and its pages are what is read. A host that finds a part too costly narrows it, so that a search whose matches are rare
 * goes on. A plan over several Apps begins with short parts: from each App no more is read than a page may have of all.
 */
export class ExportCourse {
  readonly #plan: ExportPlan;
  readonly #endMs: number;
  #after: Position | null;
  #spanMs: number;
  #needsStart: boolean;

  constructor(plan: ExportPlan) {
    this.#plan = plan;
    this.#endMs = plan.end.getTime();
    this.#after = plan.after;
    this.#spanMs = plan.spanMs;
    this.#needsStart = plan.after === null && plan.spanMs !== Infinity;
  }

  /** Whether the host has to read {@link first} before {@link next}: a part of the time begins somewhere. */
  get needsStart(): boolean {
    return this.#needsStart;
  }

  /** The oldest intent, whatever the filters: an index has it. */
  first(): ExportPage {
    // No index tells the oldest archived one alone.
    const archived = this.#plan.archived === 'true' ? 'any' : this.#plan.archived;
    return { ...this.#page(), conditions: [], archived, detail: 'item', start: { skip: 0 }, take: 1 };
  }

  /** @param oldest - when it was created; null: there is none. */
  startAt(oldest: Date | null): void {
    this.#needsStart = false;
    if (oldest === null) return;
    this.#after = placeAt(oldest.getTime());
    this.narrow();
  }

  /** What is read next. */
  next(): ExportPage {
    const { conditions } = this.#plan;
    const until = { column: 'createdAt', ranges: [{ to: new Date(this.#untilMs()) }] } as const;
    return { ...this.#page(), conditions: [...conditions, until] };
  }

  /**
   * Goes on behind what was read for {@link next}.
   *
   * @param isQuick - whether a part of twice the time would be no burden.
   * @returns whether there is more.
   */
  took(rows: readonly Pick<StoredIntent, 'createdAt' | 'id'>[], isQuick: boolean): boolean {
    const last = rows.at(-1);
    const untilMs = this.#untilMs();
    if (last && rows.length >= LIMITS.exportPage) {
      const lastMs = last.createdAt.getTime();
      // So many lie close together: a longer part would be read for nothing.
      if (this.#spanMs !== Infinity) this.#spanMs = Math.max(1, lastMs - this.#fromMs());
      this.#after = placeAt(lastMs, last.id);
      return true;
    }
    if (untilMs >= this.#endMs) return false;
    this.#after = placeAt(untilMs + 1);
    if (isQuick) this.#spanMs *= WIDER;
    return true;
  }

  /** Makes the next part shorter, as it costs too much. @returns whether that was possible. */
  narrow(): boolean {
    if (this.#after === null) {
      this.#needsStart = true;
      return true;
    }
    const spanMs = Math.min(this.#spanMs, this.#endMs - this.#fromMs());
    this.#spanMs = Math.max(1, Math.ceil(spanMs / NARROWER));
    return spanMs > 1;
  }

  #page(): ExportPage {
    const { conditions, order, detail, archived } = this.#plan;
    const start = this.#after === null ? { skip: 0 } : { after: this.#after };
    return { conditions, order, detail, archived, start, take: LIMITS.exportPage };
  }

  #fromMs(): number {
    return Number(this.#after?.value ?? 0);
  }

  #untilMs(): number {
    return Math.min(this.#endMs, this.#fromMs() + this.#spanMs);
  }
}

/** The intent of a line. @param intent - read with the detail of the plan. */
export function presentExported(
  intent: ListedIntent,
  { detail, fields }: Pick<ExportPlan, 'detail' | 'fields'>,
  language: Language,
): IntentListItemView {
  if (fields === null) return presentIntent(intent as StoredIntent, language);
  return chooseFields(presentRead(intent, detail, language), fields);
}
