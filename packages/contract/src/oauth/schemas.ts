import { z } from 'zod';
import { LIFETIMES, TOKEN_PREFIXES } from '../credentials.ts';
import { exampleId, ID_PREFIXES } from '../ids.ts';
import { OAUTH_ERROR_CODES } from './errors.ts';
import { CLIENT_AUTHENTICATIONS, GRANT_TYPE_NAMES } from './grant-types.ts';
import { DEVICE_CODE_PREFIX, OAUTH_LIMITS, RESOURCE_PATH } from './limits.ts';

const DIGITS = '0'.repeat(43);
const field = (description: string, example: string) => z.string().optional().meta({ description, example });
const ISSUER = 'https://buy.example';
const text = (description: string, example: string) => z.string().meta({ description, example });
/** An address of this server. */
const address = (description: string, path = '') =>
  text(`${description} 1 to 300 characters.`, ISSUER + path);
const names = (description: string, example: string[]) => z.array(z.string()).meta({ description, example });
const scopes = text(
  'What the token may do now: scopes, separated by spaces, at most 300 characters.',
  'read:orders',
);
/** A token or secret of this server. */
const DIGITS_TEXT = 'the prefix and 43 characters';
const clientIdText = `Id of the client: \`${ID_PREFIXES.client}\` and 32 hex digits.`;

const seconds = (example: number, description = 'Seconds until it ends, at least 1.') =>
  z.number().int().min(1).meta({ description, example });
const clientIdExample = exampleId('client');

const clientId = field(
  `Id of the client, unless it authenticates by HTTP Basic: \`${ID_PREFIXES.client}\` and 32 hex digits.`,
  clientIdExample,
);
const clientSecret = field(
  `Secret of a confidential client, unless it authenticates by HTTP Basic: ${DIGITS_TEXT}.`,
  `${TOKEN_PREFIXES.clientSecret}${DIGITS}`,
);
const client = { client_id: clientId, client_secret: clientSecret };
const scope = field(
  'Scopes, separated by spaces: at most 2048 characters.',
  'read:purchase-requests read:orders',
);

// Unknown parameters are ignored (RFC 6749, 3.1 and 3.2); a repeated one becomes a list, which no field takes.
const form = <T extends z.ZodRawShape>(shape: T) => z.object(shape).catchall(z.string());
// RFC 8707, 2: more than one may be named.
const resource = z
  .union([z.string(), z.array(z.string())])
  .optional()
  .meta({
    description: 'The API that the token is for; `/v1` of this service.',
    example: 'https://buy.example/v1',
  });

export const TokenForm = form({
  grant_type: field(
    'How the client asks: one of the grant types in the metadata, at most 44 characters.',
    'authorization_code',
  ),
  code: field(`The code, for \`authorization_code\`: ${DIGITS_TEXT}.`, `${TOKEN_PREFIXES.code}${DIGITS}`),
  redirect_uri: field(
    'The same as in the authorization request, for `authorization_code`: at most 1024 characters.',
    'https://app.example/callback',
  ),
  code_verifier: field(
    'PKCE verifier, for `authorization_code` with a challenge: 43 to 128 characters.',
    'a'.repeat(43),
  ),
  refresh_token: field(`For \`refresh_token\`: ${DIGITS_TEXT}.`, `${TOKEN_PREFIXES.refresh}${DIGITS}`),
  device_code: field(`For the device grant: ${DIGITS_TEXT}.`, `${DEVICE_CODE_PREFIX}${DIGITS}`),
  scope,
  resource,
  ...client,
}).meta({ title: 'TokenForm', description: 'A request for tokens.' });

export const TokenAnswer = z
  .object({
    access_token: text(
      `Sent as \`Authorization: Bearer\`: ${DIGITS_TEXT}.`,
      `${TOKEN_PREFIXES.access}${DIGITS}`,
    ),
    token_type: z.literal('Bearer').meta({ description: 'How the token is sent.', example: 'Bearer' }),
    expires_in: seconds(LIFETIMES.accessTokenSeconds),
    refresh_token: field(
      `Gives the next tokens, once: ${DIGITS_TEXT}.`,
      `${TOKEN_PREFIXES.refresh}${DIGITS}`,
    ),
    scope: scopes,
  })
  .meta({ title: 'TokenAnswer', description: 'An access token, and a refresh token if a person consented.' });
export type TokenView = z.infer<typeof TokenAnswer>;

export const DeviceForm = form({ scope, ...client }).meta({
  title: 'DeviceForm',
  description: 'A request for a device code.',
});

