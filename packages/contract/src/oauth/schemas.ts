import { z } from 'zod';
import { LIFETIMES, TOKEN_PREFIXES } from '../bearer/credentials.ts';
import { OAUTH_ERROR_CODES } from './errors.ts';
import { CLIENT_AUTHENTICATIONS, GRANT_TYPE_NAMES } from './grant-types.ts';
import { DEVICE_CODE_PREFIX } from './limits.ts';

const DIGITS = '0'.repeat(43);
const field = (description: string, example: string) => z.string().optional().meta({ description, example });

const clientId = field(
  'Id of the client, unless it authenticates by HTTP Basic.',
  'cli_019aa4c1b7e27c3d9f00a1b2c3d4e5f6',
);
const clientSecret = field(
  'Secret of a confidential client, unless it authenticates by HTTP Basic.',
  `${TOKEN_PREFIXES.clientSecret}${DIGITS}`,
);
const client = { client_id: clientId, client_secret: clientSecret };
const scope = field('Scopes, separated by spaces.', 'read:purchase-requests read:orders');

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
  grant_type: field('How the client asks.', 'authorization_code'),
  code: field('The code, for `authorization_code`.', `${TOKEN_PREFIXES.code}${DIGITS}`),
  redirect_uri: field(
    'The same as in the authorization request, for `authorization_code`.',
    'https://app.example/callback',
  ),
  code_verifier: field('PKCE verifier, for `authorization_code` with a challenge.', 'a'.repeat(43)),
  refresh_token: field('For `refresh_token`.', `${TOKEN_PREFIXES.refresh}${DIGITS}`),
  device_code: field('For the device grant.', `${DEVICE_CODE_PREFIX}${DIGITS}`),
  scope,
  resource,
  ...client,
}).meta({ title: 'TokenForm', description: 'A request for tokens.' });

export const TokenAnswer = z
  .object({
    access_token: z.string().meta({ example: `${TOKEN_PREFIXES.access}${DIGITS}` }),
    token_type: z.literal('Bearer'),
    expires_in: z.number().int().meta({ description: 'Seconds.', example: LIFETIMES.accessTokenSeconds }),
    refresh_token: z
      .string()
      .optional()
      .meta({ example: `${TOKEN_PREFIXES.refresh}${DIGITS}` }),
    scope: z
      .string()
      .meta({ description: 'What the token may do now, separated by spaces.', example: 'read:orders' }),
  })
  .meta({ title: 'TokenAnswer', description: 'An access token, and a refresh token if a person consented.' });
export type TokenView = z.infer<typeof TokenAnswer>;

export const DeviceForm = form({ scope, ...client }).meta({
  title: 'DeviceForm',
  description: 'A request for a device code.',
});

export const DeviceAnswer = z
  .object({
    device_code: z.string().meta({ example: `${DEVICE_CODE_PREFIX}${DIGITS}` }),
    user_code: z.string().meta({ description: 'What the person types on the page.', example: 'BCDF-GHJK' }),
    verification_uri: z.url().meta({ example: 'https://buy.example/oauth/device' }),
    verification_uri_complete: z
      .url()
      .meta({ example: 'https://buy.example/oauth/device?user_code=BCDF-GHJK' }),
    expires_in: z.number().int().meta({ description: 'Seconds.', example: LIFETIMES.deviceCodeSeconds }),
    interval: z.number().int().meta({ description: 'Seconds between two polls, at least.', example: 5 }),
  })
  .meta({ title: 'DeviceAnswer', description: 'A device code, and where the person confirms it.' });
export type DeviceView = z.infer<typeof DeviceAnswer>;

export const TokenReference = form({
  token: field('An access token or a refresh token.', `${TOKEN_PREFIXES.access}${DIGITS}`),
  token_type_hint: field('Taken and not needed.', 'access_token'),
  ...client,
}).meta({ title: 'TokenReference', description: 'A token to revoke or to look at.' });

export const IntrospectionAnswer = z
  .object({
    active: z.boolean().meta({ description: 'Whether the token is valid now.', example: true }),
    scope: z.string().optional().meta({ example: 'read:orders' }),
    client_id: z.string().optional(),
    username: z.string().optional().meta({ description: 'Of the person who consented.' }),
    sub: z.string().optional().meta({ description: 'Id of the person, else of the client.' }),
    token_type: z.literal('Bearer').optional().meta({ description: 'Of an access token.' }),
    iat: z.number().int().optional().meta({ description: 'Seconds since 1970.', example: 1_795_000_000 }),
    exp: z.number().int().optional().meta({ description: 'Seconds since 1970.', example: 1_795_003_600 }),
    iss: z.string().optional().meta({ description: 'The issuer.' }),
    aud: z.string().optional().meta({ description: 'The API that the token is for.' }),
  })
  .meta({ title: 'IntrospectionAnswer', description: 'What a token is; `active: false` says no more.' });
export type IntrospectionView = z.infer<typeof IntrospectionAnswer>;

export const ServerMetadata = z
  .object({
    issuer: z.string().meta({ example: 'https://buy.example' }),
    authorization_endpoint: z.string(),
    token_endpoint: z.string(),
    device_authorization_endpoint: z.string(),
    revocation_endpoint: z.string(),
    introspection_endpoint: z.string(),
    scopes_supported: z.array(z.string()),
    response_types_supported: z.array(z.string()),
    response_modes_supported: z.array(z.string()),
    grant_types_supported: z.array(z.enum(GRANT_TYPE_NAMES)),
    code_challenge_methods_supported: z.array(z.string()),
    token_endpoint_auth_methods_supported: z.array(z.enum(CLIENT_AUTHENTICATIONS)),
    revocation_endpoint_auth_methods_supported: z.array(z.enum(CLIENT_AUTHENTICATIONS)),
    introspection_endpoint_auth_methods_supported: z.array(z.enum(CLIENT_AUTHENTICATIONS)),
    authorization_response_iss_parameter_supported: z.boolean(),
    ui_locales_supported: z.array(z.string()),
    service_documentation: z.string(),
  })
  .meta({ title: 'ServerMetadata', description: 'The authorization server, as RFC 8414 describes it.' });
export type ServerMetadataView = z.infer<typeof ServerMetadata>;

export const OAuthErrorAnswer = z
  .object({ error: z.enum(OAUTH_ERROR_CODES), error_description: z.string().optional() })
  .meta({ title: 'OAuthError', description: 'An error as RFC 6749, section 5.2 shapes it.' });
