import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { bearerContract } from '../../src/bearer-contract.ts';
import { contract } from '../../src/contract.ts';
import { ERROR_NAMES, ERRORS, type ErrorName } from '../../src/errors.ts';
import { errorEnvelope } from '../../src/signed/envelope.ts';
import { NDJSON_TYPE } from '../../src/intents/export-query.ts';
import { oauthContract } from '../../src/oauth/oauth-contract.ts';
import type { RouteMetadata } from '../../src/signed/metadata.ts';
import { ROUTES, type OperationId } from '../../src/signed/route-table.ts';
import { buildDocument, outputs, type OpenApiDocument } from './openapi.ts';
import type { JsonSchema } from '../json-schema.ts';
import { childrenOf, isRecord } from './schemas.ts';

interface Media {
  schema: JsonSchema;
  examples: Record<string, { $ref?: string; value?: unknown }>;
}
interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security: object[];
  parameters: { $ref?: string; name: string; in: string; description: string; example: unknown }[];
  requestBody?: { required: boolean; content: Record<string, Media> };
  responses: Record<
    string,
    { description: string; headers: Record<string, object>; content: Record<string, Media> }
  >;
}

const JSON_TYPE = 'application/json';
const IDS = Object.keys(ROUTES) as OperationId[];
let document: OpenApiDocument;

beforeAll(async () => {
  document = await buildDocument();
});

function operationOf(id: OperationId): Operation {
  const { method, path } = ROUTES[id];
  const item = document.paths[path.replaceAll(/:(\w+)/g, '{$1}')] as Record<string, Operation> | undefined;
  const operation = item?.[method.toLowerCase()];
  if (!operation) throw new Error(`${id} is not in the document`);
  return operation;
}

function follow(ref: string): unknown {
  let target: unknown = document;
  for (const key of ref.replace(/^#\//, '').split('/')) {
    target = (target as Record<string, unknown> | undefined)?.[key];
  }
  return target;
}

function walk(node: unknown, visit: (node: Record<string, unknown>, path: string) => void, path = '#'): void {
  if (typeof node !== 'object' || node === null) return;
  visit(node as Record<string, unknown>, path);
  for (const [key, child] of Object.entries(node)) walk(child, visit, `${path}/${key}`);
}

const componentSchemas = () =>
  Object.entries((document.components?.schemas ?? {}) as Record<string, JsonSchema>);

/** The schema with every reference replaced by its target. */
function expand(schema: JsonSchema): JsonSchema {
  if (schema.$ref) return expand(follow(schema.$ref) as JsonSchema);
  const { properties, items, anyOf, ...rest } = schema;
  return {
    ...rest,
    ...(items ? { items: expand(items) } : {}),
    ...(anyOf ? { anyOf: anyOf.map(expand) } : {}),
    ...(properties
      ? { properties: Object.fromEntries(Object.entries(properties).map(([k, v]) => [k, expand(v)])) }
      : {}),
  };
}

function isValid(schema: JsonSchema, value: unknown): boolean {
  const checker = z.fromJSONSchema(expand(schema) as Parameters<typeof z.fromJSONSchema>[0]);
  return checker.safeParse(value).success;
}

/** Names of fields in `value` that the schema does not define. */
function unknownFields(schema: JsonSchema, value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => unknownFields(schema.items ?? {}, item));
  if (typeof value !== 'object' || value === null || isRecord(schema)) return [];
  return Object.entries(value).flatMap(([name, field]) => {
    const property = schema.properties?.[name];
    return property ? unknownFields(property, field) : [name];
  });
}

const valuesOf = ({ examples }: Media): unknown[] =>
  Object.values(examples).map(({ $ref, value }) =>
    $ref ? (follow($ref) as { value: unknown } | undefined)?.value : value,
  );

/** Lines, or JSON. */
const mediaOf = (content: Record<string, Media>): Media =>
  (content[NDJSON_TYPE] ?? content[JSON_TYPE]) as Media;

