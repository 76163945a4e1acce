import { z } from 'zod';
import { contract } from '../src/contract.ts';
import { ERROR_NAMES, ERRORS, type ErrorName, type ErrorRow } from '../src/errors.ts';
import { FAILURES } from '../src/intents/failures.ts';
import {
  INTENT_STATUSES,
  LIFECYCLE,
  type IntentStatus,
  type LifecycleRule,
} from '../src/intents/lifecycle.ts';
import { LIMITS, RATE_LIMITS } from '../src/limits.ts';
import { EDGE_ERRORS, SIGNED_ERRORS, type RouteMetadata } from '../src/metadata.ts';
import { ROUTES, type OperationId } from '../src/route-table.ts';
import { SIGNING_HEADERS } from '../src/signing.ts';
import {
  docComment,
  GENERATED,
  layOut,
  list,
  literal,
  quote,
  type Group,
  type Source,
} from './sdk-source.ts';

/** Errors of every signed operation. */
export const SHARED_ERRORS: readonly ErrorName[] = [...SIGNED_ERRORS, ...EDGE_ERRORS];

const IMPORTED_TYPES = [
  'ErrorName',
  'FailureCode',
  'IntentAction',
  'IntentStatus',
  'RetryAdvice',
  'SharedErrorName',
];

const object = (members: readonly Source[]): Group => ({ open: '{ ', close: ' }', items: members });

function keysOf({ data }: ErrorRow): string[] {
  return data instanceof z.ZodObject ? Object.keys(data.shape) : [];
}

/** Whether something else answers with the same code, status and shape, so that only its words tell it apart. */
function isTwin(name: ErrorName): boolean {
  const mark = (each: ErrorName): string =>
    JSON.stringify([ERRORS[each].code, ERRORS[each].status, keysOf(ERRORS[each])]);
  return ERROR_NAMES.some((other) => other !== name && mark(other) === mark(name) && canMeet(name, other));
}

/** Whether one operation can answer with either. */
function canMeet(a: ErrorName, b: ErrorName): boolean {
  return Object.values(contract).some((route) => {
    const { errors } = route.metadata as RouteMetadata;
    return errors.includes(a) && errors.includes(b);
  });
}

function renderRoute(id: OperationId): string {
  const { auth, errors } = contract[id].metadata as RouteMetadata;
  const own = errors.filter((name) => !SHARED_ERRORS.includes(name));
  const { method, path } = ROUTES[id];
  return [
    `  ${id}: {`,
    `    method: ${quote(method)},`,
    `    path: ${quote(path)},`,
    `    isSigned: ${auth === 'signed'},`,
    `    ${layOut('errors: ', list(own.map(quote)), ',', 4)}`,
    '  },',
  ].join('\n');
}

function renderError(name: ErrorName): string {
  const row: ErrorRow = ERRORS[name];
  const texts = isTwin(name) ? [list([quote(row.zh), quote(row.en)])] : [];
  const cells = [String(row.code), String(row.status), quote(row.retry), quote(row.fix)];
  return `  ${layOut(`${name}: `, list([...cells, list(keysOf(row).map(quote)), ...texts]), ',', 2)}`;
}

function renderRecord(name: string, record: object, type = ''): string {
  const rows = Object.entries(record).map(([key, value]) => {
    const source: Source = Array.isArray(value)
      ? list(value.map(literal))
      : typeof value === 'object' && value !== null
        ? object(Object.entries(value).map(([inner, cell]) => `${inner}: ${literal(cell)}`))
        : literal(value);
    return `  ${layOut(`${/^\w+$/.test(key) ? key : quote(key)}: `, source, ',', 2)}`;
  });
  return `export const ${name}${type ? `: ${type}` : ''} = {\n${rows.join('\n')}\n}${type ? '' : ' as const'};`;
}

/** Statuses that no rule leads out of, but by removing the record. */
function finalStatuses(): IntentStatus[] {
  const rules: LifecycleRule[] = Object.values(LIFECYCLE);
  return INTENT_STATUSES.filter(
    (status) => !rules.some(({ from, to }) => from.includes(status) && to !== null && to !== 'removed'),
  );
}

/** The whole of the SDK's `generated/tables.ts`: what it has to know at run time, as plain data. */
export function renderSdkTables(): string {
  const failures = Object.fromEntries(
    Object.entries(FAILURES).map(([code, { retryable, actor }]) => [code, { retryable, actor }]),
  );
  const from = Object.fromEntries(Object.entries(LIFECYCLE).map(([action, rule]) => [action, rule.from]));
  const { processingMs, cancelWaitMs } = LIMITS;
  const blocks = [
    GENERATED,
    layOut('import type ', object(IMPORTED_TYPES), ` from './types.ts';`, 0),
    `${docComment('Every operation: how it is called, and the errors that are its own.', 0)}
export const ROUTES = {\n${(Object.keys(ROUTES) as OperationId[]).map(renderRoute).join('\n')}\n} as const;`,
    `${docComment('Errors that every signed operation can answer with, beside its own.', 0)}
${layOut('export const SHARED_ERRORS: readonly SharedErrorName[] = ', list(SHARED_ERRORS.map(quote)), ';', 0)}`,
    `${docComment('An error in short. `texts` tell it from another with the same code, status and shape of data.', 0)}
export type ErrorRow = readonly [
  code: number,
  status: number,
  retry: RetryAdvice,
  fix: string,
  dataKeys: readonly string[],
  texts?: readonly string[],
];`,
    `export const ERRORS: Record<ErrorName, ErrorRow> = {\n${ERROR_NAMES.map(renderError).join('\n')}\n};`,
    `${docComment('The statuses that each action may start from.', 0)}
${renderRecord('ALLOWED_FROM', from, 'Record<IntentAction, readonly IntentStatus[]>')}`,
    `${docComment('Statuses that an intent does not leave any more.', 0)}
${layOut('export const FINAL_STATUSES: readonly IntentStatus[] = ', list(finalStatuses().map(quote)), ';', 0)}`,
    `${docComment('What a `failureCode` means.', 0)}
export interface Failure {
  /** May a new intent with the same content succeed? */
  retryable: boolean;
  /** Who has to act before it can. */
  actor: 'caller' | 'platform' | 'operator';
}`,
    renderRecord('FAILURES', failures, 'Record<FailureCode, Failure>'),
    renderRecord('LIMITS', { processingMs, cancelWaitMs, ratesPerSecond: RATE_LIMITS }),
    `${docComment('Names of the headers that carry the signature.', 0)}
${renderRecord('SIGNING_HEADERS', SIGNING_HEADERS)}`,
  ];
  return `${blocks.join('\n\n')}\n`;
}
