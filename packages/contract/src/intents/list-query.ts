import { z } from 'zod';
import { IdempotencyKey, issueError, fieldError, PLATFORMS, Title, UserId } from '../fields.ts';
import { AMOUNTS, LIMITS } from '../limits.ts';
import { INTENT_STATUSES } from './lifecycle.ts';
import { LIST_FIELDS, LIST_ITEM_FIELDS } from './schemas.ts';

/** A day, or a time with or without its offset. The calendar decides whether it exists. */
export const QUERY_TIME_PATTERN =
  /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?)?$/;

const isTime = (value: string): boolean => QUERY_TIME_PATTERN.test(value) && isRealTime(value);

function isRealTime(value: string): boolean {
  const day = Number(value.slice(8, 10));
  const lastDay = new Date(Date.UTC(Number(value.slice(0, 4)), Number(value.slice(5, 7)), 0)).getUTCDate();
  return day >= 1 && day <= lastDay && !Number.isNaN(Date.parse(value));
}

const QueryTime = z
  .string(fieldError)
  .refine(isTime, issueError({ rule: 'time' }))
  .meta({
    description: 'ISO 8601, in UTC unless it has an offset; a date alone means its whole day.',
    example: '2026-11-21',
  });
/** A whole number from 1, in digits. The SDK takes it as a number. */
export const WHOLE_NUMBER_PATTERN = /^[1-9][0-9]{0,15}$/;
/** An amount in yuan, as a decimal. The SDK takes it as a number. */
export const AMOUNT_PATTERN = /^(0|[1-9][0-9]{0,10})(\.[0-9]{1,2})?$/;

const QueryInteger = (max: number) =>
  z
    .string(fieldError)
    .regex(WHOLE_NUMBER_PATTERN, issueError({ rule: 'integer', min: 1, max }))
    .refine((value) => Number(value) <= max, issueError({ rule: 'integer', min: 1, max }));
const QueryMoney = z
  .string(fieldError)
  .regex(AMOUNT_PATTERN, issueError({ rule: 'money', min: 0, max: AMOUNTS.totalMax }));
const QueryStatus = z.enum(INTENT_STATUSES, fieldError);
const QueryPlatform = z.enum(PLATFORMS, fieldError);

const EXAMPLES = { text: '无线鼠标', money: '199.00', number: '2', time: '2026-11-21' };

/**
 * The fields that a list can be filtered by, with the form of a value. `isSearched`: no index finds the rows, so that each
 * intent of the App is looked at.
 */
export const LIST_FILTERS = {
  status: { kind: 'choice', value: QueryStatus, example: 'SUBMITTED' },
  userId: { kind: 'text', value: UserId, example: 'user_1001' },
  platform: { kind: 'choice', value: QueryPlatform, example: 'PLATFORM_A' },
  title: { kind: 'text', value: Title, example: EXAMPLES.text, isSearched: true },
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
} as const satisfies Record<string, FilterRow>;

interface FilterRow {
  kind: FilterKind;
  value: z.ZodType;
  example: string;
  isSearched?: true;
}
type FilterKind = 'choice' | 'text' | 'money' | 'number' | 'time';
export type FilterField = keyof typeof LIST_FILTERS;
export const FILTER_FIELDS = Object.keys(LIST_FILTERS) as FilterField[];
export const SEARCHED_FIELDS = FILTER_FIELDS.filter((field) => 'isSearched' in LIST_FILTERS[field]);
export type FilterOperator = 'eq' | 'in' | 'gte' | 'lte' | 'like';

const ORDERED: ReadonlySet<FilterKind> = new Set(['money', 'number', 'time']);

/** The operators of a field; `eq` is the parameter without an operator in its name. */
export function operatorsOf(field: FilterField): FilterOperator[] {
  const range: FilterOperator[] = ORDERED.has(LIST_FILTERS[field].kind) ? ['gte', 'lte'] : [];
  return ['eq', 'in', ...range, ...(field === 'title' ? (['like'] as const) : [])];
}

type OrderedField =
  'price' | 'quantity' | 'totalAmount' | `${'created' | 'updated' | 'submitted' | 'completed'}At`;
export type FilterParameter =
  | `filter[${FilterField}]`
  | `filter[${FilterField}][in]`
  | `filter[${OrderedField}][${'gte' | 'lte'}]`
  | 'filter[title][like]';

/** `('price', 'gte')` -> `filter[price][gte]`. */
export function filterParameter(field: FilterField, operator: FilterOperator): FilterParameter {
  return `filter[${field}]${operator === 'eq' ? '' : `[${operator}]`}` as FilterParameter;
}

/** A comma-separated list whose every value satisfies `value`. */
function listOf(value: z.ZodType) {
  return z.string(fieldError).superRefine((text, check) => {
    const parts = text.split(',');
    const problem =
      parts.length > LIMITS.filterValues
        ? issueError({ rule: 'values', max: LIMITS.filterValues }).error
        : parts.map((part) => value.safeParse(part).error?.issues[0]?.message).find((message) => message);
    if (problem !== undefined) check.addIssue({ code: 'custom', message: problem });
  });
}