describe('the document', () => {
  it('is OpenAPI 3.1.1 with a version, and describes the service that serves it', () => {
    expect(document.openapi).toBe('3.1.1');
    expect(document.info.version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(document.servers?.map(({ url }) => url)).toEqual(['/']);
  });

  it('has every operation of the contract and no other', () => {
    const ids = Object.values(document.paths).flatMap((item) =>
      Object.values(item as Record<string, Operation>).map(({ operationId }) => operationId),
    );
    expect(ids.toSorted()).toEqual(
      Object.keys({ ...contract, ...bearerContract, ...oauthContract }).toSorted(),
    );
    for (const id of IDS) expect(operationOf(id).operationId).toBe(id);
  });

  it('has no reference without a target', () => {
    const dangling: string[] = [];
    walk(document, ({ $ref }) => {
      if (typeof $ref === 'string' && follow($ref) === undefined) dangling.push($ref);
    });
    expect(dangling).toEqual([]);
  });

  it('uses every component', () => {
    const used = new Set<unknown>();
    walk(document, ({ $ref }) => used.add($ref));
    const { schemas, headers, parameters, examples } = document.components ?? {};
    const unused = Object.entries({ schemas, headers, parameters, examples })
      .flatMap(([kind, entries]) => Object.keys(entries ?? {}).map((name) => `#/components/${kind}/${name}`))
      .filter((ref) => !used.has(ref));
    expect(unused).toEqual([]);
  });

  it('gives only examples that their own schema accepts', () => {
    const wrong: unknown[] = [];
    const check = (schema: JsonSchema, path: string): void => {
      for (const example of schema.examples ?? []) if (!isValid(schema, example)) wrong.push([path, example]);
      for (const child of childrenOf(schema)) check(child, path);
    };
    for (const [name, schema] of componentSchemas()) check(schema, name);
    expect(wrong).toEqual([]);
  });

  it('allows unknown fields in responses and forbids them in requests', () => {
    const closed = componentSchemas().filter(([, schema]) => schema.additionalProperties === false);
    // A batch has several of them in one body.
    const isOfRequest = (name: string) => name.endsWith('Body') || name === 'BatchItem';
    const bodies = componentSchemas().filter(([name]) => isOfRequest(name));
    expect(closed.map(([name]) => name)).toEqual(bodies.map(([name]) => name));
    expect(closed.length).toBeGreaterThan(2);
  });

  it('gives no field of a body a default, so that generated types leave it out when it is optional', () => {
    const { CreateIntentBody } = Object.fromEntries(componentSchemas());
    expect(CreateIntentBody?.properties?.['draft']).toMatchObject({ type: 'boolean' });
    expect(CreateIntentBody?.required).not.toContain('draft');
    expect(JSON.stringify(CreateIntentBody)).not.toContain('"default":');
  });

  it('is the same in every run', async () => {
    expect(await outputs()).toEqual(await outputs());
  });

  it('has the same content in JSON and YAML, also for parsers of YAML 1.1', async () => {
    const files = await outputs();
    const yaml = files['openapi/openapi.yaml'] ?? '';
    expect(parse(yaml)).toEqual(document);
    expect(parse(yaml, { version: '1.1' })).toEqual(document);
    expect(JSON.parse(files['openapi/openapi.json'] ?? '')).toEqual(document);
  });
});

describe.each(IDS)('operation %s', (id) => {
  const route = contract[id];
  const metadata: RouteMetadata = route.metadata;
  const declared: readonly ErrorName[] = metadata.errors;

  it('has summary, description, one known tag and the security of its rules', () => {
    const { summary, description, tags, security } = operationOf(id);
    expect(summary).toBe(route.summary);
    expect(description).toContain(route.description);
    expect(document.tags?.map(({ name }) => name)).toEqual(expect.arrayContaining(tags));
    expect(tags).toHaveLength(1);
    expect(security).toEqual(metadata.auth === 'signed' ? [{ AppId: [], Timestamp: [], Signature: [] }] : []);
  });

  it('shows a request body exactly when it takes one, and each example is valid', () => {
    const body = operationOf(id).requestBody;
    const takesBody = metadata.auth === 'signed' && metadata.body === 'json';
    expect(body !== undefined).toBe(takesBody);
    if (!body || !('body' in route)) return;
    expect(body.required).toBe(true);
    const values = valuesOf(body.content[JSON_TYPE] as Media);
    expect(values.length).toBeGreaterThan(0);
    for (const value of values) expect((route.body as z.ZodType).parse(value)).toEqual(value);
  });

  it('declares success and every status of its errors, no others, with valid examples', () => {
    const { responses } = operationOf(id);
    const statuses = new Set(declared.map((name) => String(ERRORS[name].status)));
    const success = Object.keys(responses).filter((status) => Number(status) < 300 && !statuses.has(status));
    expect(success).toHaveLength(1);
    expect(Object.keys(responses).toSorted()).toEqual([...success, ...statuses].toSorted());
    for (const [status, response] of Object.entries(responses)) {
      const media = mediaOf(response.content);
      const values = valuesOf(media);
      expect(values.length).toBeGreaterThan(0);
      const answer = (route.responses as unknown as Record<string, z.ZodType | { body: z.ZodType }>)[status];
      const checker = answer && 'body' in answer ? answer.body : answer;
      for (const value of values) {
        expect(checker?.safeParse(value).error, JSON.stringify(value)).toBeUndefined();
        expect(isValid(media.schema, value), JSON.stringify(value)).toBe(true);
      }
    }
    const media = mediaOf(responses[success[0] ?? '']?.content ?? {});
    for (const value of valuesOf(media)) expect(unknownFields(expand(media.schema), value)).toEqual([]);
  });

  it.each(declared)('shows %s under its status, valid for its own envelope', (name) => {
    const { code, status } = ERRORS[name];
    const response = operationOf(id).responses[status];
    expect(response?.description).toContain(`\`${code}\` ${name}`);
    const example = response?.content[JSON_TYPE]?.examples[name];
    const value = (follow(example?.$ref ?? '') as { value?: unknown } | undefined)?.value;
    expect(value).toMatchObject({ code });
    expect(errorEnvelope(name).parse(value)).toEqual(value);
  });

  it('names the headers of each answer', () => {
    for (const [status, { headers }] of Object.entries(operationOf(id).responses)) {
      const names = Object.keys(headers);
      expect(names).toContain('X-Request-Id');
      expect(names.includes('Retry-After')).toBe(['429', '503'].includes(status));
      const isCounted = metadata.auth === 'signed' && !['401', '413', '414'].includes(status);
      expect(names.includes('X-RateLimit-Reset')).toBe(isCounted);
    }
  });
});

it('offers the ETag wherever an answer has a version, and on create', () => {
  const withEtag = IDS.filter((id) =>
    Object.values(operationOf(id).responses).some(({ headers }) => 'ETag' in headers),
  );
  expect(withEtag).toEqual([
    'createIntent',
    'getIntent',
    'updateIntent',
    'setIntentLabels',
    'submitIntent',
    'createWebhook',
    'getWebhook',
    'updateWebhook',
    'rotateWebhookSecret',
  ]);
});

it('asks for whole numbers where the query string holds digits', () => {
  const [page, pageSize] = operationOf('listIntents').parameters;
  expect(page).toMatchObject({
    name: 'page',
    schema: { type: 'integer', minimum: 1, default: 1 },
    example: 1,
  });
  expect(pageSize).toMatchObject({ name: 'pageSize', schema: { type: 'integer', default: 20 } });
});

it('has an example of every error except those that no operation can return', () => {
  const examples = document.components?.examples ?? {};
  expect(ERROR_NAMES.filter((name) => !(name in examples))).toEqual([
    'REQUEST_MALFORMED',
    'ROUTE_NOT_FOUND',
    'METHOD_NOT_ALLOWED',
  ]);
});
