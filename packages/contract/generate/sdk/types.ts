import { isAppRouteOtherResponse as isOtherResponse } from '@ts-rest/core';
import { z } from 'zod';
import { contract } from '../../src/contract.ts';
import { ERROR_NAMES, ERRORS, type ErrorName, type ErrorRow } from '../../src/errors.ts';
import { INTENT_STATUSES, type IntentStatus } from '../../src/intents/lifecycle.ts';
import { LIST_ITEM_FIELDS } from '../../src/intents/schemas.ts';
import { type RouteMetadata, signedPartOf } from '../../src/signed/metadata.ts';
import { ROUTES, type OperationId } from '../../src/signed/route-table.ts';
import { type Interfaces, NAMED_VALUES, renderNamedValues, toJson, typeOf } from './interfaces.ts';
import { docComment, GENERATED, layOut, layOutUnion, pad, quote } from './source.ts';
import { SHARED_ERRORS } from './tables.ts';

/** The fields that an intent has in one final status alone. */
const END_FIELDS: Partial<Record<IntentStatus, readonly string[]>> = {
  COMPLETED: ['completedAt'],
  FAILED: ['failureReason', 'failureCode'],
  CANCELLED: ['cancelledAt'],
};

/** The fields that every intent has once it has the status; some of another status have them too. */
const CERTAIN_FIELDS: Partial<Record<IntentStatus, readonly string[]>> = { COMPLETED: ['orderId'] };

/** The union of intents by status, in terms of the interface with all their fields. */
function renderIntentUnion(): string {
  const ends = Object.values(END_FIELDS).flat();
  const rows = INTENT_STATUSES.map((status) => {
    const own = END_FIELDS[status] ?? [];
    const certain = (name: string) => `${name}: Exclude<IntentFields['${name}'], undefined>`;
    const members = [
      ...ends.map((name) => (own.includes(name) ? certain(name) : `${name}?: undefined`)),
      ...(CERTAIN_FIELDS[status] ?? []).map(certain),
    ];
    return `  ${status}: Omit<IntentFields, StatusField> & {\n${[`status: '${status}'`, ...members].map((member) => `    ${member};`).join('\n')}\n  };`;
  });
  return [
    layOutUnion(
      '/** The fields that the status decides. */\nexport type StatusField =',
      ['status', ...ends].map(quote),
      0,
    ),
    `/** The fields of an intent in each status. */\nexport interface IntentByStatus {\n${rows.join('\n')}\n}`,
    `${docComment('An intent with one of the statuses `S`; comparing its `status` narrows its fields.', 0)}
export type IntentIn<S extends IntentStatus> = S extends IntentStatus ? IntentByStatus[S] : never;`,
    `${docComment('A purchase intent in its current state. Comparing its `status` shows the fields of that status: a FAILED one has a `failureCode`.', 0)}
export type Intent = IntentIn<IntentStatus>;`,
  ].join('\n\n');
}

/** What a list shows of an intent, by what its caller chooses. */
function renderListFields(): string {
  return layOutUnion(
    `${docComment("The fields of a list's items when the caller chooses none.", 0)}\nexport type ListItemField =`,
    LIST_ITEM_FIELDS.map(quote),
    0,
  );
}

interface AnyRoute {
  summary?: string;
  body?: unknown;
  query?: unknown;
  responses: Record<number, unknown>;
  metadata: RouteMetadata;
}

function dataOf(route: AnyRoute): z.ZodType {
  const envelope = route.responses[201] ?? route.responses[200];
  // Lines, which the SDK reads one by one.
  if (isOtherResponse(envelope as Parameters<typeof isOtherResponse>[0]))
    return (envelope as { body: z.ZodType }).body;
  if (!(envelope instanceof z.ZodObject)) throw new Error('A success answers with an envelope.');
  return envelope.shape['data'] as z.ZodType;
}

function errorsOf({ metadata }: AnyRoute): string[] {
  if (signedPartOf(metadata) === null) return metadata.errors.map(quote);
  const own = metadata.errors.filter((name) => !SHARED_ERRORS.includes(name));
  return ['SharedErrorName', ...own.map(quote)];
}

/** A route without parameters declares an empty object. */
export const isEmpty = (schema: z.ZodType): boolean =>
  schema instanceof z.ZodObject && Object.keys(schema.shape).length === 0;

function renderOperation(id: OperationId, interfaces: Interfaces): string {
  const route = contract[id] as AnyRoute;
  const member = (name: string, schema: unknown): string[] =>
    schema instanceof z.ZodType && !isEmpty(schema)
      ? [`${pad(4)}${name}: ${typeOf(toJson(schema, 'input'), interfaces)};`]
      : [];
  return [
    docComment(`${route.summary}.`, 2),
    `  ${id}: {`,
    ...(ROUTES[id].path.includes('/:id') ? [`${pad(4)}params: { id: string };`] : []),
    ...member('query', route.query),
    ...member('body', route.body),
    `${pad(4)}result: ${typeOf(toJson(dataOf(route), 'output'), interfaces)};`,
    `${pad(4)}${layOutUnion('errors:', errorsOf(route), 4)}`,
    '  };',
  ].join('\n');
}

function renderError(name: ErrorName, interfaces: Interfaces): string {
  const row: ErrorRow = ERRORS[name];
  const data = row.data ? typeOf(toJson(row.data, 'output'), interfaces) : 'null';
  const members = `code: ${row.code}; status: ${row.status}; retry: ${quote(row.retry)}; data: ${data}`;
  return [docComment(`${row.en}.`, 2), `  ${layOut(`${name}: `, `{ ${members} }`, ';', 2)}`].join('\n');
}

/** The types of the signed scheme: its interfaces, operations and errors. */
function renderSigned() {
  const interfaces: Interfaces = new Map();
  const operations = (Object.keys(ROUTES) as OperationId[]).map((id) => renderOperation(id, interfaces));
  const errors = ERROR_NAMES.map((name) => renderError(name, interfaces));
  return { interfaces, operations, errors };
}

/** The interfaces of the SDK's `generated/types.ts`. */
export const signedInterfaces = (): Interfaces => renderSigned().interfaces;

/** The contents of the SDK's `generated/types.ts`: plain types, equal to what the contract's schemas infer. */
export function renderSdkTypes(): string {
  const { interfaces, operations, errors } = renderSigned();
  const values = renderNamedValues(NAMED_VALUES);
  const blocks = [
    GENERATED,
    ...values,
    ...interfaces.values(),
    renderListFields(),
    renderIntentUnion(),
    `${docComment('Errors that every signed operation can return in addition to its own.', 0)}
${layOutUnion('export type SharedErrorName =', SHARED_ERRORS.map(quote), 0)}`,
    `${docComment('Every operation: its parameters, its result, and the errors that it can return.', 0)}
export interface Operations {\n${operations.join('\n')}\n}`,
    'export type OperationId = keyof Operations;',
    `${docComment('Every error of the service, by name.', 0)}
export interface ErrorsByName {\n${errors.join('\n')}\n}`,
    'export type ErrorName = keyof ErrorsByName;',
    `${docComment('What `data` holds, by the name of the error.', 0)}
export type ErrorDataByName = { [N in ErrorName]: ErrorsByName[N]['data'] };`,
    `${docComment('`never`: change the request first; `later`: wait and repeat it; `clock`: correct the clock first; `sign`: sign it again.', 0)}
export type RetryAdvice = ErrorsByName[ErrorName]['retry'];`,
  ];
  return `${blocks.join('\n\n')}\n`;
}
