import { stringify } from 'yaml';
import { z } from 'zod';
import { GATEWAY_PROTOCOL_HEADER, GATEWAY_PROTOCOL_VERSION } from '../../src/gateway/codes.ts';
import type { JsonSchema } from '../json-schema.ts';
import { GATEWAY_OPERATIONS, MESSAGES } from './operations.ts';
import type { GatewayOperation, MessageName } from './operations.ts';

export const INTRODUCTION =
  'A gateway stands in front of a shop. The service trusts it with one thing alone: the same number never buys twice.';

const PROTOCOL_HEADER = { $ref: '#/components/headers/GatewayProtocol' };
const RETRIED = {
  401: 'The token is not valid.',
  503: 'Not now. The service asks again, after `Retry-After`.',
};

/** The schemas of all messages, by name; they refer to each other. */
export function messageSchemas(): Record<MessageName, JsonSchema> {
  const registry = z.registry<{ id: string; description: string }>();
  for (const [id, { schema, doc }] of Object.entries(MESSAGES))
    registry.add(schema, { id, description: doc });
  const { schemas } = z.toJSONSchema(registry, {
    io: 'input', // Readers ignore fields that they do not know.
    uri: (id) => `#/components/schemas/${id}`,
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      const { $schema: _, $id, ...rest } = schema as JsonSchema & { $id?: string };
      void $id;
      return [name, { ...rest, description: MESSAGES[name as MessageName].doc }];
    }),
  ) as Record<MessageName, JsonSchema>;
}

export function plainSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input' }) as JsonSchema;
  return rest;
}

function parametersOf({ parameters = {} }: GatewayOperation) {
  const own = Object.entries(parameters).map(([name, { in: place, schema, isRequired, doc }]) => {
    const { description: _, ...plain } = plainSchema(schema);
    return { name, in: place, required: isRequired, description: doc, schema: plain };
  });
  const headers = ['GatewayProtocol', 'RequestId'].map((key) => ({ $ref: `#/components/parameters/${key}` }));
  return [...own, ...headers];
}

function responsesOf({ responses }: GatewayOperation) {
  const content = (message: string) => ({
    'application/json': { schema: { $ref: `#/components/schemas/${message}` } },
  });
  const headers = { [GATEWAY_PROTOCOL_HEADER]: PROTOCOL_HEADER };
  const own = Object.entries(responses).map(([status, { message, doc }]) => [
    status,
    { description: doc, headers, ...(message && { content: content(message) }) },
  ]);
  const common = Object.entries(RETRIED).map(([status, description]) => [
    status,
    {
      description,
      headers: {
        ...headers,
        ...(status === '503' && { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }),
      },
    },
  ]);
  return Object.fromEntries([...own, ...common]) as object;
}

function describe([operationId, operation]: [string, GatewayOperation]) {
  const { summary, rules, body } = operation;
  return {
    operationId,
    summary,
    description: rules,
    tags: ['gateway'],
    parameters: parametersOf(operation),
    ...(body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: { $ref: `#/components/schemas/${body}` } } },
      },
    }),
    responses: responsesOf(operation),
  };
}

const PROTOCOL_SCHEMA = { type: 'string', const: GATEWAY_PROTOCOL_VERSION };

/** The OpenAPI 3.1.1 document of the ordering protocol. */
export function buildGatewayDocument() {
  const paths: Record<string, object> = {};
  for (const entry of Object.entries(GATEWAY_OPERATIONS)) {
    const [, { method, path }] = entry;
    paths[path] = { ...paths[path], [method]: describe(entry) };
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Ordering protocol of gateways',
      version: GATEWAY_PROTOCOL_VERSION,
      description: INTRODUCTION,
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'The gateway of a shop.' }],
    tags: [{ name: 'gateway', description: 'What the service asks of a gateway.' }],
    security: [{ gatewayToken: [] }],
    paths,
    components: {
      schemas: messageSchemas(),
      parameters: {
        GatewayProtocol: {
          name: GATEWAY_PROTOCOL_HEADER,
          in: 'header',
          required: false,
          description: 'Version of the protocol that the service speaks.',
          schema: PROTOCOL_SCHEMA,
        },
        RequestId: {
          name: 'X-Request-Id',
          in: 'header',
          required: false,
          description: 'Names the call in the logs of both sides.',
          schema: { type: 'string', maxLength: 128 },
        },
      },
      headers: {
        GatewayProtocol: { description: 'Version of the protocol.', schema: PROTOCOL_SCHEMA },
        RetryAfter: { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } },
      },
      securitySchemes: {
        gatewayToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'The token of the platform’s settings. Two may be valid while one replaces the other.',
        },
      },
    },
  };
}

/** The files to commit. */
export function documentFiles(): Record<string, string> {
  const document = buildGatewayDocument();
  const yaml = stringify(document, { aliasDuplicateObjects: false, lineWidth: 0, compat: 'yaml-1.1' });
  return {
    'openapi/gateway.json': `${JSON.stringify(document, null, 2)}\n`,
    'openapi/gateway.yaml': `# Generated from packages/contract by \`npm run generate\`. Do not edit.\n${yaml}`,
  };
}
