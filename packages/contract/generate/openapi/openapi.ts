import { generateOpenApiAsync } from '@ts-rest/open-api';
import { stringify } from 'yaml';
import { bearerContract } from '../../src/bearer-contract.ts';
import { contract } from '../../src/contract.ts';
import { oauthContract } from '../../src/oauth/oauth-contract.ts';
import {
  API_VERSION,
  HEADER_PARAMETERS,
  INTRODUCTION,
  HEADER_COMPONENTS,
  SECURITY_SCHEMES,
} from './components.ts';
import {
  BEARER_ERROR_EXAMPLES,
  BEARER_SECURITY_SCHEMES,
  BEARER_TAGS,
  describeBearerOperation,
} from './bearer.ts';
import { BEARER_HEADERS, BEARER_INTRODUCTION, BEARER_PARAMETERS } from './bearer-components.ts';
import {
  describeOAuthOperation,
  OAUTH_ERROR_EXAMPLES,
  OAUTH_SECURITY_SCHEMES,
  OAUTH_TAGS,
} from './oauth.ts';
import { ERROR_EXAMPLES } from './examples.ts';
import { describeOperation, TAGS } from './operations.ts';
import { transformSchema } from './schemas.ts';
import { WEBHOOK_PARAMETERS, webhookSchemas, webhooksSection } from './webhooks.ts';
import { errorDescriptions } from '../reference/errors.ts';

export type OpenApiDocument = Awaited<ReturnType<typeof generateOpenApiAsync>>;
type BaseDocument = Parameters<typeof generateOpenApiAsync>[1];

function sorted<T>(record: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function baseDocument(): BaseDocument {
  const base = {
    // The library writes 3.0.2 by default, and its types do not allow another version.
    openapi: '3.1.1',
    info: {
      title: 'Procurement Intent Service',
      version: API_VERSION,
      description: `${INTRODUCTION}\n\n${BEARER_INTRODUCTION}`,
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'The service that serves this document.' }],
    tags: [...TAGS, ...BEARER_TAGS, ...OAUTH_TAGS],
    components: {
      parameters: Object.fromEntries(
        [...Object.values(HEADER_PARAMETERS), ...Object.values(BEARER_PARAMETERS)].map(
          ({ key, parameter }) => [key, parameter],
        ),
      ),
      headers: { ...HEADER_COMPONENTS, ...BEARER_HEADERS },
      examples: { ...ERROR_EXAMPLES, ...BEARER_ERROR_EXAMPLES, ...OAUTH_ERROR_EXAMPLES },
      securitySchemes: { ...SECURITY_SCHEMES, ...BEARER_SECURITY_SCHEMES, ...OAUTH_SECURITY_SCHEMES },
    },
  };
  return base;
}

const signedPart = () =>
  generateOpenApiAsync(contract, baseDocument(), {
    schemaTransformer: transformSchema,
    operationMapper: describeOperation,
  });

const bearerPart = () =>
  generateOpenApiAsync(bearerContract, baseDocument(), {
    schemaTransformer: transformSchema,
    operationMapper: describeBearerOperation,
  });

const oauthPart = () =>
  generateOpenApiAsync(oauthContract, baseDocument(), {
    schemaTransformer: transformSchema,
    operationMapper: describeOAuthOperation,
  });

/** One document of these parts, which share everything but paths and schemas. */
function combine(...parts: OpenApiDocument[]): OpenApiDocument {
  const [{ openapi, info, servers, tags, components }] = parts as [OpenApiDocument];
  const paths = Object.assign({}, ...parts.map((part) => part.paths)) as OpenApiDocument['paths'];
  const schemas = Object.assign({}, ...parts.map((part) => part.components?.schemas)) as object;
  const document = {
    openapi,
    info,
    servers,
    tags,
    paths,
    components: { ...components, schemas: sorted(schemas as Record<string, object>) },
  };
  // Serialised and parsed to drop keys that the library sets to undefined.
  return JSON.parse(JSON.stringify(document)) as OpenApiDocument;
}

/** Adds what the service sends. */
async function withWebhooks({
  tags = [],
  paths,
  components,
  ...rest
}: OpenApiDocument): Promise<OpenApiDocument> {
  const schemas = { ...(components?.schemas as object), ...(await webhookSchemas()) };
  const document = {
    ...rest,
    tags,
    paths,
    webhooks: webhooksSection(),
    components: {
      ...components,
      parameters: { ...(components?.parameters as object), ...WEBHOOK_PARAMETERS },
      schemas: sorted(schemas as Record<string, object>),
    },
  };
  return document;
}

/** The OpenAPI 3.1.1 document of all contracts. The same contracts give the same document. */
export const buildDocument = async (): Promise<OpenApiDocument> =>
  withWebhooks(combine(await signedPart(), await bearerPart(), await oauthPart()));

/** The signed scheme alone, for the pages about it. */
export const buildSignedDocument = async (): Promise<OpenApiDocument> => combine(await signedPart());

/** The files to commit, by path from the root of the repository. */
export async function outputs(): Promise<Record<string, string>> {
  const document = await buildDocument();
  // Most parsers follow YAML 1.1, which does not read an unquoted time stamp as a string.
  const yaml = stringify(document, { aliasDuplicateObjects: false, lineWidth: 0, compat: 'yaml-1.1' });
  return {
    'openapi/openapi.json': `${JSON.stringify(document, null, 2)}\n`,
    'openapi/openapi.yaml': `# Generated from packages/contract by \`npm run generate\`. Do not edit.\n${yaml}`,
    'openapi/errors.json': errorDescriptions(),
  };
}
