import { z } from 'zod';
import { fieldError, issueError } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { QueryInteger, QueryTime } from './query-values.ts';

/** How the values of a field are compared. */
export type FilterKind = 'choice' | 'text' | 'money' | 'number' | 'time';

/** A field that a list can be filtered by. */
export interface FilterRow {
  kind: FilterKind;
  /** The form of a value. */
  value: z.ZodType;
  example: string;
  /** Whether a part of the text can be searched for; the value is an example of a part. */
  like?: string;
}

/** What a list can be filtered and sorted by, and what its items can have. */
export interface ListDefinition {
  /** What is listed, as "intents". */
  plural: string;
  filters: Readonly<Record<string, FilterRow>>;
  /** Fields to sort by; the first is the default. Times, amounts and numbers alone. */
  sorts: readonly [string, ...string[]];
  /** The fields that a caller can choose among. */
  fields: readonly string[];
  /** The fields that come without a choice. */
  itemFields: readonly string[];
}

export type FilterOperator = 'eq' | 'in' | 'gte' | 'lte' | 'like';

const ORDERED: ReadonlySet<FilterKind> = new Set(['money', 'number', 'time']);

/** The operators of a field; `eq` is the parameter without an operator in its name. */
export function operatorsOfRow({ kind, like }: FilterRow): FilterOperator[] {
  const range: FilterOperator[] = ORDERED.has(kind) ? ['gte', 'lte'] : [];
  return ['eq', 'in', ...range, ...(like === undefined ? [] : (['like'] as const))];
}

/** `('price', 'gte')` -> `filter[price][gte]`. */
export const filterName = (field: string, operator: FilterOperator): string =>
  `filter[${field}]${operator === 'eq' ? '' : `[${operator}]`}`;

/** A comma-separated list whose every value satisfies `value`. */
export function listOf(value: z.ZodType) {
  return z.string(fieldError).superRefine((text, check) => {
    const parts = text.split(',');
    const problem =
      parts.length > LIMITS.filterValues
        ? issueError({ rule: 'values', max: LIMITS.filterValues }).error
        : parts.map((part) => value.safeParse(part).error?.issues[0]?.message).find((message) => message);
    if (problem !== undefined) check.addIssue({ code: 'custom', message: problem });
  });
}

type Sentence = (plural: string, field: string) => string;
const SENTENCES: Record<FilterOperator, Sentence> = {
  eq: (plural, field) => `Only ${plural} whose \`${field}\` is exactly this.`,
  in: (plural, field) =>
    `Only ${plural} whose \`${field}\` is one of these, at most ${LIMITS.filterValues}, separated by commas.`,
  gte: (plural, field) => `Only ${plural} whose \`${field}\` is this or more.`,
  lte: (plural, field) => `Only ${plural} whose \`${field}\` is this or less.`,
  like: (plural, field) =>
    `Only ${plural} whose \`${field}\` contains this text; case is ignored, and there are no wildcards.`,
};
const UNITS: Record<FilterKind, string> = {
  choice: '',
  text: '',
  money: ' Yuan, at most 2 decimals.',
  number: '',
  time: ' ISO 8601, in UTC unless it has an offset; a date alone means its whole day.',
};
const TIME_SENTENCES = { gte: 'at this time or later', lte: 'at this time or earlier' } as const;
const ONE_KEY = ' A key with a comma in it is found only by the filter without `[in]`.';

function describeFilter(plural: string, field: string, kind: FilterKind, operator: FilterOperator): string {
  const isTimeRange = kind === 'time' && (operator === 'gte' || operator === 'lte');
  const sentence = isTimeRange
    ? `Only ${plural} whose \`${field}\` is ${TIME_SENTENCES[operator]}.`
    : SENTENCES[operator](plural, field);
  return sentence + UNITS[kind] + (field === 'idempotencyKey' && operator === 'in' ? ONE_KEY : '');
}

/** The schemas of all filters of a list, by the names of their parameters. */
export function filterParameters({ plural, filters }: Pick<ListDefinition, 'plural' | 'filters'>) {
  const entries = Object.entries(filters).flatMap(([field, row]) =>
    operatorsOfRow(row).map((operator) => {
      const schema: z.ZodType = operator === 'in' ? listOf(row.value) : row.value;
      const described = (schema as z.ZodString).optional().meta({
        description: describeFilter(plural, field, row.kind, operator),
        example: operator === 'like' ? row.like : row.example,
      });
      return [filterName(field, operator), described] as const;
    }),
  );
  return Object.fromEntries(entries) as Record<string, z.ZodOptional<z.ZodString>>;
}

const Direction = z.enum(['asc', 'desc'], fieldError).optional();

/** Aliases of parameters. When both are given, their values must be equal. */
export const LIST_ALIASES = { sortOrder: 'order', startTime: 'startDate', endTime: 'endDate' } as const;

/** The parameters that choose a page. */
export const pageParameters = {
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
};

/** The parameters that choose a span of `createdAt`. */
export function spanParameters(plural: string) {
  const bound = (side: string, end: string): string =>
    `Only ${plural} created at this time or ${side}. ISO 8601, in UTC unless it has an offset; a date alone means the ${end} of its day.`;
  return {
    startDate: QueryTime.optional().meta({ description: bound('later', 'start'), example: '2026-11-01' }),
    endDate: QueryTime.optional().meta({
      description: bound('earlier', 'end'),
      example: '2026-11-30T23:59:59.999Z',
    }),
    startTime: QueryTime.optional().meta({
      description: 'Another name of `startDate`.',
      example: '2026-11-01',
    }),
    endTime: QueryTime.optional().meta({ description: 'Another name of `endDate`.', example: '2026-11-30' }),
  };
}

/**
 * The parameters that choose the sort.
 *
 * @param advice - what a caller of this list should know besides.
 */
export function sortParameters<Sort extends string>(
  { sorts }: { sorts: readonly [Sort, ...Sort[]] },
  advice = '',
) {
  const [first] = sorts;
  return {
    sortBy: z
      .enum(sorts, fieldError)
      .optional()
      .meta({
        description: `What the list is sorted by; default \`${first}\`. Ties are broken by id.${advice && ` ${advice}`}`,
        default: first,
        example: first,
      }),
    order: Direction.meta({
      description: 'Direction of the sort; default `desc`, the newest or highest first.',
      default: 'desc',
      example: 'desc',
    }),
    sortOrder: Direction.meta({ description: 'Another name of `order`.', example: 'desc' }),
  };
}

/** The parameter that chooses the fields of the items. */
export function fieldsParameter({ fields, itemFields }: Pick<ListDefinition, 'fields' | 'itemFields'>) {
  return listOf(z.enum(fields, fieldError))
    .optional()
    .meta({
      description: `Which fields the items have, separated by commas: of ${fields.join(', ')}. \`id\` always comes. Default: ${itemFields.join(', ')}.`,
      example: 'id,status',
    });
}
