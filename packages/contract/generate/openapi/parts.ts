import type { generateOpenApiAsync } from '@ts-rest/open-api';
import type { JsonSchema } from '../json-schema.ts';

export type OperationMapper = NonNullable<Parameters<typeof generateOpenApiAsync>[2]['operationMapper']>;
export type Operation = Parameters<OperationMapper>[0];

/** A request header with its key in `components.parameters`. */
export interface HeaderParameter {
  key: string;
  parameter: object;
}

/** The parameters of an operation; headers refer to `headers`, which has them by their lower-case name. */
export const describeParameters = (
  { parameters = [] }: Operation,
  headers: Record<string, HeaderParameter>,
): NonNullable<Operation['parameters']> =>
  parameters.map((parameter) => {
    if (!('in' in parameter)) return parameter;
    if (parameter.in === 'header') {
      const known = headers[parameter.name];
      if (!known) throw new Error(`Request header ${parameter.name} is not described.`);
      return { $ref: `#/components/parameters/${known.key}` };
    }
    const { examples, ...schema } = parameter.schema as JsonSchema;
    return { ...parameter, schema, ...(examples ? { example: examples[0] } : {}) } as typeof parameter;
  });

export type Examples = Record<string, object>;

/** Examples of the errors `names` of a response. */
export const errorExamples = <N extends string>(
  names: readonly N[],
  keyOf: (name: N) => string = (name) => name,
): Examples =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/examples/${keyOf(name)}` }]));

/** The same content, each media type with the examples. */
export const withExamples = (content: unknown, examples: Examples): Record<string, object> =>
  Object.fromEntries(
    Object.entries(content as Record<string, object>).map(([type, media]) => [type, { ...media, examples }]),
  );

// 401, 413 and 414 are returned before a rate limit counts the request.
const UNCOUNTED_STATUSES = new Set([401, 413, 414]);
const WAITING_STATUSES = new Set([429, 503]);

/** The headers that a response of any scheme has. `isCounted`: a rate limit counts calls of the operation. */
export const commonHeaders = (status: number, isCounted: boolean) => [
  'X-Request-Id' as const,
  ...(isCounted && !UNCOUNTED_STATUSES.has(status)
    ? (['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'] as const)
    : []),
  ...(WAITING_STATUSES.has(status) ? (['Retry-After'] as const) : []),
];

/** References to headers. `keyOf`: their keys in `components.headers`, where they are not their names. */
export const headerReferences = (names: readonly string[], keyOf: Record<string, string> = {}) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${keyOf[name] ?? name}` }]));

/** The request body of an operation, if it has one. */
export function describeBody({ requestBody }: Operation, description: string, examples?: Examples) {
  if (!requestBody || '$ref' in requestBody) return {};
  const { content } = requestBody;
  return {
    requestBody: {
      description,
      required: true,
      content: examples ? withExamples(content, examples) : content,
    },
  };
}
