import { z } from 'zod';
import { IdempotencyKey, fieldError, Title, UserId } from '../fields.ts';
import { PLATFORMS } from '../platforms.ts';
import {
  fieldsParameter,
  filterName,
  type FilterOperator,
  filterParameters,
  type FilterRow,
  type ListDefinition,
  operatorsOfRow,
  pageParameters,
  sortParameters,
  spanParameters,
} from '../lists/list-definition.ts';
import { QueryInteger, QueryMoney, QueryTime } from '../lists/query-values.ts';
import { type LabelParameters, withLabelFilters } from './label-filters.ts';
import { INTENT_STATUSES } from './lifecycle.ts';
import { LIST_FIELDS, LIST_ITEM_FIELDS } from './schemas.ts';

const QueryStatus = z.enum(INTENT_STATUSES, fieldError);
const QueryPlatform = z.enum(PLATFORMS, fieldError);

const EXAMPLES = { text: '无线鼠标', money: '199.00', number: '2', time: '2026-11-21' };

interface IntentFilterRow extends FilterRow {
  /** No index finds the rows, so that each one is looked at. */
  isSearched?: true;
}

/** The fields that the list can be filtered by. */
export const LIST_FILTERS = {
  status: { kind: 'choice', value: QueryStatus, example: 'SUBMITTED' },
  userId: { kind: 'text', value: UserId, example: 'user_1001' },
  platform: { kind: 'choice', value: QueryPlatform, example: 'PLATFORM_A' },
  title: { kind: 'text', value: Title, example: EXAMPLES.text, isSearched: true, like: '鼠标' },
  price: { kind: 'money', value: QueryMoney, example: EXAMPLES.money },
  quantity: {
    kind: 'number',
    value: QueryInteger(Number.MAX_SAFE_INTEGER),
    example: EXAMPLES.number,
    isSearched: true,
  },
  totalAmount: { kind: 'money', value: QueryMoney, example: EXAMPLES.money, isSearched: true },
  createdAt: { kind: 'time', value: QueryTime, example: EXAMPLES.time },
  updatedAt: { kind: 'time', value: QueryTime, example: EXAMPLES.time },
  submittedAt: { kind: 'time', value: QueryTime, example: EXAMPLES.time, isSearched: true },
  completedAt: { kind: 'time', value: QueryTime, example: EXAMPLES.time, isSearched: true },
  idempotencyKey: { kind: 'text', value: IdempotencyKey, example: 'order-2026-000042' },
} as const satisfies Record<string, IntentFilterRow>;

export type FilterField = keyof typeof LIST_FILTERS;
export const FILTER_FIELDS = Object.keys(LIST_FILTERS) as FilterField[];
export const SEARCHED_FIELDS = FILTER_FIELDS.filter((field) => 'isSearched' in LIST_FILTERS[field]);

/** The operators of a field; `eq` is the parameter without an operator in its name. */
export const operatorsOf = (field: FilterField): FilterOperator[] => operatorsOfRow(LIST_FILTERS[field]);

type OrderedField =
  'price' | 'quantity' | 'totalAmount' | `${'created' | 'updated' | 'submitted' | 'completed'}At`;
export type FilterParameter =
  | `filter[${FilterField}]`
  | `filter[${FilterField}][in]`
  | `filter[${OrderedField}][${'gte' | 'lte'}]`
  | 'filter[title][like]';

/** `('price', 'gte')` -> `filter[price][gte]`. */
export const filterParameter = (field: FilterField, operator: FilterOperator): FilterParameter =>
  filterName(field, operator) as FilterParameter;

/** Which intents a list has by their archive: those outside, those in it, or both. */
export const ARCHIVED_CHOICES = ['false', 'true', 'any'] as const;
export type ArchivedChoice = (typeof ARCHIVED_CHOICES)[number];

/** The parameter that chooses among intents by their archive. */
export const archivedParameter = {
  archived: z.enum(ARCHIVED_CHOICES, fieldError).optional().meta({
    description:
      'Without archived intents (`false`), of those alone (`true`), or of all (`any`); default `false`.',
    default: 'false',
    example: 'any',
  }),
};

/** What the list can be filtered and sorted by. */
export const INTENT_LIST = {
  plural: 'intents',
  filters: LIST_FILTERS,
  sorts: ['createdAt', 'updatedAt', 'price'],
  fields: LIST_FIELDS,
  itemFields: LIST_ITEM_FIELDS,
} as const satisfies ListDefinition;

/** A field that the list can be sorted by. */
export type SortField = (typeof INTENT_LIST.sorts)[number];

/** The filters of a list and of an export. */
export const INTENT_FILTERS = {
  status: QueryStatus.optional().meta({
    description: 'Only intents with this status.',
    example: 'SUBMITTED',
  }),
  userId: UserId.optional().meta({ description: 'Only intents of this user; the exact id.' }),
  platform: QueryPlatform.optional().meta({
    description: 'Only intents on this platform.',
    example: 'PLATFORM_A',
  }),
  ...archivedParameter,
  ...spanParameters(INTENT_LIST.plural),
};
/** The filters by fields among them. */
export const FIELD_FILTERS = filterParameters(INTENT_LIST) as Record<
  FilterParameter,
  z.ZodOptional<z.ZodString>
>;

const PARAMETERS = {
  ...pageParameters,
  ...INTENT_FILTERS,
  ...sortParameters(
    INTENT_LIST,
    'To read all pages, sort by `createdAt` or `price`: an intent that changes meanwhile moves in the order of `updatedAt`.',
  ),
  fields: fieldsParameter(INTENT_LIST),
  ...FIELD_FILTERS,
};

/** Parameters of the list, as in the query string. */
export const ListIntentsQuery = withLabelFilters(PARAMETERS, {
  title: 'ListIntentsQuery',
  description: 'Filters, order and page of a list.',
});

export type ListIntentsInput = z.infer<z.ZodObject<typeof PARAMETERS>> & LabelParameters;
