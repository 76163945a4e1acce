import { initContract } from '@ts-rest/core';
import { NoQuery } from '../fields.ts';
import { LoginBody, Profile, SessionToken, UpdateProfileBody } from './account-schemas.ts';
import { ifMatchHeader } from '../bearer/request-headers.ts';
import { bearerFailures } from '../bearer/failures.ts';
import { bearer, type BearerMetadata, COMMON_BEARER_ERRORS } from '../bearer/metadata.ts';
import { ACCOUNT_ROUTES } from './route-table.ts';

const c = initContract();

const metadata = {
  login: {
    auth: 'none',
    body: 'json',
    errors: [...COMMON_BEARER_ERRORS, 'unauthorized', 'unsupported_media_type'],
  },
  logout: bearer(null, 'none', []),
  getProfile: bearer(null, 'none', []),
  updateProfile: bearer(null, 'json', ['conflict']),
} as const satisfies Record<string, BearerMetadata>;

export const accountRoutes = c.router({
  /** Gives a person a session token. */
  login: {
    ...ACCOUNT_ROUTES.login,
    summary: 'Log in',
    description:
      'Gives a session token for an hour. Too many failures of an account or an address are answered `rate_limited`, and nothing is evaluated until `Retry-After`.',
    query: NoQuery,
    body: LoginBody,
    responses: { 200: SessionToken, ...bearerFailures(...metadata.login.errors) },
    metadata: metadata.login,
  },
  /** Ends the session of the token. */
  logout: {
    ...ACCOUNT_ROUTES.logout,
    summary: 'Log out',
    description: 'Ends the session of this token at once. Only a session token can be logged out.',
    query: NoQuery,
    body: c.noBody(),
    responses: { 204: c.noBody(), ...bearerFailures(...metadata.logout.errors) },
    metadata: metadata.logout,
  },
  /** Shows who calls. */
  getProfile: {
    ...ACCOUNT_ROUTES.getProfile,
    summary: 'Read the profile',
    description: 'Who this credential is, and what it may do now. Any valid credential may call.',
    query: NoQuery,
    responses: { 200: Profile, ...bearerFailures(...metadata.getProfile.errors) },
    metadata: metadata.getProfile,
  },
  /** Changes the person's own name, language or password. */
  updateProfile: {
    ...ACCOUNT_ROUTES.updateProfile,
    summary: 'Update the profile',
    description:
      'For people alone. A new password needs a session token and the old password; it ends all other sessions and refresh tokens.',
    query: NoQuery,
    headers: ifMatchHeader,
    body: UpdateProfileBody,
    responses: { 200: Profile, ...bearerFailures(...metadata.updateProfile.errors) },
    metadata: metadata.updateProfile,
  },
});
