import { CALLER_RATES } from '../../src/limits.ts';
import { z } from 'zod';
import {
  BEARER_ERROR_CODES,
  BEARER_ERRORS,
  type BearerErrorCode,
  type BearerErrorRow,
} from '../../src/bearer/errors.ts';
import { Profile } from '../../src/company/account-schemas.ts';
import { LIFETIMES } from '../../src/credentials.ts';
import type { BearerMetadata } from '../../src/bearer/metadata.ts';
import { RotatedWebhookSecret } from '../../src/webhooks/endpoint-schemas.ts';
import { BEARER_PARAMETERS } from './bearer-components.ts';
import {
  commonHeaders,
  describeBody,
  describeParameters,
  errorExamples,
  headerReferences,
  type Operation,
  type OperationMapper,
  withExamples,
} from './parts.ts';

type Route = Parameters<OperationMapper>[1];

/** Tags by the first segments of the path. */
const TAGS_BY_PATH: Record<string, { name: string; description: string }> = {
  '/auth/login': { name: 'log-in', description: 'Session tokens of people.' },
  '/auth/logout': { name: 'log-in', description: 'Session tokens of people.' },
  '/v1/profile': { name: 'profile', description: 'Who a bearer credential is.' },
  '/v1/purchase-requests': {
    name: 'purchase-requests',
    description: 'Who asks to buy what, and who has approved it.',
  },
  '/v1/suppliers': { name: 'suppliers', description: 'The shops that the company buys from.' },
  '/v1/contracts': { name: 'contracts', description: 'Price agreements with suppliers, and their ceilings.' },
  '/v1/orders': { name: 'orders', description: 'The orders on all platforms, whoever asked for them.' },
  '/v1/reports': { name: 'reports', description: 'What was spent, and what became of intents.' },
  '/v1/users': { name: 'users', description: 'People of the company. For administrators.' },
  '/v1/api-keys': { name: 'api-keys', description: 'Keys with which programs call. For administrators.' },
  '/v1/sessions': { name: 'sessions', description: 'Log-ins of people. For administrators.' },
  '/v1/oauth-clients': {
    name: 'oauth-clients',
    description: 'Programs that get tokens from the authorization server. For administrators.',
  },
  '/v1/consents': { name: 'consents', description: 'What people have allowed clients. For administrators.' },
  '/v1/apps': { name: 'apps', description: 'Client systems that sign their calls. For administrators.' },
  '/v1/intents': {
    name: 'company-intents',
    description: 'The intents of all Apps. For administrators and approvers.',
  },
  '/v1/dashboard': { name: 'dashboard', description: 'What stands, in counts. For administrators.' },
  '/v1/audit-log': { name: 'audit-log', description: 'Who changed what. For administrators.' },
};

/** The tags of the bearer scheme, each once. */
export const BEARER_TAGS = [...new Map(Object.values(TAGS_BY_PATH).map((tag) => [tag.name, tag])).values()];

export const BEARER_SECURITY_SCHEMES = {
  Bearer: {
    type: 'http',
    scheme: 'bearer',
    description: `An API key (\`ak_test_…\` or \`ak_live_…\`, never expires), a session token (\`st_…\`, ${LIFETIMES.sessionTokenSeconds / 3600} hour), or an access token of OAuth (\`at_…\`). What it may do is what token, client and person all have, at each call.`,
  },
} as const;

// A wrong method is no operation's answer.
const DECLARED_CODES = BEARER_ERROR_CODES.filter((code) => code !== 'method_not_allowed');

/** Examples of the errors of the bearer scheme, by their key in `components.examples`. */
export const BEARER_ERROR_EXAMPLES = Object.fromEntries(
  DECLARED_CODES.map((code) => {
    const { en, zh, example }: BearerErrorRow = BEARER_ERRORS[code];
    return [exampleKey(code), { summary: en, value: { error: { code, message: zh, ...example } } }];
  }),
);

function exampleKey(code: BearerErrorCode): string {
  return `bearer_${code}`;
}

