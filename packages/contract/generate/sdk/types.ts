import { isAppRouteOtherResponse as isOtherResponse } from '@ts-rest/core';
import { z } from 'zod';
import { contract } from '../../src/contract.ts';
import { ERROR_NAMES, ERRORS, type ErrorName, type ErrorRow } from '../../src/errors.ts';
import { PLATFORMS } from '../../src/platforms.ts';
import { FEED_TYPES } from '../../src/intents/event-kinds.ts';
import { FAILURE_CODES } from '../../src/intents/failures.ts';
import { INTENT_ACTIONS, INTENT_STATUSES, type IntentStatus } from '../../src/intents/lifecycle.ts';
import { AMOUNT_PATTERN, COUNT_PATTERN, WHOLE_NUMBER_PATTERN } from '../../src/lists/query-values.ts';
import { LABEL_PARAMETER } from '../../src/intents/label-filters.ts';
import { LIST_ITEM_FIELDS } from '../../src/intents/schemas.ts';
import { type RouteMetadata, signedPartOf } from '../../src/signed/metadata.ts';
import { PERMISSIONS } from '../../src/permissions.ts';
import { ROUTES, type OperationId } from '../../src/signed/route-table.ts';
import { EVERY_TYPE } from '../../src/webhooks/endpoint-schemas.ts';
import type { JsonSchema } from '../json-schema.ts';
import { BEARER_VALUES } from './bearer-values.ts';
import { docComment, GENERATED, layOut, layOutUnion, literal, pad, propertyName, quote } from './source.ts';
import { SHARED_ERRORS } from './tables.ts';
import { WEBHOOK_VALUES } from './webhook-values.ts';

/** Sets of values that the types of both schemes name. */
export const NAMED_VALUES = {
  IntentStatus: { values: INTENT_STATUSES, doc: 'Status of an intent.' },
  Platform: { values: PLATFORMS, doc: 'The supported platforms, by neutral name.' },
  FailureCode: { values: FAILURE_CODES, doc: 'Why an intent FAILED; what each means is in `FAILURES`.' },
  IntentAction: {
    values: INTENT_ACTIONS,
    doc: 'Actions of the caller or the service that change an intent.',
  },
  FeedEventType: { values: FEED_TYPES, doc: 'Types of events in the feed of an App.' },
  SubscribedType: {
    values: [EVERY_TYPE, ...FEED_TYPES],
    doc: 'What an endpoint of webhooks can be sent: all events, or those of a type.',
  },
  Permission: { values: PERMISSIONS, doc: 'What an App may do; what each allows is in the reference.' },
} as const;
const NAME_OF_VALUES = new Map<string, string>(
  Object.entries({ ...NAMED_VALUES, ...BEARER_VALUES, ...WEBHOOK_VALUES }).map(([name, { values }]) => [
    JSON.stringify(values),
    name,
  ]),
);

/** Patterns of digits in the query, which the SDK takes as numbers. */
const NUMBER_PATTERNS = new Set(
  [WHOLE_NUMBER_PATTERN, COUNT_PATTERN, AMOUNT_PATTERN].map(({ source }) => source),
);
type Direction = 'input' | 'output';

/** The interfaces written so far, by title, so that each is written once. */
export type Interfaces = Map<string, string>;

export function typeOf(schema: JsonSchema, interfaces: Interfaces): string {
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.anyOf) return schema.anyOf.map((each) => typeOf(each, interfaces)).join(' | ');
  if (schema.enum)
    return NAME_OF_VALUES.get(JSON.stringify(schema.enum)) ?? schema.enum.map(literal).join(' | ');
  const { type } = schema;
  if (Array.isArray(type))
    return type.map((each) => typeOf({ ...schema, type: each }, interfaces)).join(' | ');
  switch (type) {
    case 'string':
      return NUMBER_PATTERNS.has(schema.pattern ?? '') ? 'number' : 'string';
    case 'integer':
    case 'number':
      return 'number';
    case 'boolean':
    case 'null':
      return type;
    case 'array':
      return arrayType(typeOf(schema.items ?? {}, interfaces));
    case 'object':
      return objectType(schema, interfaces);
    default:
      throw new Error(`No type for ${JSON.stringify(schema)}: add it to typeOf.`);
  }
}

