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
import { COMMON_ERRORS, SIGNED_ERRORS, type RouteMetadata } from '../src/metadata.ts';
import { ROUTES, type OperationId } from '../src/route-table.ts';
import { SIGNING_HEADERS } from '../src/signing.ts';
import {
  docComment,
  GENERATED,
  layOut,
  list,
  literal,
  propertyName,
  quote,
  type Group,
  type Source,
} from './sdk-source.ts';

/** Errors of every signed operation. */
export const SHARED_ERRORS: readonly ErrorName[] = [...SIGNED_ERRORS, ...COMMON_ERRORS];

const IMPORTED_TYPES = ['ErrorName', 'FailureCode', 'IntentAction', 'IntentStatus', 'OperationId'];

const object = (members: readonly Source[]): Group => ({ open: '{ ', close: ' }', items: members });

const hasData = ({ data }: ErrorRow): boolean => data instanceof z.ZodObject;

/** Whether another error has the same code and the same presence of data, so code and data do not identify it. */
const isAmbiguous = (name: ErrorName): boolean =>
  ERROR_NAMES.some(
    (other) =>
      other !== name &&
      ERRORS[other].code === ERRORS[name].code &&
      hasData(ERRORS[other]) === hasData(ERRORS[name]),
  );

/** Errors of the same operation with the same code and the same presence of data: only the text distinguishes them. */
function similarErrors(name: ErrorName): ErrorName[] {
  const { code } = ERRORS[name];
  return ERROR_NAMES.filter(
    (other) =>
      other !== name &&
      ERRORS[other].code === code &&
      hasData(ERRORS[other]) === hasData(ERRORS[name]) &&
      canShareOperation(name, other),
  );
}

/** Whether one operation can return both errors. */
function canShareOperation(a: ErrorName, b: ErrorName): boolean {
  return Object.values(contract).some((route) => {
    const { errors } = route.metadata as RouteMetadata;
    return errors.includes(a) && errors.includes(b);
  });
}

/**
 * The longest word of `text` that none of `others` contains; in a text without words, the first such two characters.
 */
function findMarker(text: string, others: readonly string[]): string {
  const words = (text.match(/[A-Za-z]{2,}/g) ?? []).toSorted((a, b) => b.length - a.length);
  const pairs = Array.from(text, (_, at) => text.slice(at, at + 2));
  const marker = [...words, ...pairs].find((part) => !others.some((other) => other.includes(part)));
  if (marker === undefined)
    throw new Error(`"${text}" is part of another text: no words distinguish the two.`);
  return marker;
}

/** Sorts errors of all operations first and errors that no operation declares last. */
function rankOf(name: ErrorName): number {
  if (SHARED_ERRORS.includes(name)) return 0;
  return Object.values(contract).some((route) => (route.metadata as RouteMetadata).errors.includes(name))
    ? 1
    : 2;
}

function renderRoute(id: OperationId): string {
  const metadata = contract[id].metadata as RouteMetadata;
  const own = metadata.errors.filter((name) => !SHARED_ERRORS.includes(name) && isAmbiguous(name));
  const { method, path } = ROUTES[id];
  const bucket = metadata.auth === 'signed' ? quote(metadata.rateLimit) : 'null';
  return `  ${layOut(`${id}: `, list([quote(method), quote(path), bucket, list(own.map(quote))]), ',', 2)}`;
}

function renderError(name: ErrorName): string {
  const row: ErrorRow = ERRORS[name];
  return `  ${name}: ${row.code}${(row.retry === 'later' ? 1 : 0) + (hasData(row) ? 2 : 0)},`;
}

function renderMarkers(name: ErrorName): string[] {
  const similar = similarErrors(name).flatMap((other) => [ERRORS[other].zh, ERRORS[other].en]);
  if (similar.length === 0) return [];
  const markers = [ERRORS[name].zh, ERRORS[name].en].map((text) => quote(findMarker(text, similar)));
  return [`  ${layOut(`${name}: `, list([...new Set(markers)]), ',', 2)}`];
}

