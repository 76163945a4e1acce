import {
  type FilterOperator,
  type FilterRow,
  filterName,
  LIST_ALIASES,
  operatorsOfRow,
  DAY_MS,
} from '@procurement-intents/contract';
import { type FieldProblem, ValidationError } from '../errors.ts';

/** A condition that every row of a list must satisfy. Amounts in fen. */
export type RowCondition<Column extends string = string> =
  | { column: Column; oneOf: readonly (string | bigint)[] }
  | { column: Column; ranges: readonly Range[] }
  | { column: Column; holds: string };
/** Both ends are included; an absent end is open. */
export interface Range {
  from?: bigint | Date;
  to?: bigint | Date;
}

/** The query of a list, validated. */
type Query = Readonly<Record<string, string | undefined>>;

/** The query with every alias replaced by its parameter. @throws ValidationError when the two have different values. */
export function resolveAliases<Q extends object>(query: Q): Q {
  const problems: FieldProblem[] = [];
  const given = query as Query;
  const resolved: Record<string, unknown> = { ...given };
  for (const [alias, name] of Object.entries(LIST_ALIASES)) {
    const value = given[alias];
    delete resolved[alias];
    if (value === undefined) continue;
    if (given[name] !== undefined && given[name] !== value) {
      problems.push({ field: alias, issue: { rule: 'conflict' } });
    }
    resolved[name] = value;
  }
  if (problems.length > 0) throw new ValidationError(problems);
  return resolved as Q;
}

/** The condition of `startDate` and `endDate`, if any. @throws ValidationError when the start is after the end. */
export function spanConditions(query: {
  startDate?: string | undefined;
  endDate?: string | undefined;
}): RowCondition<'createdAt'>[] {
  const { startDate, endDate } = query;
  if (startDate === undefined && endDate === undefined) return [];
  const from = startDate === undefined ? {} : { from: spanOf(startDate).from };
  const to = endDate === undefined ? {} : { to: spanOf(endDate).to };
  if (from.from && to.to && from.from > to.to) {
    throw new ValidationError([{ field: 'startDate', issue: { rule: 'range' } }]);
  }
  return [{ column: 'createdAt', ranges: [{ ...from, ...to }] }];
}

/** A field that lists are filtered by, and its column in the rows. */
export interface ListField<Column extends string> extends Pick<FilterRow, 'kind'> {
  column: Column;
  /** The stored form of a text. Default: without white space around it. */
  toStored?: (text: string) => string;
}

/** The condition that a field has one of these values. */
export function matching<Column extends string>(
  field: ListField<Column>,
  texts: readonly string[],
): RowCondition<Column> {
  const { column } = field;
  if (field.kind === 'time') return { column, ranges: texts.map(spanOf) };
  return { column, oneOf: texts.map((text) => valueOf(field, text)) };
}

/** The conditions of all filters of a query. @param fieldOf - the column of a field and how its values are stored. */
export function filterConditions<Column extends string>(
  filters: Readonly<Record<string, FilterRow>>,
  query: Query,
  fieldOf: (name: string) => ListField<Column>,
): RowCondition<Column>[] {
  return Object.entries(filters).flatMap(([name, row]) =>
    operatorsOfRow(row).flatMap((operator) => {
      const text = query[filterName(name, operator)];
      return text === undefined ? [] : [filterCondition(fieldOf(name), operator, text)];
    }),
  );
}

function filterCondition<Column extends string>(
  field: ListField<Column>,
  operator: FilterOperator,
  text: string,
): RowCondition<Column> {
  const { column } = field;
  switch (operator) {
    case 'eq':
      return matching(field, [text]);
    case 'in':
      return matching(field, text.split(','));
    case 'gte':
      return { column, ranges: [{ from: boundOf(field, text, 'from') }] };
    case 'lte':
      return { column, ranges: [{ to: boundOf(field, text, 'to') }] };
    case 'like':
      return { column, holds: text };
  }
}

function valueOf<Column extends string>(
  { kind, toStored = (text) => text.trim() }: ListField<Column>,
  text: string,
): string | bigint {
  switch (kind) {
    case 'money':
      return fenOf(text);
    case 'number':
      return BigInt(text);
    default:
      return toStored(text);
  }
}

function boundOf<Column extends string>(field: ListField<Column>, text: string, end: 'from' | 'to') {
  return field.kind === 'time' ? spanOf(text)[end] : (valueOf(field, text) as bigint);
}

function fenOf(text: string): bigint {
  const [yuan = '', fraction = ''] = text.split('.');
  return BigInt(yuan + fraction.padEnd(2, '0'));
}

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