/** An array of one named type: `'a' | 'b'[]` would be a text or an array. */
function arrayType(item: string): string {
  if (item.includes(' | ')) throw new Error(`Name the values of ${item}: add them to NAMED_VALUES.`);
  return `${item}[]`;
}

function objectType(schema: JsonSchema, interfaces: Interfaces): string {
  const { title } = schema;
  if (!schema.properties && schema.additionalProperties) {
    const { type } = schema.additionalProperties as JsonSchema;
    return `Record<string, ${type === 'string' ? type : 'unknown'}>`;
  }
  if (title === undefined) {
    const fields = propertiesOf(schema).map(
      ([name, optional, property]) => `${name}${optional ? '?' : ''}: ${typeOf(property, interfaces)}`,
    );
    return `{ ${fields.join('; ')} }`;
  }
  // The title is reserved before its fields are rendered, so that a nested interface follows its owner.
  if (!interfaces.has(title))
    interfaces.set(title, '').set(title, renderInterface(title, schema, interfaces));
  return title;
}

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

function propertiesOf(schema: JsonSchema): [name: string, isOptional: boolean, schema: JsonSchema][] {
  return Object.entries(schema.properties ?? {}).map(([name, property]) => [
    name,
    !schema.required?.includes(name),
    property,
  ]);
}

function renderInterface(title: string, schema: JsonSchema, interfaces: Interfaces): string {
  const fields = propertiesOf(schema).flatMap(([name, isOptional, property]) => {
    const type = typeOf(property, interfaces);
    const head = `${propertyName(name)}${isOptional ? '?' : ''}:`;
    const field = `  ${layOutUnion(head, isOptional ? [...type.split(' | '), 'undefined'] : type.split(' | '), 2)}`;
    const doc = describe(property);
    return doc ? [docComment(doc, 2), field] : [field];
  });
  const labels = schema.takesLabels
    ? [docComment(LABEL_PARAMETER.description, 2), '  [label: `label[${string}]`]: string | undefined;']
    : [];
  const doc = schema.description ? [docComment(schema.description, 0)] : [];
  // A union by status has the name itself.
  const name = title === 'Intent' ? 'IntentFields' : title;
  return [...doc, `export interface ${name} {`, ...fields, ...labels, '}'].join('\n');
}

function describe(schema: JsonSchema): string {
  const { minLength, maxLength, minimum, maximum } = schema;
  const bounds =
    minLength !== undefined && maxLength !== undefined
      ? `${minLength} to ${maxLength} characters.`
      : minimum !== undefined && maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER
        ? `${minimum} to ${maximum}.`
        : undefined;
  // Aliases say so in their description.
  const isAlias = schema.description?.startsWith('Another name of');
  const tag = isAlias ? '@deprecated' : undefined;
  return [tag, schema.description, bounds].filter((part) => part !== undefined).join(' ');
}

export function toJson(schema: z.ZodType, io: Direction): JsonSchema {
  return z.toJSONSchema(schema, { io }) as JsonSchema;
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

/** A union type for each named set of values. */
export function renderNamedValues(
  named: Readonly<Record<string, { values: readonly string[]; doc: string }>>,
): string[] {
  return Object.entries(named).map(
    ([name, { values, doc }]) =>
      `${docComment(doc, 0)}\n${layOutUnion(`export type ${name} =`, values.map(quote), 0)}`,
  );
}

/** The contents of the SDK's `generated/types.ts`: plain types, equal to what the contract's schemas infer. */
export function renderSdkTypes(): string {
  const interfaces: Interfaces = new Map();
  const operations = (Object.keys(ROUTES) as OperationId[]).map((id) => renderOperation(id, interfaces));
  const errors = ERROR_NAMES.map((name) => renderError(name, interfaces));
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
