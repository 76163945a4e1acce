import type { generateOpenApiAsync } from '@ts-rest/open-api';
import { z } from 'zod';
import { errorEnvelope } from '../../src/signed/envelope.ts';
import { ERROR_NAMES, ERRORS, type ErrorRow } from '../../src/errors.ts';
import { AMOUNT_PATTERN, COUNT_PATTERN, WHOLE_NUMBER_PATTERN } from '../../src/lists/query-values.ts';
import { AMOUNTS } from '../../src/limits.ts';
import { describeAllBounds } from '../field-bounds.ts';
import type { JsonSchema } from '../json-schema.ts';
import type { Examples } from '../example-response.ts';
import { SUCCESS_EXAMPLES } from './examples.ts';

type Transformer = Parameters<typeof generateOpenApiAsync>[2]['schemaTransformer'];

interface Note {
  description: string;
  example: unknown;
}

/** Fields of envelopes and of the `data` of errors, which mean the same in every schema. */
const FIELD_NOTES: Record<string, Note> = {
  field: { description: 'Dotted path of the invalid field.', example: 'quantity' },
  message: { description: 'What is wrong with it, in words.', example: '必须是 1 到 999999 之间的整数' },
  errors: { description: 'One entry for each invalid field, at least one.', example: undefined },
  currentStatus: { description: 'The current status.', example: 'COMPLETED' },
  allowedStatuses: { description: 'The statuses that allow the call.', example: ['DRAFT'] },
  reason: { description: 'Why the call is refused, in words.', example: 'already shipped' },
  address: { description: 'The address from which the call reached the service.', example: '198.51.100.7' },
  currentVersion: { description: 'The current version, from 1.', example: 3 },
  status: { description: 'The state of the service.', example: undefined },
  timestamp: {
    description: 'The time of the answer. ISO 8601, UTC, milliseconds.',
    example: '2026-11-21T08:30:00.000Z',
  },
  details: { description: 'What does not work, in words.', example: 'database connection failed' },
};

const itemsOf = (examples: Examples): unknown[] =>
  Object.values(examples).flatMap(({ value }) => (value as { data: { items: unknown[] } }).data.items);

/** Examples of lists, by the title of the schema that holds the list. */
const LISTS: Record<string, [field: string, example: unknown[]]> = {
  FieldErrors: ['errors', ERRORS.VALIDATION_FAILED.example.errors],
  IntentPage: ['items', itemsOf(SUCCESS_EXAMPLES.listIntents)],
  IntentEvents: ['items', itemsOf(SUCCESS_EXAMPLES.listIntentEvents)],
  EventPage: ['items', itemsOf(SUCCESS_EXAMPLES.listEvents)],
};

const DATA_NOTES: Record<string, string> = {
  FieldErrors: 'The invalid fields.',
  AllowedStatuses: 'The current status and the statuses that allow the call.',
  StatusReason: 'The current status and why it does not allow the call.',
  Reason: 'Why the call failed.',
  FirstIntent: 'The intent that was created with the key.',
  CurrentVersion: 'The current version.',
  CallerAddress: 'Where the call came from.',
  Unhealthy: 'The service cannot serve.',
  Degraded: 'The service runs without its database.',
};

const ERROR_OF_TITLE: Record<string, ErrorRow> = Object.fromEntries(
  ERROR_NAMES.map((name) => [errorEnvelope(name).meta()?.title, ERRORS[name]]),
);

const note = (schema: JsonSchema, { description, example }: Note): void => {
  schema.description ??= description;
  if (schema.const !== undefined) schema.examples ??= [schema.const];
  else if (example !== undefined) schema.examples ??= [example];
};

