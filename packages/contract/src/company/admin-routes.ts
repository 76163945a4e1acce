import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { NoQuery } from '../fields.ts';
import { idField } from '../bearer/id-fields.ts';
import { idempotencyHeader, ifMatchHeader } from '../bearer/request-headers.ts';
import { familyCalls } from '../bearer/family-calls.ts';
import { ApiKey, ApiKeyPage, CreateApiKeyBody, CreatedApiKey, ListApiKeysQuery } from './key-schemas.ts';
import { ADMIN_ROUTES } from './route-table.ts';
import { AuditEventPage, ListAuditEventsQuery, ListSessionsQuery, SessionPage } from './session-schemas.ts';
import { User } from './user-fields.ts';
import {
  CreateUserBody,
  ListUsersQuery,
  ResetPasswordBody,
  UpdateUserBody,
  UserPage,
} from './user-schemas.ts';

const c = initContract();
const UserParams = z.object({ id: idField('user', 'the user') });
const KeyParams = z.object({ id: idField('apiKey', 'the key') });
const SessionParams = z.object({ id: idField('session', 'the session') });

const { metadata, failures } = familyCalls('admin', 'admin');

const userRoutes = {
  /** Adds a person. */
  createUser: {
    ...ADMIN_ROUTES.createUser,
    summary: 'Add a user',
    description: 'Adds a person who can log in. A username that is taken is a `conflict`.',
    query: NoQuery,
    headers: idempotencyHeader,
    body: CreateUserBody,
    responses: { 201: User, ...failures.create },
    metadata: metadata.create,
  },
  /** Pages through the people. */
  listUsers: {
    ...ADMIN_ROUTES.listUsers,
    summary: 'List users',
    description: 'The people of the company, newest first unless asked otherwise.',
    query: ListUsersQuery,
    responses: { 200: UserPage, ...failures.list },
    metadata: metadata.list,
  },
  /** Reads one person. */
  getUser: {
    ...ADMIN_ROUTES.getUser,
    summary: 'Read a user',
    description: 'The person, without the password.',
    pathParams: UserParams,
    query: NoQuery,
    responses: { 200: User, ...failures.get },
    metadata: metadata.get,
  },
  /** Changes name, language, scopes or limit. */
  updateUser: {
    ...ADMIN_ROUTES.updateUser,
    summary: 'Update a user',
    description:
      'Only the fields sent change. A scope that is taken away ends with the next call of the person, and of the keys and clients that act for the person.',
    pathParams: UserParams,
    query: NoQuery,
    headers: ifMatchHeader,
    body: UpdateUserBody,
    responses: { 200: User, ...failures.change },
    metadata: metadata.change,
  },
  /** Refuses the person from now on. */
  disableUser: {
    ...ADMIN_ROUTES.disableUser,
    summary: 'Disable a user',
    description:
      'Refuses the person, and all keys and tokens that act for the person, from the next call on. Repeating it changes nothing.',
    pathParams: UserParams,
    query: NoQuery,
    headers: ifMatchHeader,
    body: c.noBody(),
    responses: { 200: User, ...failures.act },
    metadata: metadata.act,
  },
  /** Lets the person in again. */
  enableUser: {
    ...ADMIN_ROUTES.enableUser,
    summary: 'Enable a user',
    description: 'Lets a disabled person in again. Repeating it changes nothing.',
    pathParams: UserParams,
    query: NoQuery,
    headers: ifMatchHeader,
    body: c.noBody(),
    responses: { 200: User, ...failures.act },
    metadata: metadata.act,
  },
  /** Sets a new password. */
  resetPassword: {
    ...ADMIN_ROUTES.resetPassword,
    summary: 'Reset a password',
    description: 'Sets a new password, and ends all sessions and refresh tokens of the person.',
    pathParams: UserParams,
    query: NoQuery,
    headers: ifMatchHeader,
    body: ResetPasswordBody,
    responses: { 200: User, ...failures.change },
    metadata: metadata.change,
  },
} as const;

const keyRoutes = {
  /** Makes a key. */
  createApiKey: {
    ...ADMIN_ROUTES.createApiKey,
    summary: 'Make an API key',
    description:
      'The key is in this answer alone. It can do what its scopes say and its maker can do, at each call.',
    query: NoQuery,
    headers: idempotencyHeader,
    body: CreateApiKeyBody,
    responses: { 201: CreatedApiKey, ...failures.create },
    metadata: metadata.create,
  },
  /** Pages through the keys. */
  listApiKeys: {
    ...ADMIN_ROUTES.listApiKeys,
    summary: 'List API keys',
    description: 'All keys, revoked ones too, newest first unless asked otherwise.',
    query: ListApiKeysQuery,
    responses: { 200: ApiKeyPage, ...failures.list },
    metadata: metadata.list,
  },
  /** Reads one key's row. */
  getApiKey: {
    ...ADMIN_ROUTES.getApiKey,
    summary: 'Read an API key',
    description: 'What is known of the key: not the key itself.',
    pathParams: KeyParams,
    query: NoQuery,
    responses: { 200: ApiKey, ...failures.get },
    metadata: metadata.get,
  },
  /** Refuses the key from now on. */
  revokeApiKey: {
    ...ADMIN_ROUTES.revokeApiKey,
    summary: 'Revoke an API key',
    description: 'Refuses the key from the next call on. Its row stays. Repeating it changes nothing.',
    pathParams: KeyParams,
    query: NoQuery,
    responses: { 204: c.noBody(), ...failures.end },
    metadata: metadata.end,
  },
} as const;

export const adminRoutes = c.router({
  ...userRoutes,
  ...keyRoutes,
  /** Pages through the sessions. */
  listSessions: {
    ...ADMIN_ROUTES.listSessions,
    summary: 'List sessions',
    description: 'The sessions of all people that have not ended, newest first unless asked otherwise.',
    query: ListSessionsQuery,
    responses: { 200: SessionPage, ...failures.list },
    metadata: metadata.list,
  },
  /** Ends a session. */
  endSession: {
    ...ADMIN_ROUTES.endSession,
    summary: 'End a session',
    description: 'Refuses its token from the next call on.',
    pathParams: SessionParams,
    query: NoQuery,
    responses: { 204: c.noBody(), ...failures.end },
    metadata: metadata.end,
  },
  /** Pages through the record of changes. */
  listAuditEvents: {
    ...ADMIN_ROUTES.listAuditEvents,
    summary: 'Read the audit log',
    description:
      'Every change that people, keys, clients and commands have made here: who, what, when, from where, before and after. Nothing in it can be changed.',
    query: ListAuditEventsQuery,
    responses: { 200: AuditEventPage, ...failures.list },
    metadata: metadata.list,
  },
});
