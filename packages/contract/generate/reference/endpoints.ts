import { ERRORS, type ErrorName } from '../../src/errors.ts';
import { RATE_LIMITS } from '../../src/limits.ts';
import { type RouteMetadata, signedPartOf } from '../../src/signed/metadata.ts';
import { contract } from '../../src/contract.ts';
import { NDJSON_TYPE } from '../../src/intents/export-query.ts';
import { listPermissions } from '../../src/permissions.ts';
import { ROUTES, type OperationId } from '../../src/signed/route-table.ts';
import { codeSamples } from '../code-samples/code-samples.ts';
import { anchor, code, page, table } from '../markdown.ts';
import type { OpenApiDocument } from '../openapi/openapi.ts';
import type { JsonSchema } from '../json-schema.ts';

export interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  example?: unknown;
  description?: string;
  schema: JsonSchema;
}
interface Media {
  schema: JsonSchema;
  examples: Record<string, { value: unknown }>;
}
export interface Operation {
  summary: string;
  description: string;
  parameters: (Parameter | { $ref: string })[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { content: Record<string, Media> }>;
}

/** Follows a reference inside the document. */
export function resolveRef<T>(document: OpenApiDocument, value: T | { $ref: string }): T {
  if (typeof value !== 'object' || value === null || !('$ref' in value)) return value;
  let target: unknown = document;
  for (const key of value.$ref.slice(2).split('/')) target = (target as Record<string, unknown>)[key];
  if (target === undefined) throw new Error(`${value.$ref} has no target.`);
  return target as T;
}

function typeOf(schema: JsonSchema): string {
  if (schema.$ref) return code(schema.$ref.split('/').at(-1) ?? '');
  if (schema.enum) return schema.enum.map((value) => code(String(value))).join(', ');
  if (schema.items) return `list of ${typeOf(schema.items)}`;
  return [schema.type ?? 'any'].flat().join(' or ');
}

// The descriptions contain the bounds.
const typeCell = (schema: JsonSchema): string =>
  schema.pattern === undefined ? typeOf(schema) : `${typeOf(schema)}; ${code(schema.pattern)}`;

function parameterTable(parameters: readonly Parameter[]): string {
  const rows = parameters.map(({ name, in: where, required, description = '', schema }) => [
    code(name),
    where,
    required ? 'yes' : 'no',
    typeCell(schema),
    description,
  ]);
  return table(['Parameter', 'In', 'Required', 'Type', 'Meaning'], rows);
}

function fieldTable(document: OpenApiDocument, schema: JsonSchema): string {
  const rows = Object.entries(schema.properties ?? {}).map(([name, property]) => [
    code(name),
    schema.required?.includes(name) ? 'yes' : 'no',
    typeCell(property),
    property.description ?? resolveRef<JsonSchema>(document, property).description ?? '',
  ]);
  return table(['Field', 'Required', 'Type', 'Meaning'], rows);
}

const valueText = (document: OpenApiDocument, schema: JsonSchema): string =>
  schema.enum ? `One of ${typeOf(schema)}.` : fieldTable(document, schema);

const json = (value: unknown): string => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;
export const firstExample = (media: Media): unknown => Object.values(media.examples)[0]?.value;

export const parametersOf = (document: OpenApiDocument, { parameters }: Operation): Parameter[] =>
  parameters.map((entry) => resolveRef<Parameter>(document, entry));

function requestBlocks(document: OpenApiDocument, operation: Operation): string[] {
  const parameters = parametersOf(document, operation);
  const body = operation.requestBody?.content['application/json'];
  return [
    ...(parameters.length > 0 ? [parameterTable(parameters)] : []),
    ...(body
      ? [
          'Body:',
          fieldTable(document, resolveRef<JsonSchema>(document, body.schema)),
          json(firstExample(body)),
        ]
      : []),
  ];
}

function answerBlocks(document: OpenApiDocument, operation: Operation): string[] {
  const [status = '', response] =
    Object.entries(operation.responses).find(([key]) => Number(key) < 300) ?? [];
  const lines = response?.content[NDJSON_TYPE];
  if (lines)
    return [
      `Answers ${status}, a line of JSON for each intent.`,
      `\`\`\`json\n${String(firstExample(lines))}\`\`\``,
    ];
  const media = response?.content['application/json'];
  if (!media) throw new Error(`${operation.summary}: no success is declared.`);
  const envelope = resolveRef<JsonSchema>(document, media.schema);
  const data = envelope.properties?.['data'] ?? {};
  const name = data.$ref ? `\`data\` is ${schemaLink(data.$ref)}` : '`data` is `null`';
  return [`Answers ${status}; ${name}.`, json(firstExample(media))];
}

function schemaLink(ref: string): string {
  const name = ref.split('/').at(-1) ?? '';
  return `[${name}](#${anchor(name)})`;
}

function errorLine(metadata: RouteMetadata): string {
  const names: readonly ErrorName[] = metadata.errors;
  const links = names.map((name) => {
    const title = `${ERRORS[name].code} ${name}`;
    return `[${title}](errors.md#${anchor(title)})`;
  });
  return `Errors: ${links.join(', ')}.`;
}

function accessLine(metadata: RouteMetadata): string {
  const signed = signedPartOf(metadata);
  if (signed === null) return 'Open to everyone, without a limit.';
  const { permissions, rateLimit } = signed;
  return `Signed; needs ${listPermissions(permissions, 'or')}; at most ${RATE_LIMITS[rateLimit]} calls per second (\`${rateLimit}\`).`;
}

const FENCES: Record<string, string> = { Shell: 'bash', TypeScript: 'ts' };

/** The shortest samples, in a collapsed block; the OpenAPI document has all of them. */
function sampleBlocks(id: OperationId): string[] {
  const samples = codeSamples(id).filter(({ lang }) => lang in FENCES);
  return samples.map(
    ({ lang, label, source }) =>
      `<details><summary>With ${label}</summary>\n\n\`\`\`${FENCES[lang]}\n${source}\`\`\`\n\n</details>`,
  );
}

/** The operation in the document. */
export function findOperation(document: OpenApiDocument, id: OperationId): Operation {
  const { method, path } = ROUTES[id];
  const operations: Record<string, unknown> = document.paths[path.replaceAll(/:(\w+)/g, '{$1}')] ?? {};
  return operations[method.toLowerCase()] as Operation;
}

/** What an operation does, takes and answers, in Markdown. */
export function operationText(document: OpenApiDocument, id: OperationId): string {
  const operation = findOperation(document, id);
  return [
    contract[id].description,
    accessLine(contract[id].metadata),
    ...requestBlocks(document, operation),
    ...answerBlocks(document, operation),
    errorLine(contract[id].metadata),
  ].join('\n\n');
}

function section(document: OpenApiDocument, id: OperationId): string {
  const { method, path } = ROUTES[id];
  return [
    `## ${contract[id].summary}`,
    `\`${method} ${path}\` (\`${id}\`)`,
    operationText(document, id),
    ...sampleBlocks(id),
  ].join('\n\n');
}

/** Schemas of response data that an envelope or another of them refers to, sorted by name. */
function answerSchemas(document: OpenApiDocument): [name: string, schema: JsonSchema][] {
  const schemas = Object.entries((document.components?.schemas ?? {}) as Record<string, JsonSchema>);
  const isShown = (name: string): boolean => !/(Envelope|Error|Body)$/.test(name);
  const ofErrors = new Set(
    Object.values(ERRORS).map(({ data }) => (data === null ? undefined : data.meta()?.title)),
  );
  // An error may show what a success shows.
  const names = new Set(schemas.map(([name]) => name));
  const hasEnvelope = (name: string): boolean => names.has(`${name}Envelope`);
  return schemas.filter(([name]) => isShown(name) && (!ofErrors.has(name) || hasEnvelope(name)));
}

/** The data of answers, with a heading for each schema, in Markdown. */
export const dataText = (document: OpenApiDocument): string =>
  answerSchemas(document)
    .map(([name, schema]) =>
      [`## ${name}`, schema.description ?? '', valueText(document, schema)].join('\n\n'),
    )
    .join('\n\n');

/** The page of all operations. */
export function endpointsPage(document: OpenApiDocument): string {
  const ids = Object.keys(ROUTES) as OperationId[];
  return page(
    'Endpoints',
    'Every answer is an envelope of `code`, `message` and `data`; the tables below show what `data` holds. [openapi.json](../../openapi/openapi.json) is the same in machine-readable form, and has samples in Python, Java, Go and PHP too. The samples read `PROCUREMENT_BASE_URL`, `PROCUREMENT_APP_ID` and `PROCUREMENT_APP_SECRET` from the environment.',
    table(
      ['Method', 'Path', 'What it does'],
      ids.map((id) => {
        const summary = contract[id].summary;
        return [ROUTES[id].method, code(ROUTES[id].path), `[${summary}](#${anchor(summary)})`];
      }),
    ),
    ...ids.map((id) => section(document, id)),
    '# Data of answers',
    dataText(document),
  );
}
