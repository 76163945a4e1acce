import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { OAUTH_PAGE_ROUTES, OAUTH_ROUTES } from './route-table.ts';
import {
  DeviceAnswer,
  DeviceForm,
  IntrospectionAnswer,
  OAuthErrorAnswer,
  ServerMetadata,
  TokenAnswer,
  TokenForm,
  TokenReference,
} from './schemas.ts';

const c = initContract();

// Parameters in the query are not read, so that a secret there authenticates nobody (RFC 6749, 2.3.1).
const IgnoredQuery = z.record(z.string(), z.unknown());
const FORM = 'application/x-www-form-urlencoded';
const refusals = {
  400: OAuthErrorAnswer,
  401: OAuthErrorAnswer,
  413: OAuthErrorAnswer,
  414: OAuthErrorAnswer,
  429: OAuthErrorAnswer,
  500: OAuthErrorAnswer,
  503: OAuthErrorAnswer,
};
const formMetadata = { auth: 'none', body: 'form', errors: [] } as const;
const pageMetadata = { auth: 'none', body: 'none', errors: [] } as const;

/** The endpoints of the authorization server that programs call. */
export const oauthContract = c.router(
  {
    /** Gives tokens for a grant. */
    exchangeToken: {
      ...OAUTH_ROUTES.exchangeToken,
      summary: 'Get tokens',
      description:
        'Exchanges a code, a refresh token, a device code or client credentials for an access token. RFC 6749, 4 and 6; RFC 8628, 3.4.',
      contentType: FORM,
      query: IgnoredQuery,
      body: TokenForm,
      responses: { 200: TokenAnswer, ...refusals },
      metadata: formMetadata,
    },
    /** Begins a device flow. */
    authorizeDevice: {
      ...OAUTH_ROUTES.authorizeDevice,
      summary: 'Get a device code',
      description: 'For programs without a browser of their own, such as a command line. RFC 8628, 3.1.',
      contentType: FORM,
      query: IgnoredQuery,
      body: DeviceForm,
      responses: { 200: DeviceAnswer, ...refusals },
      metadata: formMetadata,
    },
    /** Ends a token and all that came of the same grant. */
    revokeToken: {
      ...OAUTH_ROUTES.revokeToken,
      summary: 'Revoke a token',
      description:
        "Ends an access token, or with a refresh token all tokens of the same grant. Unknown and other clients' tokens are answered the same. RFC 7009.",
      contentType: FORM,
      query: IgnoredQuery,
      body: TokenReference,
      responses: { 200: z.object({}), ...refusals },
      metadata: formMetadata,
    },
    /** Says what a token is. */
    introspectToken: {
      ...OAUTH_ROUTES.introspectToken,
      summary: 'Look at a token',
      description: 'Confidential clients see their own tokens, those with the scope `admin` any. RFC 7662.',
      contentType: FORM,
      query: IgnoredQuery,
      body: TokenReference,
      responses: { 200: IntrospectionAnswer, ...refusals },
      metadata: formMetadata,
    },
    /** Describes this server to OAuth clients. */
    readMetadata: {
      ...OAUTH_ROUTES.readMetadata,
      summary: 'Read the server metadata',
      description: 'Where the endpoints are, and what they can do. RFC 8414.',
      query: IgnoredQuery,
      responses: { 200: ServerMetadata, 414: OAuthErrorAnswer },
      metadata: pageMetadata,
    },
  },
  { strictStatusCodes: true },
);
export type OAuthContract = typeof oauthContract;

// A page decides itself about each parameter: what is wrong is told to the person or to the client.
const AnyFields = z.record(z.string(), z.union([z.string(), z.array(z.string())]));
const page = c.otherResponse({ contentType: 'text/html; charset=utf-8', body: z.string() });
const pages = { 200: page, 303: page, 400: page, 403: page, 429: page, 503: page };
const fields = { query: AnyFields };
const submitted = { query: AnyFields, contentType: FORM, body: AnyFields } as const;

/** What a person sees in a browser. */
export const oauthPagesContract = c.router(
  {
    authorize: { ...OAUTH_PAGE_ROUTES.authorize, ...fields, responses: pages, metadata: pageMetadata },
    showLogin: { ...OAUTH_PAGE_ROUTES.showLogin, ...fields, responses: pages, metadata: pageMetadata },
    logIn: { ...OAUTH_PAGE_ROUTES.logIn, ...submitted, responses: pages, metadata: formMetadata },
    showConsent: { ...OAUTH_PAGE_ROUTES.showConsent, ...fields, responses: pages, metadata: pageMetadata },
    decideConsent: {
      ...OAUTH_PAGE_ROUTES.decideConsent,
      ...submitted,
      responses: pages,
      metadata: formMetadata,
    },
    showDevice: { ...OAUTH_PAGE_ROUTES.showDevice, ...fields, responses: pages, metadata: pageMetadata },
    confirmDevice: {
      ...OAUTH_PAGE_ROUTES.confirmDevice,
      ...submitted,
      responses: pages,
      metadata: formMetadata,
    },
  },
  { strictStatusCodes: true },
);
export type OAuthPagesContract = typeof oauthPagesContract;