const SENTENCES: Record<FilterOperator, (field: string) => string> = {
  eq: (field) => `Only intents whose \`${field}\` is exactly this.`,
  in: (field) =>
    `Only intents whose \`${field}\` is one of these, at most ${LIMITS.filterValues}, separated by commas.`,
  gte: (field) => `Only intents whose \`${field}\` is this or more.`,
  lte: (field) => `Only intents whose \`${field}\` is this or less.`,
  like: (field) =>
    `Only intents whose \`${field}\` contains this text; case is ignored, and there are no wildcards.`,
};
const UNITS: Record<FilterKind, string> = {
  choice: '',
  text: '',
  money: ' Yuan, at most 2 decimals.',
  number: '',
  time: ' ISO 8601, in UTC unless it has an offset; a date alone means its whole day.',
};

const TIME_SENTENCES = { gte: 'at this time or later', lte: 'at this time or earlier' } as const;

const describeFilter = (field: FilterField, operator: FilterOperator): string =>
  sentenceOf(field, operator) + (field === 'idempotencyKey' && operator === 'in' ? ONE_KEY : '');

const ONE_KEY = ' A key with a comma in it is found only by the filter without `[in]`.';

function sentenceOf(field: FilterField, operator: FilterOperator): string {
  const { kind } = LIST_FILTERS[field];
  const isTimeRange = kind === 'time' && (operator === 'gte' || operator === 'lte');
  const sentence = isTimeRange
    ? `Only intents whose \`${field}\` is ${TIME_SENTENCES[operator]}.`
    : SENTENCES[operator](field);
  return sentence + UNITS[kind];
}

function filterSchema(field: FilterField, operator: FilterOperator) {
  const { value, example } = LIST_FILTERS[field];
  const schema: z.ZodType = operator === 'in' ? listOf(value) : value;
  return (schema as z.ZodString).optional().meta({
    description: describeFilter(field, operator),
    example: operator === 'like' ? '鼠标' : example,
  });
}

const filters = Object.fromEntries(
  FILTER_FIELDS.flatMap((field) =>
    operatorsOf(field).map((operator) => [filterParameter(field, operator), filterSchema(field, operator)]),
  ),
) as Record<FilterParameter, z.ZodOptional<z.ZodString>>;

const FieldNames = listOf(z.enum(LIST_FIELDS, fieldError))
  .optional()
  .meta({
    description: `Which fields the items have, separated by commas: of ${LIST_FIELDS.join(', ')}. \`id\` always comes. Default: ${LIST_ITEM_FIELDS.join(', ')}.`,
    example: 'id,status',
  });

const start =
  'Only intents created at this time or later. ISO 8601, in UTC unless it has an offset; a date alone means the start of its day.';
const end =
  'Only intents created at this time or earlier. ISO 8601, in UTC unless it has an offset; a date alone means the end of its day.';
const Direction = z.enum(['asc', 'desc'], fieldError).optional();

/** Aliases of parameters. When both are given, their values must be equal. */
export const LIST_ALIASES = { sortOrder: 'order', startTime: 'startDate', endTime: 'endDate' } as const;

/** Parameters of the list, as in the query string. */
export const ListIntentsQuery = z
  .strictObject(
    {
      page: QueryInteger(Number.MAX_SAFE_INTEGER).optional().meta({
        description:
          'The page to read, from 1; default 1. A later page costs more to read; with `cursor` every page costs the same.',
        default: '1',
        example: '1',
      }),
      pageSize: QueryInteger(Number.MAX_SAFE_INTEGER)
        .optional()
        .meta({
          description: `Items a page. Default ${LIMITS.pageSizeDefault}; above ${LIMITS.pageSizeMax} counts as ${LIMITS.pageSizeMax}.`,
          default: String(LIMITS.pageSizeDefault),
          example: String(LIMITS.pageSizeDefault),
        }),
      cursor: z.string(fieldError).optional().meta({
        description:
          'The `nextCursor` of a page: reads the page after it, at the same cost for every page. Filters and sort must be those of the first call.',
        example: 'WyJjcmVhdGVkQXQiXQ',
      }),
      status: QueryStatus.optional().meta({
        description: 'Only intents with this status.',
        example: 'SUBMITTED',
      }),
      userId: UserId.optional().meta({ description: 'Only intents of this user; the exact id.' }),
      platform: QueryPlatform.optional().meta({
        description: 'Only intents on this platform.',
        example: 'PLATFORM_A',
      }),
      startDate: QueryTime.optional().meta({ description: start, example: '2026-11-01' }),
      endDate: QueryTime.optional().meta({ description: end, example: '2026-11-30T23:59:59.999Z' }),
      startTime: QueryTime.optional().meta({
        description: 'Another name of `startDate`.',
        example: '2026-11-01',
      }),
      endTime: QueryTime.optional().meta({
        description: 'Another name of `endDate`.',
        example: '2026-11-30',
      }),
      sortBy: z.enum(['createdAt', 'updatedAt', 'price'], fieldError).optional().meta({
        description:
          'What the list is sorted by; default `createdAt`. Ties are broken by id. To read all pages, sort by `createdAt` or `price`: an intent that changes meanwhile moves in the order of `updatedAt`.',
        default: 'createdAt',
        example: 'createdAt',
      }),
      order: Direction.meta({
        description: 'Direction of the sort; default `desc`, the newest or highest first.',
        default: 'desc',
        example: 'desc',
      }),
      sortOrder: Direction.meta({ description: 'Another name of `order`.', example: 'desc' }),
      fields: FieldNames,
      ...filters,
    },
    fieldError,
  )
  .meta({ title: 'ListIntentsQuery', description: 'Filters, order and page of a list.' });

export type ListIntentsInput = z.infer<typeof ListIntentsQuery>;
