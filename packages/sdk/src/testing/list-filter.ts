import {
  FILTER_FIELDS,
  type FilterField,
  type FilterOperator,
  filterParameter,
  LIST_ALIASES,
  LIST_FILTERS,
  type ListIntentsInput,
  operatorsOf,
} from '@procurement-intents/contract';
import { fenOf, totalFenOf, type IntentRecord } from './intent-record.ts';
import { type FieldProblem, refuseFields } from './refusal.ts';

/** The query with each alias under its own name. @throws Refusal when two names disagree. */
export function resolveAliases(query: ListIntentsInput): ListIntentsInput {
  const problems: FieldProblem[] = [];
  const resolved: Record<string, unknown> = { ...query };
  for (const [alias, name] of Object.entries(LIST_ALIASES)) {
    const given = resolved[alias];
    delete resolved[alias];
    if (given === undefined) continue;
    const isConflict = query[name] !== undefined && query[name] !== given;
    if (isConflict) problems.push({ field: alias, issue: { rule: 'conflict' } });
    resolved[name] = given;
  }
  if (problems.length > 0) throw refuseFields(...problems);
  return resolved;
}

type Test = (intent: IntentRecord) => boolean;

/** Whether an intent is in the list that a query asks for. @throws Refusal for a range that is upside down. */
export function filterOf(query: ListIntentsInput): Test {
  const { startDate, endDate } = query;
  if (startDate !== undefined && endDate !== undefined && spanOf(startDate).from > spanOf(endDate).to) {
    throw refuseFields({ field: 'startDate', issue: { rule: 'range' } });
  }
  const given: [FilterField, FilterOperator, string | undefined][] = [
    ['status', 'eq', query.status],
    ['userId', 'eq', query.userId],
    ['platform', 'eq', query.platform],
    ['createdAt', 'gte', startDate],
    ['createdAt', 'lte', endDate],
    ...FILTER_FIELDS.flatMap((field) =>
      operatorsOf(field).map((operator): [FilterField, FilterOperator, string | undefined] => [
        field,
        operator,
        query[filterParameter(field, operator)],
      ]),
    ),
  ];
  const tests = given.flatMap(([field, operator, text]) =>
    text === undefined ? [] : [testOf(field, operator, text)],
  );
  return (intent) => tests.every((test) => test(intent));
}

function testOf(field: FilterField, operator: FilterOperator, text: string): Test {
  const spans = (operator === 'in' ? text.split(',') : [text]).map((part) => meaningOf(field, part));
  return (intent) => {
    const value = valueOf(intent, field);
    if (value === null) return false;
    return spans.some(({ from, to }) => {
      if (operator === 'like') return String(value).toLowerCase().includes(String(from).toLowerCase());
      return (operator === 'lte' || value >= from) && (operator === 'gte' || value <= to);
    });
  };
}

/** The value to compare with; a time is a span, anything else begins and ends with itself. */
function meaningOf(field: FilterField, text: string): { from: string | number; to: string | number } {
  const { kind } = LIST_FILTERS[field];
  if (kind === 'time') return spanOf(text);
  const value = kind === 'money' ? fenOf(Number(text)) : kind === 'number' ? Number(text) : text.trim();
  return { from: value, to: value };
}

function valueOf(intent: IntentRecord, field: FilterField): string | number | null {
  if (field === 'price') return intent.priceFen;
  if (field === 'totalAmount') return totalFenOf(intent);
  const value = intent[field];
  return value instanceof Date ? value.getTime() : value;
}

const DAY_MS = 86_400_000;

/** The milliseconds that a time means: a whole UTC day for a date, one instant for anything longer. */
function spanOf(text: string): { from: number; to: number } {
  if (text.length === 10) {
    const startMs = Date.parse(`${text}T00:00:00.000Z`);
    return { from: startMs, to: startMs + DAY_MS - 1 };
  }
  const ms = Date.parse(/(Z|[+-]\d{2}:\d{2})$/.test(text) ? text : `${text}Z`);
  // Between two milliseconds lies no intent.
  const isBetween = /\.\d{3}\d*[1-9]/.test(text);
  return { from: isBetween ? ms + 1 : ms, to: ms };
}
