import type { generateOpenApiAsync } from '@ts-rest/open-api';
import { ERROR_NAME_HEADER, ERRORS, type ErrorName } from '../src/errors.ts';
import { RATE_LIMITS } from '../src/limits.ts';
import { type RouteMetadata, signedPartOf } from '../src/metadata.ts';
import type { OperationId } from '../src/route-table.ts';
import { codeSamples } from './code-samples/code-samples.ts';
import { type HEADER_COMPONENTS, HEADER_PARAMETERS, SIGNED } from './openapi-components.ts';
import { REQUEST_EXAMPLES, SUCCESS_EXAMPLES, type Example, type Examples } from './openapi-examples.ts';
import type { JsonSchema } from './json-schema.ts';

export type OperationMapper = NonNullable<Parameters<typeof generateOpenApiAsync>[2]['operationMapper']>;
type Operation = Parameters<OperationMapper>[0];
type Parameter = NonNullable<Operation['parameters']>[number];

export const TAGS = [
  { name: 'intents', description: 'Purchases: accept, follow, change, cancel, remove.' },
  { name: 'health', description: 'Whether the service can serve.' },
];

// 401, 413 and 414 are returned before a rate limit counts the request.
const UNCOUNTED_STATUSES = new Set([401, 413, 414]);
const WAITING_STATUSES = new Set([429, 503]);
const WITH_VERSION = new Set<OperationId>(['createIntent', 'getIntent', 'updateIntent', 'submitIntent']);

function tagOf(path: string): string {
  const tag = path.split('/')[3];
  if (!TAGS.some(({ name }) => name === tag)) throw new Error(`No tag for ${path}: add it to TAGS.`);
  return tag as string;
}

function rules(metadata: RouteMetadata): string {
  const signed = signedPartOf(metadata);
  if (signed === null) return '';
  const { permission, rateLimit } = signed;
  return `\n\nNeeds the permission \`${permission}\`. At most ${RATE_LIMITS[rateLimit]} calls per second and App in the \`${rateLimit}\` limit, ${RATE_LIMITS.general} in all.`;
}

function describeParameter(parameter: Parameter): Parameter {
  if (!('in' in parameter)) return parameter;
  if (parameter.in === 'header') {
    const known = HEADER_PARAMETERS[parameter.name];
    if (!known)
      throw new Error(`Request header ${parameter.name} is not described: add it to HEADER_PARAMETERS.`);
    return { $ref: `#/components/parameters/${known.key}` };
  }
  const { examples, ...schema } = parameter.schema as JsonSchema;
  return { ...parameter, schema, ...(examples ? { example: examples[0] } : {}) } as Parameter;
}

function headersOf(id: OperationId, status: number, isSigned: boolean) {
  const names: (keyof typeof HEADER_COMPONENTS)[] = ['X-Request-Id'];
  if (status >= 400) names.push(ERROR_NAME_HEADER);
  if (isSigned && !UNCOUNTED_STATUSES.has(status)) {
    names.push('X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset');
  }
  if (WAITING_STATUSES.has(status)) names.push('Retry-After');
  if (status < 300 && WITH_VERSION.has(id)) names.push('ETag');
  if (status === 201) names.push('Idempotency-Replayed');
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function withExamples(content: unknown, examples: Record<string, Example | { $ref: string }>) {
  return Object.fromEntries(
    Object.entries(content as Record<string, object>).map(([type, media]) => [type, { ...media, examples }]),
  );
}

function describeErrors(names: readonly ErrorName[]): string {
  return names.map((name) => `\`${ERRORS[name].code}\` ${name}: ${ERRORS[name].en}.`).join('\n\n');
}

function describeResponses(operation: Operation, id: OperationId, metadata: RouteMetadata) {
  const entries = Object.entries(operation.responses);
  return Object.fromEntries(
    entries.map(([key, response]) => {
      const status = Number(key);
      const names = metadata.errors.filter((name) => ERRORS[name].status === status);
      const errors = Object.fromEntries(
        names.map((name) => [name, { $ref: `#/components/examples/${name}` }]),
      );
      const isSuccess = status < 300;
      return [
        key,
        {
          description: isSuccess ? 'Success.' : describeErrors(names),
          headers: headersOf(id, status, signedPartOf(metadata) !== null),
          content: withExamples(response.content, isSuccess ? SUCCESS_EXAMPLES[id] : errors),
        },
      ];
    }),
  );
}

function describeBody(operation: Operation, examples: Examples | undefined) {
  const body = operation.requestBody;
  if (!body || '$ref' in body) return {};
  return {
    requestBody: {
      description: 'One JSON object in UTF-8.',
      required: true,
      content: withExamples(body.content, examples ?? {}),
    },
  };
}

/** Adds to an operation what the library cannot derive: security, headers, examples, texts. */
export const describeOperation: OperationMapper = (operation, route, key) => {
  const id = key as OperationId;
  const metadata = route.metadata as RouteMetadata;
  return {
    operationId: id,
    tags: [tagOf(route.path)],
    summary: route.summary ?? '',
    description: (route.description ?? '') + rules(metadata),
    security: signedPartOf(metadata) ? SIGNED : [],
    parameters: (operation.parameters ?? []).map(describeParameter),
    ...describeBody(operation, REQUEST_EXAMPLES[id]),
    responses: describeResponses(operation, id, metadata),
    'x-codeSamples': codeSamples(id),
  };
};
