import {
  type FilterField,
  INTENT_LIST,
  type ListIntentsInput,
  type SortField,
} from '@procurement-intents/contract';
import { matching, type RowCondition } from '../lists/list-conditions.ts';
import { fieldOf, listConditions, type ListRules } from '../lists/plan-list.ts';
import { storedKeyOf } from './decide-replay.ts';
import { LISTED_KEYS } from './intent-fields.ts';
import { isLabelCondition, type LabelCondition, labelConditions } from './labels.ts';

/** A condition on a column that every row of the list must satisfy. Amounts in fen. */
export type ColumnCondition = RowCondition<ListColumn>;
/** A condition that every row of the list must satisfy. */
export type ListCondition = ColumnCondition | LabelCondition;

export const isColumnCondition = (condition: ListCondition): condition is ColumnCondition =>
  !isLabelCondition(condition);

const COLUMNS = { price: LISTED_KEYS.price, totalAmount: LISTED_KEYS.totalAmount } as const;

type ColumnOf<Field extends string> = Field extends keyof typeof COLUMNS ? (typeof COLUMNS)[Field] : Field;
export type ListColumn = ColumnOf<FilterField>;
export type SortColumn = ColumnOf<SortField>;

/** The list of an App's intents. */
export const INTENT_ROWS: ListRules<ListColumn> = {
  definition: INTENT_LIST,
  columns: COLUMNS,
  stored: { idempotencyKey: storedKeyOf },
};

/** The column of a field in the rows. */
export const columnOf = <Field extends FilterField>(field: Field): ColumnOf<Field> =>
  fieldOf(INTENT_ROWS, field).column as ColumnOf<Field>;

/** The columns that a list can be sorted by. */
export const SORT_COLUMNS: readonly SortColumn[] = INTENT_LIST.sorts.map(columnOf);

/** The fields that a query can name without `filter`. */
const PLAIN_FIELDS = ['status', 'userId', 'platform'] as const satisfies readonly FilterField[];

/**
 * The conditions of the parameters of a validated query.
 *
 * @throws ValidationError when `startDate` is after `endDate`.
 */
export function conditionsOf(query: ListIntentsInput): ListCondition[] {
  const plain = PLAIN_FIELDS.flatMap((field) => {
    const text = query[field];
    return text === undefined ? [] : [matching(fieldOf(INTENT_ROWS, field), [text])];
  });
  return [...plain, ...listConditions(INTENT_ROWS, query), ...labelConditions(query)];
}
