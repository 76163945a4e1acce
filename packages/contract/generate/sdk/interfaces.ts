import { z } from 'zod';
import { FEED_TYPES } from '../../src/intents/event-kinds.ts';
import { FAILURE_CODES } from '../../src/intents/failures.ts';
import { LABEL_PARAMETER } from '../../src/intents/label-filters.ts';
import { INTENT_ACTIONS, INTENT_STATUSES } from '../../src/intents/lifecycle.ts';
import { AMOUNT_PATTERN, COUNT_PATTERN, WHOLE_NUMBER_PATTERN } from '../../src/lists/query-values.ts';
import { PERMISSIONS } from '../../src/permissions.ts';
import { PLATFORMS } from '../../src/platforms.ts';
import { EVERY_TYPE } from '../../src/webhooks/endpoint-schemas.ts';
import type { JsonSchema } from '../json-schema.ts';
import { BEARER_VALUES } from './bearer-values.ts';
import { docComment, layOutUnion, literal, propertyName, quote } from './source.ts';
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

/** A union type for each named set of values. */
export function renderNamedValues(
  named: Readonly<Record<string, { values: readonly string[]; doc: string }>>,
): string[] {
  return Object.entries(named).map(
    ([name, { values, doc }]) =>
      `${docComment(doc, 0)}\n${layOutUnion(`export type ${name} =`, values.map(quote), 0)}`,
  );
}

/** The interfaces of a file, and those that another file has already. */
export interface SplitInterfaces {
  own: Interfaces;
  /** Their names, each the same in the other file to the letter. */
  shared: string[];
}

/**
 * Leaves out what another file has already, so that a type is declared once.
 *
 * @throws when both have an interface of one name that differ: what names it would mean either.
 */
export function withoutDeclared(interfaces: Interfaces, declared: Interfaces): SplitInterfaces {
  const shared = [...interfaces.keys()].filter((title) => declared.has(title));
  const differing = shared.find((title) => interfaces.get(title) !== declared.get(title));
  if (differing !== undefined) throw new Error(`Two schemas have the title ${differing}.`);
  return { own: new Map([...interfaces].filter(([title]) => !declared.has(title))), shared };
}
