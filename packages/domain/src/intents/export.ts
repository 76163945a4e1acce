import {
  type ExportIntentsInput,
  type IntentListItemView,
  type Language,
  Intent,
  LIMITS,
} from '@procurement-intents/contract';
import type { Position } from '../lists/list-cursor.ts';
import { chooseFields } from '../lists/plan-list.ts';
import type { IntentDetails, ListedIntent, StoredIntent } from './intent-fields.ts';
import { type ListRequest, planIntents } from './list-page.ts';
import { presentChoice, presentIntent, presentListItem } from './present-intent.ts';

/** An export: what a host reads for it, and how it is shown. */
export interface ExportPlan {
  conditions: ListRequest['conditions'];
  order: ListRequest['order'];
  detail: ListRequest['detail'];
  archived: ListRequest['archived'];
  /** The row behind which it begins. */
  after: Position | null;
  /** The fields of the lines; null: all. */
  fields: ReadonlySet<string> | null;
}

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
    conditions: [...conditions, { column: 'createdAt', ranges: [{ to: now }] }],
    order,
    detail,
    archived,
    after: after === undefined ? null : positionOf(after),
    fields: fields === undefined ? null : new Set(chosen.split(',')),
  };
}

function positionOf(after: string): Position {
  const [time = '', id = ''] = after.split(',');
  return { value: BigInt(Date.parse(time)), id, page: 1, total: 0 };
}

/** The position behind a row. */
export const behind = ({ createdAt, id }: Pick<StoredIntent, 'createdAt' | 'id'>): Position => ({
  value: BigInt(createdAt.getTime()),
  id,
  page: 1,
  total: 0,
});

/** What a host reads for the next page of an export. */
export const exportPage = (
  { conditions, order, detail, archived }: ExportPlan,
  after: Position | null,
): Omit<ListRequest, 'appId'> => ({
  conditions,
  order,
  detail,
  archived,
  start: after === null ? { skip: 0 } : { after },
  take: LIMITS.exportPage,
});

/** One line. @param intent - read with the detail of the plan. */
export const exportLine = (intent: ListedIntent, plan: ExportPlan, language: Language): string =>
  `${JSON.stringify(present(intent, plan, language))}\n`;

function present(
  intent: ListedIntent,
  { detail, fields }: ExportPlan,
  language: Language,
): IntentListItemView {
  if (fields === null) return presentIntent(intent as StoredIntent, language);
  const item = detail === 'item' ? presentListItem(intent) : presentChoice(intent as IntentDetails, language);
  return chooseFields<IntentListItemView>(item, fields);
}

/** The last line of a whole export. */
export const exportEnd = (count: number): string => `${JSON.stringify({ end: { count } })}\n`;
