import {
  FILTER_FIELDS,
  filterParameter,
  type FilterField,
  type FilterOperator,
  type FilterParameter,
  LIST_ALIASES,
  LIST_FILTERS,
  type ListIntentsInput,
  operatorsOf,
} from '@procurement-intents/contract';
import { type FieldProblem, ValidationError } from '../errors.ts';
import { storedKeyOf } from './decide-replay.ts';

/** A condition that every row of the list must satisfy. Amounts in fen. */
export type Condition =
  | { column: ListColumn; oneOf: readonly (string | bigint)[] }
  | { column: ListColumn; ranges: readonly Range[] }
  | { column: ListColumn; holds: string };
/** Both ends are included; an absent end is open. */
export interface Range {
  from?: bigint | Date;
  to?: bigint | Date;
}
export type ListColumn = Exclude<FilterField, 'price' | 'totalAmount'> | 'priceFen' | 'totalFen';

const COLUMNS: Partial<Record<FilterField, ListColumn>> = { price: 'priceFen', totalAmount: 'totalFen' };
/** The column of a field in the rows. */
export const columnOf = (field: FilterField): ListColumn => COLUMNS[field] ?? (field as ListColumn);

/** The query with every alias replaced by its parameter. @throws ValidationError when the two have different values. */
export function resolveAliases(query: ListIntentsInput): ListIntentsInput {
  const problems: FieldProblem[] = [];
  const resolved: Record<string, unknown> = { ...query };
  for (const [alias, name] of Object.entries(LIST_ALIASES)) {
    const given = query[alias as keyof ListIntentsInput];
    delete resolved[alias];
    if (given === undefined) continue;
    if (query[name] !== undefined && query[name] !== given) {
      problems.push({ field: alias, issue: { rule: 'conflict' } });
    }
    resolved[name] = given;
  }
  if (problems.length > 0) throw new ValidationError(problems);
  return resolved;
}

/**
 * The conditions of the parameters of a validated query.
 *
 * @throws ValidationError when `startDate` is after `endDate`.
 */
export function conditionsOf(query: ListIntentsInput): Condition[] {
  const { status, userId, platform, startDate, endDate } = query;
  const from = startDate === undefined ? {} : { from: spanOf(startDate).from };
  const to = endDate === undefined ? {} : { to: spanOf(endDate).to };
  if (from.from && to.to && from.from > to.to) {
    throw new ValidationError([{ field: 'startDate', issue: { rule: 'range' } }]);
  }
  const range: Range = { ...from, ...to };
  return [
    ...(status === undefined ? [] : [exact('status', status)]),
    ...(userId === undefined ? [] : [exact('userId', userId)]),
    ...(platform === undefined ? [] : [exact('platform', platform)]),
    ...(startDate === undefined && endDate === undefined
      ? []
      : [{ column: 'createdAt' as const, ranges: [range] }]),
    ...FILTERS.flatMap((filter) => filterOf(filter, query)),
  ];
}

function exact(field: FilterField, text: string): Condition {
  return matching(field, [text]);
}

interface Filter {
  field: FilterField;
  operator: FilterOperator;
  parameter: FilterParameter;
}

const FILTERS: readonly Filter[] = FILTER_FIELDS.flatMap((field) =>
  operatorsOf(field).map((operator) => ({ field, operator, parameter: filterParameter(field, operator) })),
);

function filterOf({ field, operator, parameter }: Filter, query: ListIntentsInput): Condition[] {
  const text = query[parameter];
  if (text === undefined) return [];
  const column = columnOf(field);
  switch (operator) {
    case 'eq':
      return [matching(field, [text])];
    case 'in':
      return [matching(field, text.split(','))];
    case 'gte':
      return [{ column, ranges: [{ from: boundOf(field, text, 'from') }] }];
    case 'lte':
      return [{ column, ranges: [{ to: boundOf(field, text, 'to') }] }];
    case 'like':
      return [{ column, holds: text }];
  }
}

function matching(field: FilterField, texts: readonly string[]): Condition {
  const column = columnOf(field);
  if (LIST_FILTERS[field].kind === 'time') return { column, ranges: texts.map(spanOf) };
  return { column, oneOf: texts.map((text) => valueOf(field, text)) };
}

function valueOf(field: FilterField, text: string): string | bigint {
  if (field === 'idempotencyKey') return storedKeyOf(text);
  switch (LIST_FILTERS[field].kind) {
    case 'money':
      return fenOf(text);
    case 'number':
      return BigInt(text);
    default:
      return text.trim();
  }
}

function boundOf(field: FilterField, text: string, end: 'from' | 'to'): bigint | Date {
  return LIST_FILTERS[field].kind === 'time' ? spanOf(text)[end] : (valueOf(field, text) as bigint);
}

function fenOf(text: string): bigint {
  const [yuan = '', fraction = ''] = text.split('.');
  return BigInt(yuan + fraction.padEnd(2, '0'));
}

const DAY_MS = 86_400_000;
// No row has a time outside this range, and Postgres writes other years with more or less than four digits.
const EARLIEST_MS = 0;
export const LATEST_MS = Date.UTC(9999, 11, 31);

/**
 * The milliseconds that a time covers: the whole UTC day for a date, one instant for anything longer. A time without
 * a zone is UTC. A time between two milliseconds covers none, so its `from` is after its `to`.
 */
export function spanOf(text: string): { from: Date; to: Date } {
  if (text.length === 10) {
    const startMs = Date.parse(`${text}T00:00:00.000Z`);
    return { from: within(startMs), to: within(startMs + DAY_MS - 1) };
  }
  const ms = Date.parse(/(Z|[+-]\d{2}:\d{2})$/.test(text) ? text : `${text}Z`);
  const isBetween = /\.\d{3}\d*[1-9]/.test(text);
  return { from: within(isBetween ? ms + 1 : ms), to: within(ms) };
}

const within = (ms: number): Date => new Date(Math.min(Math.max(ms, EARLIEST_MS), LATEST_MS));