export const DeviceAnswer = z
  .object({
    device_code: text(`What the client polls with: ${DIGITS_TEXT}.`, `${DEVICE_CODE_PREFIX}${DIGITS}`),
    user_code: text('What the person types on the page: 9 characters.', 'BCDF-GHJK'),
    verification_uri: address('The page where the person types it.', '/oauth/device'),
    verification_uri_complete: address(
      'The page with the code filled in.',
      '/oauth/device?user_code=BCDF-GHJK',
    ),
    expires_in: seconds(LIFETIMES.deviceCodeSeconds),
    interval: seconds(OAUTH_LIMITS.pollSeconds, 'Between two polls, at least: seconds, at least 1.'),
  })
  .meta({ title: 'DeviceAnswer', description: 'A device code, and where the person confirms it.' });
export type DeviceView = z.infer<typeof DeviceAnswer>;

export const TokenReference = form({
  token: field(`An access token or a refresh token: ${DIGITS_TEXT}.`, `${TOKEN_PREFIXES.access}${DIGITS}`),
  token_type_hint: field('Taken and not needed: at most 2048 characters.', 'access_token'),
  ...client,
}).meta({ title: 'TokenReference', description: 'A token to revoke or to look at.' });

export const IntrospectionAnswer = z
  .object({
    active: z.boolean().meta({ description: 'Whether the token is valid now.', example: true }),
    scope: scopes.optional(),
    client_id: text(clientIdText, clientIdExample).optional(),
    username: text('Of the person who consented: at most 64 characters.', 'zhang.san').optional(),
    sub: text(
      'Id of the person, else of the client: a prefix and 32 hex digits.',
      exampleId('user'),
    ).optional(),
    token_type: z
      .literal('Bearer')
      .optional()
      .meta({ description: 'How an access token is sent.', example: 'Bearer' }),
    iat: seconds(1_795_000_000, 'When the token was given: seconds since 1970, at least 1.').optional(),
    exp: seconds(1_795_003_600, 'When the token ends: seconds since 1970, at least 1.').optional(),
    iss: address('The issuer.').optional(),
    aud: address('The API that the token is for.', RESOURCE_PATH).optional(),
  })
  .meta({ title: 'IntrospectionAnswer', description: 'What a token is; `active: false` says no more.' });
export type IntrospectionView = z.infer<typeof IntrospectionAnswer>;

const authentications = (what: string) =>
  z
    .array(z.enum(CLIENT_AUTHENTICATIONS))
    .meta({ description: `How a client authenticates ${what}.`, example: ['client_secret_basic'] });

export const ServerMetadata = z
  .object({
    issuer: address('The address by which clients know this server.'),
    authorization_endpoint: address('Where a browser is sent.', '/oauth/authorize'),
    token_endpoint: address('Where tokens are given.', '/oauth/token'),
    device_authorization_endpoint: address('Where a device flow begins.', '/oauth/device_authorization'),
    revocation_endpoint: address('Where tokens are ended.', '/oauth/revoke'),
    introspection_endpoint: address('Where tokens are looked at.', '/oauth/introspect'),
    scopes_supported: names('Every scope.', ['read:orders']),
    response_types_supported: names('What a browser brings back.', ['code']),
    response_modes_supported: names('How a browser brings it back.', ['query']),
    grant_types_supported: z
      .array(z.enum(GRANT_TYPE_NAMES))
      .meta({ description: 'Every grant type.', example: ['authorization_code'] }),
    code_challenge_methods_supported: names('Methods of PKCE.', ['S256']),
    token_endpoint_auth_methods_supported: authentications('to get tokens'),
    revocation_endpoint_auth_methods_supported: authentications('to end a token'),
    introspection_endpoint_auth_methods_supported: authentications('to look at a token'),
    authorization_response_iss_parameter_supported: z
      .boolean()
      .meta({ description: 'Whether the browser brings `iss` back.', example: true }),
    ui_locales_supported: names('Languages of the pages.', ['zh', 'en']),
    service_documentation: address('The reference.', '/docs'),
  })
  .meta({ title: 'ServerMetadata', description: 'The authorization server, as RFC 8414 describes it.' });
export type ServerMetadataView = z.infer<typeof ServerMetadata>;

export const OAuthErrorAnswer = z
  .object({
    error: z
      .enum(OAUTH_ERROR_CODES)
      .meta({ description: 'The code of the error.', example: 'invalid_grant' }),
    error_description: field(
      'What is wrong, in words: to show, not to compare.',
      'The grant is not valid, or not of this client',
    ),
  })
  .meta({ title: 'OAuthError', description: 'An error as RFC 6749, section 5.2 shapes it.' });