function renderRecord(name: string, record: object, type = ''): string {
  const rows = Object.entries(record).map(([key, value]) => {
    const source: Source = Array.isArray(value)
      ? list(value.map(literal))
      : typeof value === 'object' && value !== null
        ? object(Object.entries(value).map(([inner, cell]) => `${inner}: ${literal(cell)}`))
        : literal(value);
    return `  ${layOut(`${propertyName(key)}: `, source, ',', 2)}`;
  });
  return `export const ${name}${type ? `: ${type}` : ''} = {\n${rows.join('\n')}\n}${type ? '' : ' as const'};`;
}

/** Statuses that no action leaves, except by deleting the record. */
function finalStatuses(): IntentStatus[] {
  const rules: LifecycleRule[] = Object.values(LIFECYCLE);
  return INTENT_STATUSES.filter(
    (status) => !rules.some(({ from, to }) => from.includes(status) && to !== null && to !== 'removed'),
  );
}

/** The contents of the SDK's `generated/tables.ts`: the data that it needs at run time. */
export function renderSdkTables(): string {
  const failures = Object.fromEntries(
    Object.entries(FAILURES).map(([code, { retryable, actor }]) => [code, { retryable, actor }]),
  );
  const from = Object.fromEntries(Object.entries(LIFECYCLE).map(([action, rule]) => [action, rule.from]));
  const { processingMs } = LIMITS;
  const byRank = ERROR_NAMES.toSorted((a, b) => rankOf(a) - rankOf(b));
  const blocks = [
    GENERATED,
    layOut('import type ', object(IMPORTED_TYPES), ` from './types.ts';`, 0),
    `${docComment('Method and path of an operation, the rate limit that counts it (none for unsigned ones), and those of its own errors that share code and presence of data with another error.', 0)}
export type RouteRow = readonly [
  method: string,
  path: string,
  bucket: keyof typeof LIMITS.ratesPerSecond | null,
  errors: readonly ErrorName[],
];`,
    `export const ROUTES: Record<OperationId, RouteRow> = {\n${(Object.keys(ROUTES) as OperationId[]).map(renderRoute).join('\n')}\n};`,
    `${docComment('Each error as a number: its code, then a digit that adds 1 when the same call may succeed later and 2 when it has data. Of the errors with one code, the most common comes first.', 0)}
export const ERRORS: Record<ErrorName, number> = {\n${byRank.map(renderError).join('\n')}\n};`,
    `${docComment('Parts of `message` that distinguish an error from others with the same code and the same presence of data.', 0)}
export const MARKERS: Partial<Record<ErrorName, readonly string[]>> = {\n${ERROR_NAMES.flatMap(renderMarkers).join('\n')}\n};`,
    `${docComment('The statuses that each action may start from.', 0)}
${renderRecord('ALLOWED_FROM', from, 'Record<IntentAction, readonly IntentStatus[]>')}`,
    `${docComment('Statuses that an intent never leaves.', 0)}
${layOut('export const FINAL_STATUSES: readonly IntentStatus[] = ', list(finalStatuses().map(quote)), ';', 0)}`,
    `${docComment('What a `failureCode` means.', 0)}
export interface Failure {
  /** May a new intent with the same content succeed? */
  retryable: boolean;
  /** Who has to act before a new intent can succeed. */
  actor: 'caller' | 'platform' | 'operator';
}`,
    renderRecord('FAILURES', failures, 'Record<FailureCode, Failure>'),
    renderRecord('LIMITS', { processingMs, ratesPerSecond: RATE_LIMITS }),
    `${docComment('Names of the headers that carry the signature.', 0)}
${renderRecord('SIGNING_HEADERS', SIGNING_HEADERS)}`,
  ];
  return `${blocks.join('\n\n')}\n`;
}

/** The contents of the SDK's `generated/fixes.ts`, which browsers do not load because of its size. */
export function renderSdkFixes(): string {
  const fixes = Object.fromEntries(ERROR_NAMES.map((name) => [name, ERRORS[name].fix]));
  const blocks = [
    GENERATED,
    layOut('import type ', object(['ErrorName']), ` from './types.ts';`, 0),
    `${docComment('What to do about each error.', 0)}
${renderRecord('FIXES', fixes, 'Record<ErrorName, string>')}`,
  ];
  return `${blocks.join('\n\n')}\n`;
}
