import {
  FILTER_FIELDS,
  type FilterField,
  LIST_FILTERS,
  type ListIntentsInput,
} from '@procurement-intents/contract';
import {
  filterConditions,
  type ListField,
  matching,
  type RowCondition,
  spanConditions,
} from '../lists/list-conditions.ts';
import { storedKeyOf } from './decide-replay.ts';
import { isLabelCondition, type LabelCondition, labelConditions } from './labels.ts';

/** A condition on a column that every row of the list must satisfy. Amounts in fen. */
export type ColumnCondition = RowCondition<ListColumn>;
/** A condition that every row of the list must satisfy. */
export type ListCondition = ColumnCondition | LabelCondition;

export const isColumnCondition = (condition: ListCondition): condition is ColumnCondition =>
  !isLabelCondition(condition);

export type ListColumn = Exclude<FilterField, 'price' | 'totalAmount'> | 'priceFen' | 'totalFen';

const COLUMNS: Partial<Record<FilterField, ListColumn>> = { price: 'priceFen', totalAmount: 'totalFen' };
/** The column of a field in the rows. */
export const columnOf = (field: FilterField): ListColumn => COLUMNS[field] ?? (field as ListColumn);

const FIELDS = Object.fromEntries(
  FILTER_FIELDS.map((field) => [
    field,
    {
      kind: LIST_FILTERS[field].kind,
      column: columnOf(field),
      ...(field === 'idempotencyKey' && { toStored: storedKeyOf }),
    },
  ]),
) as Record<FilterField, ListField<ListColumn>>;

/**
 * The conditions of the parameters of a validated query.
 *
 * @throws ValidationError when `startDate` is after `endDate`.
 */
export function conditionsOf(query: ListIntentsInput): ListCondition[] {
  const { status, userId, platform } = query;
  const exact = (field: FilterField, text: string | undefined): ListCondition[] =>
    text === undefined ? [] : [matching(FIELDS[field], [text])];
  return [
    ...exact('status', status),
    ...exact('userId', userId),
    ...exact('platform', platform),
    ...spanConditions(query),
    ...filterConditions(LIST_FILTERS, query, (name) => FIELDS[name as FilterField]),
    ...labelConditions(query),
  ];
}
