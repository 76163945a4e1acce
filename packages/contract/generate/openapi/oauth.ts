import { LIFETIMES } from '../../src/credentials.ts';
import { SCOPE_NAMES, SCOPES } from '../../src/bearer/scopes.ts';
import { OAUTH_ERROR_CODES, OAUTH_ERRORS, type OAuthErrorCode } from '../../src/oauth/errors.ts';
import type { OAuthContract } from '../../src/oauth/oauth-contract.ts';
import { OAUTH_PAGE_ROUTES, OAUTH_ROUTES } from '../../src/oauth/route-table.ts';
import {
  commonHeaders,
  describeBody,
  errorExamples,
  headerReferences,
  type Operation,
  type OperationMapper,
  withExamples,
} from './parts.ts';

type OAuthOperation = keyof OAuthContract;

export const OAUTH_TAGS = [
  { name: 'oauth', description: 'Tokens for programs that act for people or for themselves (OAuth 2.0).' },
];

const scopes = Object.fromEntries(SCOPE_NAMES.map((scope) => [scope, SCOPES[scope].en]));
const tokenUrl = OAUTH_ROUTES.exchangeToken.path;

export const OAUTH_SECURITY_SCHEMES = {
  OAuth: {
    type: 'oauth2',
    description: `An access token (\`at_…\`, ${LIFETIMES.accessTokenSeconds / 3600} hour) of a registered client, sent as \`Authorization: Bearer\`.`,
    flows: {
      authorizationCode: {
        authorizationUrl: OAUTH_PAGE_ROUTES.authorize.path,
        tokenUrl,
        refreshUrl: tokenUrl,
        scopes,
      },
      clientCredentials: { tokenUrl, scopes },
    },
  },
  Client: {
    type: 'http',
    scheme: 'basic',
    description:
      'Id and secret of a confidential client, each form-encoded (RFC 6749, 2.3.1). They can be in the form instead, as `client_id` and `client_secret`; a public client sends its `client_id` there alone.',
  },
} as const;

const ALWAYS = [
  'invalid_request',
  'invalid_client',
  'temporarily_unavailable',
  'server_error',
] as const satisfies OAuthErrorCode[];
const SCOPED = ['unauthorized_client', 'invalid_scope'] as const satisfies OAuthErrorCode[];

/** The errors that each operation can answer. */
export const OAUTH_ERRORS_OF: Record<OAuthOperation, readonly OAuthErrorCode[]> = {
  exchangeToken: [
    ...ALWAYS,
    ...SCOPED,
    'invalid_grant',
    'unsupported_grant_type',
    'invalid_target',
    'authorization_pending',
    'slow_down',
    'access_denied',
    'expired_token',
  ],
  authorizeDevice: [...ALWAYS, ...SCOPED],
  revokeToken: ALWAYS,
  introspectToken: ALWAYS,
  readMetadata: ['invalid_request'],
};

const DECLARED = OAUTH_ERROR_CODES.filter((code) =>
  Object.values(OAUTH_ERRORS_OF).some((codes) => codes.includes(code)),
);
const exampleKey = (code: OAuthErrorCode): string => `oauth_${code}`;

/** Examples of the errors of RFC 6749, by their key in `components.examples`. */
export const OAUTH_ERROR_EXAMPLES = Object.fromEntries(
  DECLARED.map((code) => {
    const { description } = OAUTH_ERRORS[code];
    return [
      exampleKey(code),
      { summary: description, value: { error: code, error_description: description } },
    ];
  }),
);

/** Statuses beside the code's own: of a body or a URL that is too large, and past a limit. */
const OTHER_STATUSES: Partial<Record<OAuthErrorCode, number[]>> = {
  invalid_request: [413, 414],
  temporarily_unavailable: [429],
};
const statusesOf = (code: OAuthErrorCode): number[] => [
  OAUTH_ERRORS[code].status,
  ...(OTHER_STATUSES[code] ?? []),
];

function describeResponses({ responses }: Operation, id: OAuthOperation) {
  const entries = Object.entries(responses).map(([key, response]) => {
    const status = Number(key);
    const codes = OAUTH_ERRORS_OF[id].filter((code) => statusesOf(code).includes(status));
    const { content = {} } = response as { content?: Record<string, object> };
    const described = codes.map((code) => `\`${code}\`: ${OAUTH_ERRORS[code].description}.`).join('\n\n');
    const isSuccess = status < 300;
    return [
      key,
      {
        description: isSuccess ? 'Success.' : described,
        headers: headerReferences(commonHeaders(status, false)),
        content: isSuccess ? content : withExamples(content, errorExamples(codes, exampleKey)),
      },
    ];
  });
  return Object.fromEntries(entries) as Operation['responses'];
}

/** Adds to an operation what the library cannot derive: security, headers, examples, texts. */
export const describeOAuthOperation: OperationMapper = (operation, route, key) => ({
  operationId: key,
  tags: ['oauth'],
  summary: route.summary ?? '',
  description: route.description ?? '',
  // A client may authenticate in the form.
  security: route.path === OAUTH_ROUTES.readMetadata.path ? [] : [{ Client: [] }, {}],
  ...describeBody(operation, 'A form. Unknown fields are ignored.'),
  responses: describeResponses(operation, key as OAuthOperation),
});