function describeEnvelope(properties: Record<string, JsonSchema>, error: ErrorRow | undefined): void {
  const { code, message, data } = properties;
  if (!code || !message || !data) throw new Error('An envelope has code, message and data.');
  note(code, { description: error ? 'Business code of the error.' : '0: success.', example: error?.code });
  note(message, {
    description: error
      ? 'The error in words: Chinese, or English if the caller prefers it.'
      : 'A fixed text.',
    example: error?.zh,
  });
  if (data.title === undefined) note(data, { description: 'Nothing.', example: null });
}

/** Describes an envelope or the `data` of an error, which have no descriptions in the contract. */
function describe(schema: JsonSchema): void {
  const { title = '', properties } = schema;
  const error = ERROR_OF_TITLE[title];
  if (!properties) return;
  if (error) schema.description = `${error.en}. ${error.fix}`;
  else if (title.endsWith('Envelope')) schema.description = 'The envelope of a success.';
  if (error || title.endsWith('Envelope')) describeEnvelope(properties, error);
  if (DATA_NOTES[title]) schema.description = DATA_NOTES[title];
  const [list = '', example] = LISTS[title] ?? [];
  if (properties[list]) properties[list].examples = [example];
  for (const [name, property] of Object.entries(properties)) {
    const known = FIELD_NOTES[name];
    if (known && property.title === undefined) note(property, known);
  }
}

/** Whether an object has keys that the caller chooses. */
export const isRecord = ({ properties, additionalProperties }: JsonSchema): boolean =>
  !properties && (additionalProperties as JsonSchema | undefined)?.type !== undefined;

function normalizeSchema(schema: JsonSchema, isAnswer: boolean, isBody: boolean): void {
  delete schema.$schema;
  // Type generators treat a field with a default as always present and require it from callers.
  if (isBody) delete schema.default;
  // Responses may gain fields within v1, so readers must accept unknown ones.
  if (isAnswer && !isRecord(schema)) delete schema.additionalProperties;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (typeof schema.const === 'number' && Number.isInteger(schema.const)) schema.type = 'integer';
  if ('example' in schema) {
    schema.examples = [schema.example];
    delete schema.example;
  }
  for (const child of childrenOf(schema)) normalizeSchema(child, isAnswer, isBody);
  if (isAnswer) describe(schema);
}

/** The schemas that `schema` holds directly. */
export function childrenOf(schema: JsonSchema): JsonSchema[] {
  return [
    ...Object.values(schema.properties ?? {}),
    ...(schema.items ? [schema.items] : []),
    ...(schema.anyOf ?? []),
  ];
}

const NUMBERS = new Map([
  [AMOUNT_PATTERN.source, { type: 'number', minimum: 0, maximum: AMOUNTS.totalMax }],
  [WHOLE_NUMBER_PATTERN.source, { type: 'integer', minimum: 1 }],
  [COUNT_PATTERN.source, { type: 'integer', minimum: 0 }],
]);

/** The number that a pattern of digits in the query string stands for. */
function toNumberSchema(schema: JsonSchema): JsonSchema {
  const bounds = schema.pattern === undefined ? undefined : NUMBERS.get(schema.pattern);
  if (!bounds) return schema;
  const { pattern: _pattern, default: standard, examples = [], ...rest } = schema;
  return {
    ...rest,
    ...bounds,
    ...(standard === undefined ? {} : { default: Number(standard) }),
    examples: examples.map(Number),
  };
}

/** JSON Schema of one schema of the contract, with titles where components begin; `null` where there is none. */
export const transformSchema: Transformer = async ({ schema, type }) => {
  if (!(schema instanceof z.ZodType)) return null;
  const isAnswer = type === 'response';
  const json = z.toJSONSchema(schema, { io: isAnswer ? 'output' : 'input' }) as JsonSchema;
  normalizeSchema(json, isAnswer, type === 'body');
  if (type === 'query' && json.properties) {
    json.properties = Object.fromEntries(
      Object.entries(json.properties).map(([name, property]) => [name, toNumberSchema(property)]),
    );
  }
  describeAllBounds(json, isAnswer);
  return json as Awaited<ReturnType<Transformer>>;
};