function tagOf(path: string): string {
  const tag = TAGS_BY_PATH[path.split('/').slice(0, 3).join('/')];
  if (!tag) throw new Error(`No tag for ${path}: add it to TAGS_BY_PATH.`);
  return tag.name;
}

function rules(metadata: BearerMetadata): string {
  if (metadata.auth === 'none') return '';
  const scope =
    metadata.scope === null ? 'Any valid credential may call.' : `Needs the scope \`${metadata.scope}\`.`;
  const callers = metadata.callers === undefined ? scope : `${scope} ${metadata.callers}`;
  return `\n\n${callers} At most ${CALLER_RATES.bearer} calls per second and credential.`;
}

/** By any bearer credential; an OAuth client asks for the scope. */
const securityOf = (scope: string | null) => [{ Bearer: [] }, { OAuth: scope === null ? [] : [scope] }];

// The version of what these show is told by the `ETag` alone.
const WITHOUT_VERSION = new Set<unknown>([Profile, RotatedWebhookSecret]);

/** A response that shows one resource, or a part of it: its version is the `ETag`. */
const isVersioned = (schema: unknown): boolean =>
  WITHOUT_VERSION.has(schema) || (schema instanceof z.ZodObject && 'version' in schema.shape);

const isSentWith = (operation: Operation, header: string): boolean =>
  (operation.parameters ?? []).some((one) => 'name' in one && one.name === header);

function headersOf(
  status: number,
  metadata: BearerMetadata,
  { hasVersion, isOnce }: Record<'hasVersion' | 'isOnce', boolean>,
) {
  const names: string[] = commonHeaders(status, metadata.auth === 'bearer');
  if (status === 401) names.push('WWW-Authenticate');
  if (hasVersion) names.push('ETag');
  if (status === 201 && isOnce) names.push('Idempotency-Replayed');
  return headerReferences(names, { ETag: 'BearerETag' });
}

const hasCsv = (metadata: BearerMetadata): boolean => metadata.auth === 'bearer' && metadata.hasCsv === true;

const AS_CSV =
  ' With `Accept: text/csv` it is CSV (RFC 4180, UTF-8), whose cells no spreadsheet takes for formulas.';
const CSV_MEDIA = {
  schema: {
    type: 'string',
    title: 'ReportCsv',
    description: 'The same rows: a header, then one line for each row.',
  },
} as const;

function describeResponses(operation: Operation, route: Route) {
  const metadata = route.metadata as BearerMetadata;
  const isOnce = isSentWith(operation, 'idempotency-key');
  const entries = Object.entries(operation.responses).map(([key, response]) => {
    const status = Number(key);
    const isSuccess = status < 300;
    const codes = [...new Set(metadata.errors)].filter((code) => BEARER_ERRORS[code].status === status);
    const { content } = response as { content?: Record<string, object> };
    const described = codes.map((code) => `\`${code}\`: ${BEARER_ERRORS[code].en}.`).join('\n\n');
    const hasVersion = isSuccess && isVersioned(route.responses[status]);
    return [
      key,
      {
        description: isSuccess ? 'Success.' : described,
        headers: headersOf(status, metadata, { hasVersion, isOnce }),
        ...(content && {
          content: isSuccess
            ? { ...content, ...(hasCsv(metadata) && { 'text/csv': CSV_MEDIA }) }
            : withExamples(content, errorExamples(codes, exampleKey)),
        }),
      },
    ];
  });
  return Object.fromEntries(entries) as Operation['responses'];
}

/** Adds to an operation what the library cannot derive: security, headers, examples, texts. */
export const describeBearerOperation: OperationMapper = (operation, route, key) => {
  const metadata = route.metadata as BearerMetadata;
  return {
    operationId: key,
    tags: [tagOf(route.path)],
    summary: route.summary ?? '',
    description: (route.description ?? '') + (hasCsv(metadata) ? AS_CSV : '') + rules(metadata),
    security: metadata.auth === 'bearer' ? securityOf(metadata.scope) : [],
    parameters: describeParameters(operation, BEARER_PARAMETERS),
    ...describeBody(operation, 'One JSON object in UTF-8.'),
    responses: describeResponses(operation, route),
  };
};
